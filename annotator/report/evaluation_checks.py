"""The gates and invariants of an evaluation as machines of continuous integration read them: JUnit XML and the annotations of GitHub."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from annotator.report.build_server import command_message, command_property, xml_attribute, xml_text


class Check(NamedTuple):
    """One gate or invariant: its name, whether it holds, and why."""

    name: str
    ok: bool
    why: str


def checks(report: Mapping[str, Any]) -> Iterator[Check]:
    """The gates and invariants of a report."""
    for gate in report["gates"]:
        yield Check(f"{gate['measure']} of {gate['retriever']} {gate['bound']}", gate["ok"], gate["why"])
    for invariant in report["invariants"]:
        yield Check(invariant["id"], invariant["ok"], invariant["detail"])


def junit_xml(report: Mapping[str, Any]) -> str:
    """A test suite with one case a gate or invariant; `provisional` is a property of it."""
    found = list(checks(report))
    failed = sum(1 for check in found if not check.ok)
    about = report["dataset"]
    properties = {
        "dataset": about["id"],
        "version": about["version"],
        "sha256": about["sha256"],
        "definition_sha256": about["definition_sha256"],
        "provisional": "true" if report["provisional"] else "false",
    }
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites tests="{len(found)}" failures="{failed}">',
        f'  <testsuite name={xml_attribute("annotator evaluate " + about["id"])} tests="{len(found)}" failures="{failed}" errors="0" skipped="0">',
        "    <properties>",
        *(f"      <property name={xml_attribute(name)} value={xml_attribute(value)}/>" for name, value in properties.items()),
        "    </properties>",
    ]
    for check in found:
        start = f"    <testcase classname={xml_attribute(about['id'])} name={xml_attribute(check.name)}"
        if check.ok:
            lines.append(f"{start}><system-out>{xml_text(check.why)}</system-out></testcase>")
        else:
            lines.append(f"{start}><failure message={xml_attribute(check.why)}/></testcase>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def github_lines(report: Mapping[str, Any]) -> list[str]:
    """Workflow commands: an error for each check that does not hold, and a warning while the figures are provisional."""
    about = report["dataset"]["id"]
    lines = [
        f"::error title={command_property(f'{about}: {check.name}')}::{command_message(check.why)}"
        for check in checks(report)
        if not check.ok
    ]
    if report["provisional"]:
        lines.append(f"::warning title={command_property(about)}::figures are provisional: not every scored sample is gold")
    return lines
