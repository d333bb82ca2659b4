"""Findings of `verify` for machines: GitHub annotations, JUnit and SARIF."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotator.model.finding import EXIT, Finding, FindingKind
from annotator.report.build_server import command_message, command_property, xml_attribute

_MEANING = {
    FindingKind.REPAIRABLE: "What a crash left; annotator repair mends it.",
    FindingKind.TAMPERED: "A file that is written once was changed.",
    FindingKind.CONVERTED: "Line ends were converted.",
    FindingKind.INVALID: "A line or file that the format refuses, or a record without its ground.",
    FindingKind.STALE: "A promotion that no longer holds.",
    FindingKind.CONTESTED: "Two people decided differently.",
    FindingKind.QUOTA: "A quota of dataset.yaml does not hold.",
    FindingKind.CANNOT_CHECK: "The history that the check needs is not here.",
    FindingKind.OPEN: "A session is being written.",
    FindingKind.UNATTESTED: "A maintainer brought in what another person wrote.",
    FindingKind.READABLE: "A label that everyone can read, where labels are sealed.",
}

# A dataset folder as it was named, with what was found in it.
Found = Mapping[str, Sequence[Finding]]


def github_lines(found: Found) -> list[str]:
    """One workflow command for each finding, which GitHub shows at its line; paths are below the folder as it was named."""
    lines = []
    for root, findings in found.items():
        for finding in findings:
            place = [f"file={command_property(_path(root, finding))}"] + ([f"line={finding.line}"] if finding.line else [])
            level = "error" if EXIT[finding.kind] else "notice"
            lines.append(f"::{level} {','.join(place)},title={command_property(finding.kind.value)}::{command_message(finding.message)}")
    return lines


def _path(root: str, finding: Finding) -> str:
    return root if finding.path == "." else f"{root.rstrip('/')}/{finding.path}"


def junit(found: Found) -> str:
    """A JUnit report: a suite for each dataset, a failed case for each finding that fails, and one case that passes where nothing does."""
    suites = []
    for root, findings in found.items():
        failing = [finding for finding in findings if EXIT[finding.kind]]
        cases = [
            f"    <testcase classname={xml_attribute(root)} name={xml_attribute(str(finding))}>\n"
            f"      <failure type={xml_attribute(finding.kind.value)} message={xml_attribute(finding.message)}/>\n    </testcase>"
            for finding in failing
        ] or [f'    <testcase classname={xml_attribute(root)} name="verify"/>']
        heading = f'  <testsuite name={xml_attribute(root)} tests="{len(cases)}" failures="{len(failing)}" errors="0">'
        suites.append("\n".join([heading, *cases, "  </testsuite>"]))
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", *suites, "</testsuites>", ""])


def sarif(found: Found, version: str) -> str:
    """A SARIF 2.1.0 log, which code hosts show beside the lines of a change."""
    results = [_result(root, finding) for root, findings in found.items() for finding in findings]
    rules = [{"id": _rule(kind), "shortDescription": {"text": words}} for kind, words in _MEANING.items()]
    log: dict[str, Any] = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "annotator", "version": version, "rules": rules}}, "results": results}],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(kind: FindingKind) -> str:
    return kind.value.replace(" ", "-")


def _result(root: str, finding: Finding) -> dict[str, Any]:
    from urllib.parse import quote

    place: dict[str, Any] = {"artifactLocation": {"uri": quote(_path(root, finding))}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
    return {
        "ruleId": _rule(finding.kind),
        "level": "error" if EXIT[finding.kind] else "note",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
    }


def kinds(findings: Iterable[Finding]) -> str:
    """How many findings there are of what kind, in a line."""
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.kind.value] = counts.get(finding.kind.value, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())
