"""docs/evaluate.md and docs/evaluation-of-corpora.md: the examples run, and the printed figures come out."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.evaluate.measures import FAMILIES
from tests.docs.reading import ROOT

GUIDE = ROOT / "docs" / "evaluate.md"
CORPORA = ROOT / "docs" / "evaluation-of-corpora.md"
_SCRIPT = re.compile(r"`(\w+\.py)`[^`]*:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def scripts(document: Path, folder: Path) -> list[str]:
    """Writes the scripts of a document into `folder`; returns their names."""
    found = _SCRIPT.findall(document.read_text("utf-8"))
    for name, text in found:
        (folder / name).write_text(text, "utf-8")
    return [name for name, _ in found]


def commands() -> list[list[str]]:
    """The words of every indented command of the guide, without `annotator`."""
    text = re.sub(r"\\\n\s*", " ", re.sub(r"^```.*?^```$", "", GUIDE.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL))
    return [shlex.split(line)[1:] for line in re.findall(r"^    (annotator .+)$", text, re.MULTILINE)]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with the bundled datasets and the scripts of the guide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("bilingual-notes", "recall-bench"):
        shutil.copytree(ROOT / "datasets" / name, tmp_path / name)
    assert scripts(GUIDE, tmp_path) == ["words_shared.py", "words_search.py", "postgres_search.py"]
    yield tmp_path
    sys.modules.pop("words_shared", None)


@pytest.fixture
def service(monkeypatch):
    """A service that answers each posted question as the guide says, the best passage being one of the guide's."""
    monkeypatch.setenv("NO_PROXY", "*")
    request, answer = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL))
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/search", request, asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_every_command_of_the_guide_does_what_it_says(here, service, capsys):
    url, request, asked = service
    done = [main([word.replace("http://localhost:8080/search", url) for word in words]) for words in commands()]
    assert done == [0] * 14
    assert "two runs gave the same but for times" in capsys.readouterr().out
    assert {(frozenset(one), one["k"]) for one in asked} == {(frozenset(request), request["k"])}


def test_the_program_and_the_class_of_the_guide_find_the_same(here, capsys):
    words = ["--retriever", "python:words_shared:WordsShared"]
    words += ["--retriever", f"command:{shlex.quote(sys.executable)} words_search.py bilingual-notes/corpus.jsonl", "--per-query", "--json"]
    assert main(["evaluate", "bilingual-notes", *words]) == 0
    retrievers = json.loads(capsys.readouterr().out)["retrievers"]
    found = [{query: its["ranked"] for query, its in one["projections"]["candidate"]["per_query"].items()} for one in retrievers.values()]
    assert found[0] == found[1]
    assert any(found[0].values())


def test_the_guide_knows_every_measure():
    text = GUIDE.read_text("utf-8")
    assert [name for name in FAMILIES if not re.search(rf"`{name}[`@(]", text)] == []


def section(title: str) -> str:
    """The bash block under a heading of the corpora."""
    part = CORPORA.read_text("utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    (block,) = re.findall(r"```bash\n(.*?)```", part, re.DOTALL)
    return str(block)


def run(title: str, folder: Path, data: Path) -> None:
    """Run the commands of a section in `folder`."""
    scripts(CORPORA, folder)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "DATA": str(data)}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", section(title)], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def printed(first: str, columns: int) -> dict[str, list[str]]:
    """The rows of the table that has a cell beginning with `first`: name to the cells at its end."""
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")] for line in CORPORA.read_text("utf-8").splitlines() if line.startswith("|")
    ]
    rows = [row for row in rows if len(row) > columns]
    begin = next(number for number, row in enumerate(rows) if row[0].startswith(first))
    names = [row[-columns - 1] for row in rows[begin:]]
    end = next((number for number, name in enumerate(names) if name in names[:number]), len(names))
    return {row[-columns - 1]: row[-columns:] for row in rows[begin : begin + end]}


def test_the_figures_of_cranfield_come_out(tmp_path, shared_data):
    run("Cranfield", tmp_path, shared_data)
    report = json.loads((tmp_path / "cranfield.json").read_text("utf-8"))
    table = printed("Cranfield", 4)
    assert list(report["retrievers"]) == ["lexical", "token-hash", "hybrid"]
    for name, one in report["retrievers"].items():
        measures = one["projections"]["candidate"]["measures"]
        assert [f"{measures[measure]['value']:.4f}" for measure in ("AP", "nDCG@10", "RR@10", "R@100")] == table[name]
    assert report["dataset"]["samples"] == 225
    assert report["provisional"] is True


def test_the_figures_of_lecard_are_trec_evals(tmp_path, shared_data):
    run("LeCaRD", tmp_path, shared_data)
    report = json.loads((tmp_path / "lecard.json").read_text("utf-8"))
    expected = json.loads((shared_data / "ret-lecard-zh" / "expected.json").read_text("utf-8"))
    table = printed("BM25", 3)
    for one, name in zip(report["runs"], ("BM25", "TF-IDF", "language model"), strict=True):
        figures = [one["measures"][measure]["value"] for measure in ("AP(rel=3)", "P(rel=3)@5", "nDCG@10")]
        theirs = expected[f"{one['name'].removesuffix('.run')}_top100"]["pytrec_eval_full_run_rel>=3"]
        assert figures == pytest.approx([theirs["map"], theirs["P_5"], theirs["ndcg_cut_10"]], abs=1e-9)
        assert [f"{figure:.4f}" for figure in figures] == table[name]
