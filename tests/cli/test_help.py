"""Help fits the terminal, and keeps its paragraphs."""

import pytest

from annotator.cli.main import COMMANDS, main
from tests.cli.words import Say, said


@pytest.mark.parametrize("width", [80, 132])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_of_a_command_is_wider_than_the_terminal(command: str, width: int, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", str(width))
    with pytest.raises(SystemExit) as done:
        main([command, "--help"])
    assert done.value.code == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width


def test_the_overview_fits_eighty_columns(capsys: Say):
    assert max(map(len, said(capsys, "--help").splitlines())) <= 80


def test_a_paragraph_stays_one(capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        main(["fmt", "--help"])
    assert (
        "Put hand-edited corpus and samples files into canonical\n"
        "form; labels and decisions are never touched.\n"
        "\n"
        "The meaning of no record changes, so no label becomes\n"
        "stale; the dataset SHA-256 does change.\n"
    ) in capsys.readouterr().out
