"""docs/format.md holds: its script, its shell line and its examples against the real commands."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ruamel.yaml import YAML

from annotator.cli.main import main
from annotator.curate.decide import read_rulings
from annotator.curate.label import read_drafts
from annotator.model.events import decision_event, label_event, plain
from annotator.store.dataset import Dataset
from tests.docs.reading import FORMAT, ROOT, blocks, example_files, example_folder, printed_manifest, the_block

BUNDLED = ROOT / "datasets" / "bilingual-notes"
SOURCE = ROOT / "datasets" / "bilingual-notes-source"
GUARDED = {"tampered", "converted", "invalid"}


class Recomputed(NamedTuple):
    """What the script of the document printed."""

    code: int
    dataset: str
    records: dict[str, str]
    samples: dict[str, str]
    faults: list[str]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(value: Any) -> str:
    """The expression that section 2 gives, written out once more."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@pytest.fixture
def script(tmp_path: Path) -> Callable[[Path], Recomputed]:
    """Runs the script of the document, without this package in reach."""
    path = tmp_path / "check.py"
    path.write_text(the_block(FORMAT, "python", "import hashlib"), "utf-8")

    def run(folder: Path) -> Recomputed:
        done = subprocess.run([sys.executable, "-I", str(path), str(folder)], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        words = [line.split(" ", 2) for line in done.stdout.splitlines()]
        (dataset,) = [found[1] for found in words if found[0] == "dataset"]
        records = {found[2]: found[1] for found in words if found[0] == "record"}
        samples = {found[2]: found[1] for found in words if found[0] == "sample"}
        return Recomputed(
            done.returncode, dataset, records, samples, [line for line in done.stdout.splitlines() if line.startswith("fault ")]
        )

    return run


def by_shell(folder: Path) -> str:
    """What the shell line of the document prints in `folder`."""
    line = the_block(FORMAT, "sh", "find dataset.yaml")
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()[0]


def json_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    main(words)
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def assert_recomputed(folder: Path, script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]) -> Recomputed:
    """The script, the shell and the commands agree on every digest, and on whether there is a fault."""
    found = script(folder)
    assert found.dataset == by_shell(folder) == json_of(capsys, "hash", str(folder), "--json")["sha256"]
    verdict = json_of(capsys, "verify", str(folder), "--json")
    assert verdict["sha256"] == found.dataset
    assert bool(found.faults) == bool(GUARDED & {finding["kind"] for finding in verdict["findings"]})
    assert found.code == bool(found.faults)
    dataset = Dataset(folder)
    assert found.samples == dict(dataset.sample_digests)
    logged = [one for session in (*dataset.label_sessions(), *dataset.decision_sessions()) for one in session.events]
    assert {f"{one.path}:{one.line}": one.digest for one in logged}.items() <= found.records.items()
    assert len(found.records) == sum(
        len([line for line in path.read_bytes().split(b"\n") if line.strip()]) for path in folder.rglob("*.jsonl")
    )
    return found


def promotions(status: str) -> list[str]:
    lines = (SOURCE / "promotions.txt").read_text("utf-8").splitlines()
    return [line.split()[1] for line in lines if line.split()[:1] == [status]]


def test_every_digest_is_recomputed_after_every_command_of_the_road(
    tmp_path: Path, script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "notes"
    shutil.copytree(BUNDLED, folder, ignore=shutil.ignore_patterns("labels", "decisions", "releases", ".annotator"))
    road = [
        ("label", "--as", "ada-example", "--from", str(SOURCE / "labels-ada.jsonl")),
        ("label", "--as", "ben-example", "--from", str(SOURCE / "labels-ben.jsonl")),
        ("label", "--as", "drafter-example", "--from", str(SOURCE / "proposal-drafter.jsonl")),
        ("adjudicate", "--as", "cleo-example", "--from", str(SOURCE / "adjudication.jsonl")),
        ("promote", *promotions("gold-candidate"), "--to", "gold-candidate", "--as", "cleo-example"),
        ("promote", *promotions("gold"), "--to", "gold", "--as", "dan-example"),
        ("demote", promotions("gold")[0], "--as", "dan-example", "--reason", "The question is asked twice."),
    ]
    seen = [assert_recomputed(folder, script, capsys).dataset]
    for command, *words in road:
        assert main([command, str(folder), *words]) == 0
        printed = capsys.readouterr().out
        found = assert_recomputed(folder, script, capsys)
        assert found.faults == []
        assert found.dataset in printed
        short = re.findall(r"^saved (?:adjudicate |unsettled |confirm )?\S+ ([0-9a-f]{12})|\(([0-9a-f]{12})\);", printed, re.MULTILINE)
        digests = {digest[:12] for digest in found.records.values()}
        assert short
        assert {one or other for one, other in short} <= digests
        seen.append(found.dataset)
    assert len(set(seen)) == len(road) + 1


def test_a_hand_edited_file_is_a_fault_until_fmt_has_rewritten_it(
    tmp_path: Path, script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = example_folder(tmp_path)
    before = assert_recomputed(folder, script, capsys)
    samples = folder / "samples.jsonl"
    edited = [json.dumps(json.loads(line), indent=None) for line in samples.read_text("utf-8").splitlines()]
    samples.write_text("\n".join(edited) + "\n", "utf-8")
    assert assert_recomputed(folder, script, capsys).faults
    assert main(["fmt", str(folder)]) == 0
    after = assert_recomputed(folder, script, capsys)
    assert after == before


@pytest.mark.parametrize("template", ["retrieval", "evidence", "relevance", "tags"])
def test_a_new_dataset_has_the_hash_of_its_files(
    tmp_path: Path, template: str, script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "fresh"
    assert main(["new", str(folder), "--template", template]) == 0
    found = assert_recomputed(folder, script, capsys)
    assert (found.faults, found.records) == ([], {})


def sealed_anew(path: Path) -> None:
    path.with_name(f"{path.name}.sha256").write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n", "utf-8")


def change_a_byte(folder: Path) -> None:
    (path,) = folder.glob("labels/ada/*.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"seconds":12', b'"seconds":13'))


def swap_two_lines(folder: Path) -> None:
    (path,) = folder.glob("labels/ada/*.jsonl")
    opening, first, second, end = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([opening, second, first, end]))
    sealed_anew(path)


def remove_a_session(folder: Path) -> None:
    for path in folder.glob("labels/ben/*"):
        path.unlink()


def break_the_chain(folder: Path) -> None:
    path = min(folder.glob("decisions/cleo/*.jsonl"))
    path.write_bytes(path.read_bytes().replace(b"shortest", b"smallest"))
    sealed_anew(path)


def malform_a_seal(folder: Path) -> None:
    (path,) = folder.glob("labels/ada/*.sha256")
    path.write_text(path.read_text("utf-8").upper(), "utf-8")


def space_out_a_passage(folder: Path) -> None:
    path = folder / "corpus.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"id":"n1"', b'"id": "n1"'))


@pytest.mark.parametrize(
    "harm",
    [change_a_byte, swap_two_lines, remove_a_session, break_the_chain, malform_a_seal, space_out_a_passage],
    ids=lambda f: f.__name__,
)
def test_the_script_and_verify_find_the_same_harm(
    tmp_path: Path, harm: Callable[[Path], None], script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = example_folder(tmp_path)
    harm(folder)
    assert assert_recomputed(folder, script, capsys).faults


def test_a_missing_seal_is_no_fault_to_either(
    tmp_path: Path, script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = example_folder(tmp_path)
    (seal,) = folder.glob("labels/ada/*.sha256")
    seal.unlink()
    assert assert_recomputed(folder, script, capsys).faults == []


def test_the_printed_dataset_is_sound_and_has_the_printed_hash(
    tmp_path: Path, script: Callable[[Path], Recomputed], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = example_folder(tmp_path)
    found = assert_recomputed(folder, script, capsys)
    assert json_of(capsys, "verify", str(folder), "--json")["findings"] == []
    assert main(["hash", "--manifest", str(folder)]) == 0
    assert capsys.readouterr().out == printed_manifest()
    assert found.dataset == sha256(printed_manifest())
    assert f"The example gives `{found.dataset}`" in FORMAT.read_text("utf-8")


def test_the_digests_quoted_in_section_9_are_those_of_the_printed_bytes(tmp_path: Path) -> None:
    text = FORMAT.read_text("utf-8")
    dataset = Dataset(example_folder(tmp_path))
    shown = {
        dataset.sample_digests["q1"]: the_block(FORMAT, "json", '{"candidates":["n1","n2"],"id":"q1"'),
        dataset.scheme.sha256: the_block(FORMAT, "json", '{"facets":').removesuffix("\n"),
    }
    for digest, printed in shown.items():
        assert sha256(printed) == digest
        assert f"`{digest}`" in text
    agreed = the_block(FORMAT, "json", '{"evidence":{"n2"').removesuffix("\n")
    promotion = next(
        line
        for path, text in example_files().items()
        if path.startswith("decisions/")
        for line in text.splitlines()
        if '"rule":"agreed"' in line
    )
    assert json.loads(promotion)["values_sha256"] == sha256(agreed)
    assert f"`{sha256(agreed)}`" in text
    (label,) = [text.splitlines()[1] for path, text in example_files().items() if path.startswith("labels/ada/")]
    assert f"gives `{sha256(label)[:12]}…`" in text


def test_dataset_sha256_is_the_state_directly_before_the_line() -> None:
    files = example_files()
    decisions = [path for path in files if path.startswith("decisions/")]
    checked = 0
    for at, path in enumerate(sorted(decisions)):
        lines = files[path].splitlines(keepends=True)
        for n in range(1, len(lines)):
            then = {kept: text for kept, text in files.items() if kept not in sorted(decisions)[at:]} | {path: "".join(lines[:n])}
            manifest = "".join(f"{sha256(text)}  {name}\n" for name, text in sorted(then.items()))
            assert json.loads(lines[n])["dataset_sha256"] == sha256(manifest)
            checked += 1
    assert checked == 5


def test_every_printed_record_is_canonical_and_of_the_format() -> None:
    lines = [line for block in blocks(FORMAT) if block.language == "json" for line in block.text.splitlines() if '"op":' in line]
    events = [decision_event if '"basis":' in line or '"by":"cleo"' in line else label_event for line in lines]
    assert {json.loads(line)["op"] for line in lines} == {
        "open", "label", "skip", "withdraw", "import", "adjudicate", "unsettled", "confirm", "promote", "demote", "release",
    }  # fmt: skip
    for line, adapter in zip(lines, events, strict=True):
        assert canonical(json.loads(line)) == line
        assert canonical(plain(adapter.validate_json(line))) == line


def test_the_canonical_example_is_what_the_printed_expression_gives() -> None:
    line = the_block(FORMAT, "json", '{"a":"é').removesuffix("\n")
    expression = the_block(FORMAT, "python", "json.dumps(record")
    assert eval(expression, {"json": json, "record": json.loads(line)}) == line.encode()
    for spelling in re.findall(
        r"`(-?[0-9][0-9.e+-]*)`", next(part for part in FORMAT.read_text("utf-8").splitlines() if "`1e-05`" in part)
    ):
        assert canonical(float(spelling) if "." in spelling or "e" in spelling else int(spelling)) == spelling


def test_the_scheme_digest_of_the_bundled_dataset_follows_from_its_yaml() -> None:
    """Read by ruamel.yaml itself, keys turned into strings: not by our reader."""

    def with_string_keys(value: Any) -> Any:
        if isinstance(value, dict):
            return {str(key): with_string_keys(item) for key, item in value.items()}
        return [with_string_keys(item) for item in value] if isinstance(value, list) else value

    yaml = YAML(typ="safe")
    facets = with_string_keys(yaml.load(BUNDLED / "dataset.yaml"))["facets"]
    registry = with_string_keys(yaml.load(BUNDLED / "dimensions.yaml"))["dimensions"]
    assert sha256(canonical({"facets": facets, "registry": registry})) == Dataset(BUNDLED).scheme.sha256


def test_what_is_said_about_offsets_and_shares_is_true() -> None:
    text = json.loads(example_files()["corpus.jsonl"].splitlines()[0])["text"]
    assert text[18:23] == "80 °C"
    assert text.encode("utf-16-le")[2 * 19 : 2 * 24].decode("utf-16-le") == "80 °C"
    first = sha256("q1")[:8]
    assert f"`{first}…`, which is {int(first, 16) / 2**32:.4f} of" in FORMAT.read_text("utf-8")


def test_the_printed_findings_are_what_verify_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = example_folder(tmp_path)
    change_a_byte(folder)
    assert main(["verify", str(folder)]) == 1
    assert capsys.readouterr().out == the_block(FORMAT, "text", "tampered: ")


def test_the_lines_for_from_are_taken(tmp_path: Path) -> None:
    lines = the_block(FORMAT, "json", '{"sample":"q2"').splitlines(keepends=True)
    labels, rulings = tmp_path / "labels.jsonl", tmp_path / "rulings.jsonl"
    labels.write_text("".join(lines[:2]), "utf-8")
    assert [draft.sample for _, draft in read_drafts(labels)] == ["q2", "q1"]
    for line in lines[2:]:
        rulings.write_text(line, "utf-8")
        assert len(read_rulings(rulings)) == 1
