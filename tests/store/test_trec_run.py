"""Every engine gives the same values to the last bit, whatever the files look like."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.errors import UnreadableInput
from annotator.evaluate.lines import Options, add_missing
from annotator.evaluate.measures import parse
from annotator.store.trec import STRETCH, read_qrels, stretches, whole_queries
from annotator.store.trec_columns import find_in, values_of
from annotator.store.trec_run import QrelsFile, score_columns, score_run, score_stretches

MEASURES = [
    parse(text)
    for text in [
        "nDCG@10",
        "nDCG@1",
        "nDCG",
        "nDCG(dcg='exp-log2')@5",
        "RR",
        "RR@3",
        "R@5",
        "R(rel=2)@10",
        "P@1",
        "P(rel=2)@10",
        "Success@3",
        "AP",
        "AP@5",
        "AP(rel=2)",
        "Bpref",
        "Bpref(rel=2)",
        "Rprec",
        "Rprec(rel=3)",
        "SetP",
        "SetR",
        "SetF",
        "SetF(beta=0.5)",
        "ERR@20",
        "ERR",
        "RBP(p=0.8)",
        "RBP(p=0.5,rel=2)@10",
        "IPrec@0.3",
        "Judged@5",
        "Judged",
        "NumRet",
        "NumRet(rel=1)",
        "NumRel",
    ]
]


def numeral(rng: random.Random) -> str:
    """A score in one of the ways that runs write them, with many ties."""
    value = rng.choice([rng.uniform(-20, 20), rng.random(), rng.randint(-3, 3), rng.randint(0, 10**9), rng.choice([0.5, 1.5, -0.0, 2.25])])
    return rng.choice(["%.4f", "%.2f", "%.0f", "%.6f", "%r", "%.3e", "%+.1f", "%.17g", "%.9f"]) % value


def documents(rng: random.Random) -> list[str]:
    kinds = [
        lambda i: f"d{i}",
        lambda i: f"chunk-{i:08d}",
        lambda i: f"{i}",
        lambda i: f"文档{i}",
        lambda i: f"{'long-' * 9}{i}",
        lambda i: f"{i:07d}x",
    ]
    chosen = rng.sample(kinds, rng.randint(1, len(kinds)))
    return list({rng.choice(chosen)(i) for i in range(rng.randint(1, 80))})


def write_pair(folder, rng: random.Random, *, interleaved: bool) -> tuple[str, str]:
    queries = [rng.choice(["q%d", "%03d", "-x%d", "very-long-query-name-%d", "问%d"]) % i for i in range(rng.randint(1, 12))]
    pool = documents(rng)
    judgments, lines = [], []
    for query in queries:
        if rng.random() < 0.85:
            judged = rng.sample(pool, rng.randint(1, len(pool)))
            judgments += [f"{query} 0 {d} {rng.choice([-1, 0, 0, 1, 1, 2, 3, 12, '2.0'])}" for d in judged]
        if rng.random() < 0.85:
            found = rng.sample(pool, rng.randint(1, len(pool)))
            rows = [(d, numeral(rng)) for d in found]
            if rng.random() < 0.5:
                rows.sort(key=lambda row: -float(row[1]))
            lines += [f"{query} Q0 {d} {i} {s} tag" for i, (d, s) in enumerate(rows)]
    judgments = judgments or [f"q 0 {pool[0]} 1"]
    if interleaved:
        rng.shuffle(lines)
        rng.shuffle(judgments)
    end = rng.choice(["\n", "\n", "\r\n"])
    space = rng.choice([" ", " ", "\t", "  "])
    (folder / "qrels").write_bytes(end.join(line.replace(" ", space) for line in judgments).encode() + rng.choice([b"", end.encode()]))
    if rng.random() < 0.2:
        lines.insert(rng.randint(0, len(lines)), "# a comment with six words here")
        lines.insert(rng.randint(0, len(lines)), "")
    (folder / "run").write_bytes(end.join(line.replace(" ", space) for line in lines).encode() + rng.choice([b"", end.encode()]))
    return str(folder / "qrels"), str(folder / "run")


def by_lines(qrels: str, run: str, options: Options):
    judged = read_qrels(qrels)
    return add_missing(score_stretches(whole_queries(stretches(run, size=200)), judged, MEASURES, options), judged, MEASURES)


@pytest.mark.parametrize("seed", range(150))
def test_the_columns_engine_equals_the_line_engine_to_the_last_bit(tmp_path, seed, monkeypatch):
    rng = random.Random(seed)
    monkeypatch.setattr("annotator.store.trec_columns.STRETCH", rng.choice([60, 400, 1 << 20]))
    qrels, run = write_pair(tmp_path, rng, interleaved=False)
    options = Options(float32=rng.random() < 0.3)
    columns = score_columns(run, QrelsFile(qrels), MEASURES, options)
    assert columns is not None
    lines = by_lines(qrels, run, options)
    for query, row in lines.values.items():
        assert dict(zip(map(str, MEASURES), columns.values[query], strict=True)) == dict(zip(map(str, MEASURES), row, strict=True)), query
    assert columns.values.keys() == lines.values.keys()
    assert (columns.missing, columns.ignored, columns.tied) == (lines.missing, lines.ignored, lines.tied)


@pytest.mark.parametrize("seed", range(20))
def test_interleaved_queries_give_what_the_same_lines_in_order_give(tmp_path, seed):
    rng = random.Random(1000 + seed)
    qrels, run = write_pair(tmp_path, rng, interleaved=True)
    in_order = tmp_path / "in-order"
    ordered = sorted(run_lines(run), key=query_of)
    in_order.write_bytes(b"".join(ordered))
    expected = by_lines(qrels, str(in_order), Options())
    assert score_run(run, QrelsFile(qrels), MEASURES, Options()) == expected
    columns = score_columns(run, QrelsFile(qrels), MEASURES, Options())
    assert columns is not None
    assert columns.values == expected.values
    assert (columns.missing, columns.ignored, columns.tied) == (expected.missing, expected.ignored, expected.tied)


def query_of(line: bytes) -> bytes:
    return line.split()[0]


def run_lines(run: str) -> list[bytes]:
    lines = Path(run).read_bytes().splitlines()
    return [line + b"\n" for line in lines if line.split() and not line.startswith(b"#")]


def test_the_columns_engine_leaves_what_it_cannot_do_to_the_other(tmp_path):
    (tmp_path / "qrels").write_text("q 0 a 1\n")
    for text in ("q 0 a 1 2 t\nq 0 a 2 1 t\n", "q 0 a 1 nan t\n", "q 0 a 1 x t\n", "q 0 a 1\n"):
        (tmp_path / "run").write_text(text)
        assert score_columns(str(tmp_path / "run"), QrelsFile(str(tmp_path / "qrels")), MEASURES, Options()) is None


def test_an_id_too_long_for_columns_is_left_to_the_other_engine(tmp_path):
    long = "x" * 300
    (tmp_path / "qrels").write_text(f"q 0 {long} 1\n")
    (tmp_path / "run").write_text(f"q 0 {long} 1 2 t\n")
    qrels = QrelsFile(str(tmp_path / "qrels"))
    assert score_columns(str(tmp_path / "run"), qrels, [parse("AP")], Options()) is None
    assert score_run(str(tmp_path / "run"), qrels, [parse("AP")], Options()).values == {b"q": (1.0,)}


def test_two_passages_are_told_apart_by_their_bytes_where_their_hashes_are_equal(tmp_path, monkeypatch):
    import numpy as np

    from annotator.evaluate import columns

    plain = columns.field
    monkeypatch.setattr(
        "annotator.evaluate.judged_table.field", lambda text, n: plain(text, n)._replace(hashes=np.zeros(len(text.ends), np.uint64))
    )
    monkeypatch.setattr(
        "annotator.evaluate.column_ranks.field", lambda text, n: plain(text, n)._replace(hashes=np.zeros(len(text.ends), np.uint64))
    )
    (tmp_path / "qrels").write_text("q 0 a 1\n")
    (tmp_path / "run").write_text("q 0 b 1 2 t\n")
    values = score_columns(str(tmp_path / "run"), QrelsFile(str(tmp_path / "qrels")), [parse("AP")], Options())
    assert values is not None
    assert values.values == {b"q": (0.0,)}


def test_files_shared_between_processes_give_the_same(tmp_path):
    rng = random.Random(7)
    lines, judgments = [], []
    for number in range(400):
        lines += [f"q{number} Q0 doc{d} 0 {rng.randint(0, 50) / 8} t\n" for d in rng.sample(range(1000), rng.randint(1, 70))]
        judgments += [f"q{number} 0 doc{d} {rng.randint(0, 3)}\n" for d in rng.sample(range(1000), 40)]
    (tmp_path / "run").write_text("".join(lines))
    (tmp_path / "qrels").write_text("".join(judgments))
    assert (tmp_path / "run").stat().st_size > 3 * STRETCH
    program = (
        "import json, sys\n"
        "from annotator.evaluate.lines import Options\n"
        "from annotator.evaluate.measures import parse\n"
        "from annotator.store import trec_run, trec_workers\n"
        "trec_workers.os.sched_getaffinity = lambda pid: range(3)\n"
        "qrels = trec_run.QrelsFile(sys.argv[1])\n"
        "measures = [parse(text) for text in json.loads(sys.argv[3])]\n"
        "parts = trec_run._parts(sys.argv[2])\n"
        "lines = trec_run.score_forked(sys.argv[2], parts, qrels.judged(), measures, Options())\n"
        "columns = trec_run.score_columns(sys.argv[2], qrels, measures, Options())\n"
        "print(json.dumps([len(parts), [[(k.decode(), v) for k, v in sorted(one.values.items())] for one in (lines, columns)]]))\n"
    )
    argv = [sys.executable, "-c", program, str(tmp_path / "qrels"), str(tmp_path / "run"), json.dumps([str(m) for m in MEASURES])]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[2])
    assert done.returncode == 0, done.stderr
    count, (forked, columns) = json.loads(done.stdout)
    assert count == 3
    expected = by_lines(str(tmp_path / "qrels"), str(tmp_path / "run"), Options())
    assert {query: tuple(row) for query, row in forked} == {query.decode(): row for query, row in expected.values.items()}
    assert columns == forked


def test_a_fault_in_a_large_file_is_named_with_its_line(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    lines = [f"q{i} Q0 d{d} 1 {d} t\n" for i in range(2000) for d in range(60)]
    lines[77777] = "q1296 Q0 d5 1 word t\n"
    (tmp_path / "run").write_text("".join(lines))
    with pytest.raises(UnreadableInput) as caught:
        score_run(str(tmp_path / "run"), QrelsFile(str(tmp_path / "qrels")), MEASURES, Options())
    assert str(caught.value) == f"{tmp_path / 'run'}:77778: score 'word' is not a number; correct it"


def test_parts_of_a_file_travel_as_built_in_values(tmp_path):
    (tmp_path / "qrels").write_text("q 0 a 1\n")
    (tmp_path / "run").write_text("q 0 b 1 2 t\nq 0 a 1 1 t\nz 0 a 1 1 t\n")
    table = QrelsFile(str(tmp_path / "qrels")).table()
    part = find_in(str(tmp_path / "run"), 0, None, table, Options())
    assert all(isinstance(value, bytes | list | int) for value in part)
    assert values_of([part], table, [parse("RR")]).values == {b"q": (0.5,)}


@pytest.mark.parametrize(
    "scores", ["2.50 10.25 2.50", "0.1 0.10 0.2", "3 2 3", "1.5 -1.5 0.5", "9999999999.5 9999999999.4 1.0", "00.5 0.5 1.5"]
)
def test_scores_read_as_whole_numbers_keep_order_and_ties(tmp_path, scores):
    lines = [f"q 0 d{at} 1 {number} t\n" for at, number in enumerate(scores.split())]
    (tmp_path / "run").write_text("".join(lines))
    numbers = [float(number) for number in scores.split()]
    # Rank by definition: those with a higher score, and those with an equal one and a higher id, stand before.
    before = [sum((other, name) > (number, at) for name, other in enumerate(numbers)) for at, number in enumerate(numbers)]
    for at, count in enumerate(before):
        (tmp_path / "qrels").write_text(f"q 0 d{at} 1\n")
        assert by_lines(str(tmp_path / "qrels"), str(tmp_path / "run"), Options()).values[b"q"][4] == 1 / (count + 1)


@pytest.mark.parametrize("size", [2, 3, 40])
def test_columns_settle_ties_by_falling_bytes_of_ids(tmp_path, size):
    rng = random.Random(size)
    pool = ["a", "a\x01", "ab", "abcdefgh", "abcdefghi", "abcdefgh\x7f", "é", "文", "z" * 20, "z" * 20 + "a", "Z", "0", "00", "~"]
    pool += [f"p{number}" for number in range(40)]
    for _ in range(30):
        chosen = rng.sample(pool, size)
        (tmp_path / "run").write_text("".join(f"q 0 {passage} 1 1.5 t\n" for passage in chosen))
        (tmp_path / "qrels").write_text(f"q 0 {chosen[0]} 1\n")
        falling = sorted((passage.encode() for passage in chosen), reverse=True)
        values = score_columns(str(tmp_path / "run"), QrelsFile(str(tmp_path / "qrels")), [parse("RR")], Options())
        assert values is not None
        assert values.values == {b"q": (1 / (falling.index(chosen[0].encode()) + 1),)}
