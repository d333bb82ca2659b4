"""The scratch root: only under the temporary folder, only where nothing is, gone at the end unless it is to stay."""

import tempfile
from pathlib import Path

import pytest

from annotator.errors import Refused
from annotator.store.scratch import Scratch, scratch_root


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A temporary folder of the system for this test alone."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_a_new_one_lies_in_the_temporary_folder_and_goes(temporary):
    with scratch_root(None, keep=False) as scratch:
        assert scratch.root.parent == temporary
        assert scratch.root.stat().st_mode & 0o077 == 0
        scratch.put(("recall", "q-1"), {"state.json": b"{}"})
    assert list(temporary.iterdir()) == []


def test_it_goes_after_a_failure_too(temporary):
    with pytest.raises(ZeroDivisionError), scratch_root(None, keep=False):
        raise ZeroDivisionError
    assert list(temporary.iterdir()) == []


def test_it_stays_where_asked(temporary):
    with scratch_root(None, keep=True) as scratch:
        scratch.put(("recall", "q-1", "automatic"), {"state.json": b"{}"})
    assert (scratch.root / "recall" / "q-1" / "automatic" / "state.json").read_bytes() == b"{}"


def test_an_empty_folder_that_is_given_stays(temporary):
    (temporary / "mine").mkdir()
    with scratch_root(temporary / "mine", keep=False) as scratch:
        assert scratch.root == temporary / "mine"
    assert (temporary / "mine").is_dir()


def test_any_other_folder_is_refused_and_left_as_it_is(temporary, tmp_path):
    for folder in (temporary / "full", temporary / "target", tmp_path / "elsewhere"):
        folder.mkdir()
    (temporary / "full" / "file").write_text("x")
    (temporary / "link").symlink_to(temporary / "target")
    (temporary / "way-out").symlink_to(tmp_path)
    below = [temporary / name for name in ("full", "full/file", "absent", "link", "way-out/elsewhere")]
    for given in [*below, tmp_path / "elsewhere", Path("/"), Path("with\0nul")]:
        with pytest.raises(Refused, match=r"^--work-root .*: (is no empty folder|does not lie under)"), scratch_root(given, keep=False):
            pass
    assert (temporary / "full" / "file").read_text() == "x"
    assert [*(tmp_path / "elsewhere").iterdir(), *(temporary / "target").iterdir()] == []


def test_the_temporary_folder_itself_is_refused(temporary):
    with pytest.raises(Refused, match="does not lie under"), scratch_root(temporary, keep=False):
        pass


@pytest.mark.parametrize("id_", ["../../x", "a/b", "..", ".", "回忆-1", "x" * 200, "-rf"])
def test_no_id_leads_out_of_it(tmp_path, id_):
    Scratch(tmp_path / "root").put(("recall", id_), {"state.json": b"{}"})
    (found,) = tmp_path.rglob("state.json")
    assert found.parent.parent == tmp_path / "root" / "recall"
    assert len(found.parent.name) == 32


def test_a_program_is_sent_into_it(tmp_path):
    environment = Scratch(tmp_path).environment()
    assert environment["ANNOTATOR_SCRATCH"] == str(tmp_path)
    assert {Path(value).parent for name, value in environment.items() if name.startswith("XDG_")} == {Path(environment["HOME"])}
    assert Path(environment["HOME"]).is_relative_to(tmp_path)
    assert Path(environment["HOME"]).is_dir()
