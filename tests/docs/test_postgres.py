"""The worked example of docs/evaluate.md against a real PostgreSQL server, where one can be started."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.reading import ROOT, blocks, the_block

GUIDE = ROOT / "docs" / "evaluate.md"
_SEARCH = re.compile(r"`postgres_search.py`[^`]*:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def server() -> Iterator[dict[str, str]]:
    """The settings of `psql` for a new server that listens on a socket alone."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not programs or shutil.which("psql") is None:
        pytest.skip("there is no PostgreSQL server on this machine")
    # The server will not run as root. Its socket's path has to be short.
    owner = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if owner is not None:
        shutil.chown(folder, owner)

    def run(program: str, *words: str) -> None:
        whole = [str(programs[-1].with_name(program)), "-D", str(folder / "data"), *words]
        done = subprocess.run(whole, user=owner, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stderr

    try:
        run("initdb", "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -c listen_addresses= -c fsync=off", "start")
        try:
            yield {"PGHOST": str(folder), "PGUSER": "tester", "PGDATABASE": "postgres"}
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def test_the_example_scores_full_text_search(server: dict[str, str], tmp_path: Path) -> None:
    shutil.copytree(ROOT / "datasets" / "bilingual-notes", tmp_path / "bilingual-notes")
    (tmp_path / "passages.sql").write_text(the_block(GUIDE, "sql", "CREATE TABLE"), "utf-8")
    (search,) = _SEARCH.findall(GUIDE.read_text("utf-8"))
    (tmp_path / "postgres_search.py").write_text(search, "utf-8")
    (commands,) = [block.text for block in blocks(GUIDE) if block.language == "bash" and block.text.startswith("psql")]
    environment = {**os.environ, **server, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    script = commands.rstrip() + " --json --per-query"
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)["retrievers"]["postgres"]["projections"]["candidate"]
    assert outcome["unknown_ids"] == 0
    found = outcome["per_query"]
    english = [its["ranked"] for query, its in found.items() if its["groups"]["lang"] == "en"]
    assert all(english)
    # Its English configuration cuts no Chinese words.
    assert not any(its["ranked"] for its in found.values() if its["groups"]["lang"] == "zh")
    assert outcome["groups"]["lang"]["en"]["Success@5"]["value"] > 0
