"""The short version of `make crash`: a few points of every mode."""

from pathlib import Path

import pytest

from tests.crash.breaking import MODES, Trial, trials, why_not


@pytest.fixture(autouse=True)
def breakable() -> None:
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)


@pytest.mark.parametrize("mode", MODES)
def test_no_acknowledged_label_is_lost_and_repair_reaches_a_sound_folder(mode: str, tmp_path: Path):
    found = dict(trials(tmp_path / "scratch", mode, step=3 if mode == "torn" else 13))
    assert found
    assert {what: faults for what, faults in found.items() if faults} == {}


def test_a_lost_label_and_a_spoilt_folder_would_be_seen(tmp_path: Path):
    trial = Trial(tmp_path / "scratch")
    assert trial.label()[0] == 0
    assert len(trial.acknowledged) == 3
    assert trial.faults() == []
    (session,) = trial.root.glob("labels/alice/*.jsonl")
    session.write_bytes(session.read_bytes().replace(b'"n":2', b'"n":7'))
    assert [fault.split(" ")[0] for fault in trial.faults()] == ["q-1", "q-1", "verify"]
