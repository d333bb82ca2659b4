import json
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.facets.grade import Grade


@pytest.mark.parametrize("template", ["retrieval", "evidence", "relevance", "tags"])
def test_a_new_dataset_is_valid_and_explained(tmp_path: Path, template: str, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "my notes"
    assert main(["new", str(root), "--template", template, "--id", "my-notes", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"dataset": "my-notes", "template": template}
    assert verify(root).findings == []
    assert "# Who takes part." in (root / "dataset.yaml").read_text()
    assert (root / ".gitattributes").read_text() == "* -text\n"
    assert (root / ".gitignore").read_text() == ".annotator/\n"
    assert (root / "dimensions.yaml").exists() == (template in {"retrieval", "tags"})
    assert Workspace(root).config.people == {}


def test_the_scale_and_the_number_of_reviewers_are_as_asked_for(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "a"), "--template", "relevance", "--scale", "0=no: never,2=yes", "--reviewers", "3"]) == 0
    config = Workspace(tmp_path / "a").config
    facet = config.facets["relevance"]
    assert isinstance(facet, Grade) and facet.scale == {0: "no: never", 2: "yes"}
    assert (config.id, config.workflow.reviewers) == ("a", 3)


@pytest.mark.parametrize("id_", ["no", "12", "1e3", "null", "2026-01-02"])
def test_an_id_that_yaml_could_take_for_something_else_stays_a_name(tmp_path: Path, id_: str) -> None:
    assert main(["new", str(tmp_path / "a"), "--id", id_]) == 0
    assert Workspace(tmp_path / "a").config.id == id_


@pytest.mark.parametrize(
    "words, message",
    [
        (["--id", "../up"], "cannot be a dataset's id"),
        (["--scale", "0=no"], "at least two grades"),
        (["--scale", "a=no,b=yes"], "'a=no' is not GRADE=MEANING"),
        (["--scale", "0=no,0=yes"], "its grade stands twice"),
        (["--scale", "0=no,1=yes", "--template", "tags"], "has no grades"),
        (["--reviewers", "0"], "at least one label"),
    ],
)
def test_wrong_words_make_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(["new", str(tmp_path / "a"), *words]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("x")
    assert main(["new", str(tmp_path), "--id", "a"]) == 2
    assert "is there already and not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
