"""Generated folders: put in place whole, and replaced only while they are as they were made."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from annotator.errors import Refused, UnreadableInput
from annotator.store.folder import Folder
from annotator.store.generated_folder import LISTING, changed_since, finish, found_listing, put_in_place, workshop

# Two bytes each, their digests by sha256sum.
OLD, NEW = b"a\n", b"b\n"
LISTED = b"0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f  sub/file\n"


def generate(root: Path, data: bytes) -> bytes:
    with workshop(root) as place:
        (place / "sub").mkdir()
        (place / "sub" / "file").write_bytes(data)
        (place / ".annotator").mkdir()
        (place / ".annotator" / "note").write_bytes(b"on the way")
        listing = finish(place)
        put_in_place(place, root)
    return listing


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_made_whole_with_a_listing_that_others_can_check(tmp_path: Path):
    root = tmp_path / "above" / "made"
    assert found_listing(root) is None
    assert generate(root, NEW) == LISTED
    assert content(root) == {"sub/file": NEW, LISTING: LISTED}
    assert found_listing(root) == LISTED
    assert [path.name for path in root.parent.iterdir()] == ["made"]
    assert subprocess.run(["sha256sum", "--strict", "-c", LISTING], cwd=root, capture_output=True).returncode == 0


def test_what_was_generated_before_is_replaced(tmp_path: Path):
    root = tmp_path / "made"
    generate(root, OLD)
    (root / "sub").joinpath("file").chmod(0o400)
    assert generate(root, NEW) == LISTED
    assert content(root) == {"sub/file": NEW, LISTING: LISTED}
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_an_empty_folder_is_as_good_as_none(tmp_path: Path):
    (tmp_path / "made").mkdir()
    assert found_listing(tmp_path / "made") is None


@pytest.mark.parametrize("change", ["changed", "added", "gone"])
def test_a_folder_that_was_changed_since_is_refused(tmp_path: Path, change: str):
    root = tmp_path / "made"
    generate(root, OLD)
    if change == "gone":
        (root / "sub" / "file").unlink()
    else:
        (root / "sub" / ("file" if change == "changed" else "more")).write_bytes(b"mine")
    with pytest.raises(Refused, match="was changed since it was generated"):
        found_listing(root)


def test_what_was_not_generated_is_refused(tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_bytes(b"")
    generate(tmp_path / "made", OLD)
    (tmp_path / "link").symlink_to(tmp_path / "made")
    (tmp_path / "nowhere").symlink_to(tmp_path / "absent")
    for name in ("mine", "mine/file", "link", "nowhere"):
        with pytest.raises(Refused, match="is there already and was not generated"):
            found_listing(tmp_path / name)


def test_where_no_folder_can_be_made_the_place_is_named(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UnreadableInput, match="made: cannot be made"), workshop(tmp_path / "file" / "made"):
        pass


def test_a_failure_leaves_what_stood_there_and_nothing_beside_it(tmp_path: Path):
    root = tmp_path / "made"
    generate(root, OLD)
    with workshop(root) as place:
        (place / "file").write_bytes(NEW)
    with pytest.raises(OSError, match="No such file"):
        put_in_place(tmp_path / "absent", root)
    assert content(root)["sub/file"] == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_what_was_changed_since_is_named_and_what_was_added_is_not(tmp_path: Path):
    root = tmp_path / "made"
    generate(root, NEW)
    (root / "added").write_bytes(b"by a reviewer")
    assert changed_since(Folder(root)) == []
    (root / "sub" / "file").write_bytes(OLD)
    assert changed_since(Folder(root)) == ["sub/file"]
    (root / "sub" / "file").unlink()
    assert changed_since(Folder(root)) == ["sub/file"]
    (root / LISTING).write_bytes(LISTED.replace(b"sub/file", b"../out"))
    assert changed_since(Folder(root)) == ["../out"]
    (root / LISTING).unlink()
    assert changed_since(Folder(root)) == [LISTING]
