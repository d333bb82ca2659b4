"""`annotator label` where there is no terminal, and its help and keys."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import a_dataset

ROOT = Path(__file__).resolve().parents[2]


def label(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "annotator", "label", *words], cwd=ROOT, input=stdin, capture_output=True, text=True)


def test_without_a_terminal_it_says_what_to_use_instead(tmp_path):
    done = label(str(a_dataset(tmp_path / "set")), "--as", "alice")
    assert done.returncode == 2
    assert done.stderr == "annotator: the screen needs a terminal; use --plain for lines, or --from FILE for labels from a file\n"


def test_plain_lines_over_a_pipe(tmp_path):
    done = label(str(a_dataset(tmp_path / "set")), "--as", "alice", "--plain", stdin="3\n.\n0\ns\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "saved " in done.stdout and "sample 2 of 2" in done.stdout


def test_an_adjudicator_is_refused(tmp_path):
    done = label(str(a_dataset(tmp_path / "set")), "--as", "carol", "--plain")
    assert done.returncode == 2 and "carol is no reviewer, author or judge" in done.stderr


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('[keys]\nsubmit = "k"\n', "submit and skip are both on k"),
        ("[keys]\nsubmit = 3\n", "keys.submit"),
        ('[keys]\nsubmit = "notakey"\n', "config.toml: keys.submit: no terminal sends a key 'notakey'"),
        ('[keys]\nsubmit = ""\n', "config.toml: keys.submit: no key is given"),
        ('[keys]\nnote_done = "e"\n', "config.toml: keys.note_done: 'e' could not be typed any more in a note"),
        ('theme = "pink"\n', "config.toml: theme: input should be 'dark', 'light', 'contrast' or 'terminal'"),
        ('colour = "red"\n', "colour: there is no such field"),
        ("[keys\n", "cannot be taken in"),
    ],
)
def test_faulty_settings_are_named(config, words, tmp_path, monkeypatch):
    folder = tmp_path / "config" / "annotator"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(config, "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    done = label(str(a_dataset(tmp_path / "set")), "--as", "alice", "--plain")
    assert done.returncode == 2 and words in done.stderr


def test_help_loads_no_screen():
    probe = "import sys\nfrom annotator.cli.main import main\ntry:\n    main(['label', '--help'])\nexcept SystemExit:\n    print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_keys_are_printed():
    done = label("--keys")
    assert done.returncode == 0
    assert done.stdout == (ROOT / "docs" / "keys.md").read_text("utf-8")
