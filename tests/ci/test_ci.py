"""CI: the steps of the action, the GitLab job and the commit hook, run on a clone of a bare remote."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.builders import a_dataset, graded
from tests.curate.sound import sessions

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
AGREED = {"q-1": {"p-1": 3, "p-2": 0}}


def yaml(text: str) -> Any:
    return YAML(typ="safe").load(text)


def block_of_docs(beginning: str) -> Any:
    found = re.findall(r"^```yaml\n(.*?)^```$", (ROOT / "docs" / "ci.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (text,) = [block for block in found if block.startswith(beginning)]
    return yaml(text)


def git(folder: Path, *words: str, by: str = "carol") -> str:
    env = {**os.environ, "GIT_AUTHOR_EMAIL": f"{by}@example.org"}
    done = subprocess.run(["git", "-c", "init.defaultBranch=main", *words], cwd=folder, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.strip()


class Team:
    """A bare remote with the drafts on main, and a clone in which people work."""

    def __init__(self, folder: Path) -> None:
        self.remote, self.clone = folder / "remote.git", folder / "clone"
        git(folder, "init", "-q", "--bare", str(self.remote))
        git(folder, "clone", "-q", str(self.remote), str(self.clone))
        git(self.clone, "checkout", "-q", "-b", "main")
        self.root = a_dataset(self.clone / "datasets" / "bilingual-notes")
        self.push("carol", "drafts")
        self.base = git(self.clone, "rev-parse", "HEAD")

    def push(self, by: str, why: str = "work") -> None:
        git(self.clone, "add", "-A")
        git(self.clone, "commit", "-q", "-m", why, by=by)
        git(self.clone, "push", "-q", "origin", "HEAD")

    def checkout(self, *options: str) -> Path:
        """What a runner has: a fresh clone of the remote."""
        place = self.clone.parent / f"runner{len(list(self.clone.parent.iterdir()))}"
        git(self.clone.parent, "clone", "-q", *options, f"file://{self.remote}", str(place))
        return place


@pytest.fixture
def team(tmp_path: Path) -> Team:
    return Team(tmp_path)


ACTION = yaml((ROOT / "action.yml").read_text("utf-8"))


def substituted(text: str, values: dict[str, str]) -> str:
    """`text` with its expressions worked out: the names, `a || b`, and format('{0}…', name)."""

    def value_of(expression: str) -> str:
        for part in expression.split("||"):
            called = re.fullmatch(r"format\('(.*)', ([a-z.]+)\)", part.strip())
            found = called[1].format(values[called[2]]) if called else values.get(part.strip(), "")
            if found:
                return found
        return ""

    return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: value_of(match[1]), text)


def run_action(checkout: Path, event: dict[str, str], **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the steps of action.yml as GitHub does, with an annotator that is installed already."""
    values = {"runner.temp": str(checkout.parent), "github.action_path": str(ROOT), **event}
    given = {**{name: substituted(str(one.get("default", "")), values) for name, one in ACTION["inputs"].items()}, **inputs}
    given["annotator"] = str(BIN / "annotator")
    values |= {f"inputs.{name}": value for name, value in given.items()}
    done = None
    for step in ACTION["runs"]["steps"]:
        if step.get("if") == "${{ inputs.annotator == '' }}" and given["annotator"]:
            continue
        env = {name: substituted(value, values) for name, value in step["env"].items()}
        assert "${{" not in step["run"]
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]], cwd=checkout, env={**os.environ, **env}, capture_output=True, text=True
        )
    assert done is not None
    return done


def in_pull_request(team: Team) -> dict[str, str]:
    return {"github.event.pull_request.base.sha": team.base}


def test_the_action_passes_a_pull_request_of_a_reviewer(team: Team):
    graded(team.root, "alice", AGREED)
    team.push("alice")
    done = run_action(team.checkout(), in_pull_request(team), datasets="datasets/bilingual-notes\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"small: ok (against {team.base}); SHA-256 ")


def test_the_action_names_the_file_and_line_of_a_finding(team: Team):
    graded(team.root, "alice", AGREED)
    path = sessions(team.root, "alice")[0]
    path.write_bytes(path.read_bytes().replace(b'"p-1":3', b'"p-1":2'))
    team.push("alice")
    done = run_action(team.checkout(), in_pull_request(team), datasets="datasets/bilingual-notes", junit="out/j.xml", sarif="s.json")
    assert done.returncode == 1
    below = path.relative_to(team.clone).as_posix()
    assert done.stdout.splitlines()[0] == f"::error file={below},title=tampered::differs from its seal"
    runner = max(team.clone.parent.glob("runner*"))
    suites = ET.parse(runner / "out" / "j.xml").getroot()
    assert suites.find("testsuite/testcase/failure").attrib == {"type": "tampered", "message": "differs from its seal"}  # type: ignore[union-attr]  # it is there, or the test fails
    (result,) = json.loads((runner / "s.json").read_text())["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("tampered", "error")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == below


def test_the_action_on_the_first_push_of_a_branch_asks_the_whole_history(team: Team):
    graded(team.root, "alice", AGREED)
    team.push("mallory")
    done = run_action(team.checkout(), {"github.event.before": "0" * 40}, datasets="datasets/bilingual-notes")
    assert done.returncode == 1
    assert "title=invalid::came in by commit" in done.stdout
    assert run_action(team.checkout(), {"github.event.before": team.base}, datasets="datasets/bilingual-notes").returncode == 1
    assert run_action(team.checkout(), {}, datasets="datasets/bilingual-notes", base="HEAD").returncode == 0


def test_the_action_in_a_shallow_checkout_says_which_line_to_add(team: Team):
    graded(team.root, "alice", AGREED)
    team.push("alice")
    done = run_action(team.checkout("--depth", "1"), in_pull_request(team), datasets="datasets/bilingual-notes")
    assert done.returncode == 4
    assert "fetch-depth: 0" in done.stderr + done.stdout


def test_no_input_of_the_action_is_run(team: Team):
    done = run_action(team.checkout(), {}, datasets='datasets/bilingual-notes"; touch sprung; $(touch sprung)', base="$(touch sprung)")
    assert done.returncode != 0
    assert not list(team.clone.parent.glob("runner*/sprung"))


def test_the_action_installs_what_it_stands_with():
    (install,) = [step for step in ACTION["runs"]["steps"] if step["name"] == "Install annotator"]
    assert subprocess.run(["bash", "-n", "-c", install["run"]]).returncode == 0
    assert install["env"]["SOURCE"] == "${{ github.action_path }}"
    assert install["run"].rstrip().endswith('"$SOURCE"')
    assert ACTION["runs"]["using"] == "composite"
    assert {"datasets"} == {name for name, one in ACTION["inputs"].items() if one.get("required")}


def run_gitlab(checkout: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    job = block_of_docs("verify-gold:")["verify-gold"]
    lines = [line for line in job["script"] if not line.startswith("pip install")]
    env = {**os.environ, **variables, "PATH": f"{BIN}:{os.environ['PATH']}"}
    return subprocess.run(["bash", "-eo", "pipefail", "-c", "\n".join(lines)], cwd=checkout, env=env, capture_output=True, text=True)


def test_the_gitlab_job(team: Team):
    graded(team.root, "alice", AGREED)
    team.push("alice")
    checkout = team.checkout()
    assert run_gitlab(checkout).returncode == 0
    done = run_gitlab(checkout, CI_MERGE_REQUEST_DIFF_BASE_SHA=team.base)
    assert f"small: ok (against {team.base})" in done.stdout
    job = block_of_docs("verify-gold:")["verify-gold"]
    report = checkout / job["artifacts"]["reports"]["junit"]
    assert ET.parse(report).getroot().find("testsuite").get("failures") == "0"  # type: ignore[union-attr]  # it is there, or the test fails
    graded(team.root, "bob", AGREED)
    team.push("mallory")
    assert run_gitlab(team.checkout(), CI_MERGE_REQUEST_DIFF_BASE_SHA=team.base).returncode == 1
    assert job["variables"]["GIT_DEPTH"] == 0


def test_the_commit_hook(team: Team, monkeypatch: pytest.MonkeyPatch):
    (hook,) = yaml((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (repo,) = block_of_docs("repos:")["repos"]
    (used,) = repo["hooks"]
    assert used["id"] == hook["id"]
    script = team.clone / ".git" / "hooks" / "pre-commit"
    script.write_text(f"#!/bin/sh\nexec {shlex.quote(str(BIN))}/{hook['entry']} {shlex.join(used['args'])}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    graded(team.root, "alice", AGREED)
    team.push("alice")
    path = sessions(team.root, "alice")[0]
    path.write_bytes(path.read_bytes().replace(b'"p-1":3', b'"p-1":2'))
    git(team.clone, "add", "-A")
    done = subprocess.run(["git", "commit", "-q", "-m", "hidden"], cwd=team.clone, capture_output=True, text=True)
    assert done.returncode != 0
    assert "tampered: labels/alice/" in done.stdout + done.stderr
    touched = ["d/labels/a/x.jsonl", "dataset.yaml", "d/corpus.jsonl", "corpus/a.jsonl", "d/releases/1/gold.jsonl"]
    assert all(re.search(hook["files"], one) for one in touched)
    assert not any(re.search(hook["files"], one) for one in ["README.md", "src/labels.py", "a/samples.py"])


def test_the_github_job_fetches_all_of_history_and_names_this_action():
    job = block_of_docs("name: gold")["jobs"]["verify"]
    checkout, ours = job["steps"]
    assert checkout["with"]["fetch-depth"] == 0
    assert set(ours["with"]) <= set(ACTION["inputs"])
