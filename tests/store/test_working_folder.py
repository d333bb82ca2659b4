"""Where a report may be written: below the working folder, through no link, whole or not at all."""

import os

import pytest

from annotator.errors import Refused
from annotator.store import working_folder
from annotator.store.working_folder import Destination, names_folder


@pytest.fixture
def here(tmp_path, monkeypatch):
    inside = tmp_path / "inside"
    inside.mkdir()
    monkeypatch.chdir(inside)
    return inside


@pytest.mark.parametrize("name", ["report.json", "./report.json", "reports/2026/today.json", "reports/./x", "..x", "报告.json"])
def test_a_relative_name_is_written_with_the_folders_on_the_way(here, name):
    Destination(name).write(b"whole")
    assert (here / name).read_bytes() == b"whole"
    assert [path.name for path in here.rglob("*") if path.is_file()] == [name.rpartition("/")[2]]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/tmp/x.json", "is absolute"),
        ("../x.json", "leads out"),
        ("a/../../x.json", "leads out"),
        ("a/../x.json", "leads out"),
        ("x\0.json", "control character"),
        ("x\n.json", "control character"),
        ("", "no name of a file"),
        (".", "no name of a file"),
        ("a//b", "no name of a file"),
        ("folder/", "no name of a file"),
    ],
)
def test_other_names_are_refused(here, name, why):
    with pytest.raises(Refused, match=why):
        Destination(name)
    assert list(here.parent.rglob("*")) == [here]


def test_links_are_refused_on_the_way_and_at_the_end(here):
    (here.parent / "outside").mkdir()
    (here.parent / "victim.json").write_text("mine")
    (here / "link").symlink_to(here.parent / "outside")
    (here / "inner").mkdir()
    (here / "inner" / "deep").symlink_to(here.parent / "outside")
    (here / "report.json").symlink_to(here.parent / "victim.json")
    (here / "dangling.json").symlink_to(here.parent / "nothing.json")
    for name, why in (
        ("link/x.json", "'link' on the way is a link"),
        ("inner/deep/x.json", "'deep' on the way is a link"),
        ("report.json", "is a link"),
        ("dangling.json", "is a link"),
    ):
        with pytest.raises(Refused, match=why):
            Destination(name)
    assert (here.parent / "victim.json").read_text() == "mine"
    assert list((here.parent / "outside").iterdir()) == []
    assert not (here.parent / "nothing.json").exists()


def test_a_link_that_came_after_the_check_is_refused_too(here):
    destination = Destination("reports/x.json")
    (here.parent / "outside").mkdir()
    (here / "reports").symlink_to(here.parent / "outside")
    with pytest.raises(Refused):
        destination.write(b"x")
    assert list((here.parent / "outside").iterdir()) == []


def test_folders_and_special_files_are_refused(here):
    (here / "folder").mkdir()
    os.mkfifo(here / "pipe")
    (here / "file").write_text("x")
    for name, why in (("folder", "is a folder"), ("pipe", "is a special file"), ("file/x", "no folder")):
        with pytest.raises(Refused, match=why):
            Destination(name)


def test_a_folder_is_one_that_is_there_or_ends_in_a_slash(here):
    (here / "there").mkdir()
    (here / "file").touch()
    names = ("there", "there/", "new/", "new", "file", "", "x\0", "there\0/")
    assert [names_folder(name) for name in names] == [True, True, True, False, False, False, False, True]


def test_an_earlier_report_is_replaced_whole_or_kept(here, monkeypatch):
    Destination("report.json").write(b"first")
    Destination("report.json").write(b"second")
    assert (here / "report.json").read_bytes() == b"second"

    def full(descriptor, data):
        os.write(descriptor, data[:3])
        os.close(descriptor)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(working_folder, "write_and_close", full)
    # The name is the one that was asked for, not that of the temporary file.
    with pytest.raises(OSError, match=r"cannot be written \(No space left on device\): 'report.json'"):
        Destination("report.json").write(b"third")
    assert (here / "report.json").read_bytes() == b"second"
    assert [path.name for path in here.iterdir()] == ["report.json"]
