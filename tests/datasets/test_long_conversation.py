"""The bundled conversation is the seed profile, to the byte, and says what it is."""

from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.store.yaml import parse_yaml

BUNDLED = Path(__file__).resolve().parents[2] / "datasets" / "long-conversation"


def files(root: Path) -> dict[str, bytes]:
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if not name.startswith(".annotator/")}


def test_it_is_what_the_generator_makes_to_the_byte(tmp_path: Path):
    assert main(["generate", "long-conversation", str(tmp_path / "anew"), "--profile", "seed"]) == 0
    assert files(tmp_path / "anew") == files(BUNDLED)


def test_it_is_sound_synthetic_and_free():
    assert main(["verify", str(BUNDLED)]) == 0
    config, _ = parse_yaml((BUNDLED / "dataset.yaml").read_bytes(), "dataset.yaml")
    assert (config["license"], config["provenance"]) == ("CC0-1.0", "synthetic")
    assert [person["name"] for person in config["people"].values()] == ["Drafter (made-up author)"]


def test_it_gives_its_report(capsys: pytest.CaptureFixture[str]):
    assert main(["evaluate", str(BUNDLED)]) == 0
    assert "storageCorrectness" in capsys.readouterr().out
