"""A run file as hits by query, and its digest."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest

from annotator.errors import UnreadableInput
from annotator.store.trec_hits import read_hits, run_sha256

RUN = b"q1 Q0 d1 1 2.5 t\nq2 Q0 d3 1 1.5 t\nq1 Q0 d2 2 1.5 t\n"


def test_hits_of_interleaved_queries_keep_the_order_of_the_file(tmp_path: Path):
    (tmp_path / "run").write_bytes(RUN)
    assert read_hits(str(tmp_path / "run")) == {"q1": [("d1", 2.5), ("d2", 1.5)], "q2": [("d3", 1.5)]}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"q1 Q0 d9 3 x t\n", "run:4: score 'x' is not a number"),
        (b"q1 Q0 d9 3 nan t\n", "run:4: the score of passage 'd9' is NaN"),
        (b"q1 Q0 d9 3\n", "run:4: a run line has 6 fields"),
        (b"q1 Q0 d9 3 1.0 \xff\nq1 Q0 \xff 3 1.0 t\n", "run:5: holds an id that is not UTF-8; save the run as UTF-8"),
        (b"\xff Q0 d9 3 1.0 t\n", "run:4: holds an id that is not UTF-8"),
    ],
)
def test_a_line_that_cannot_be_taken_in_is_named(tmp_path: Path, line: bytes, why: str):
    (tmp_path / "run").write_bytes(RUN + line)
    with pytest.raises(UnreadableInput, match=why):
        read_hits(str(tmp_path / "run"))


def test_a_run_has_the_digest_of_its_text_whether_packed_or_not(tmp_path: Path):
    plain, packed = tmp_path / "run", tmp_path / "run.gz"
    plain.write_bytes(RUN)
    packed.write_bytes(gzip.compress(RUN))
    assert run_sha256(str(plain)) == run_sha256(str(packed)) == hashlib.sha256(RUN).hexdigest()
