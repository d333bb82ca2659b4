"""Findings for machines: GitHub annotations, JUnit and SARIF."""

import json
import xml.etree.ElementTree as ET

from annotator.model.finding import Finding, FindingKind
from annotator.report.findings import github_lines, junit, kinds, sarif

BAD = Finding(FindingKind.INVALID, "labels/a,b:c.jsonl", 3, '100% \x1b[31m<odd> & "quoted"\nsecond\ufffe line')
WHOLE = Finding(FindingKind.CANNOT_CHECK, ".", None, "no history")
SAID = Finding(FindingKind.UNATTESTED, "labels/x.jsonl", None, "by a maintainer")


def test_annotations_escape_what_would_end_them():
    assert github_lines({"data/": [BAD, WHOLE, SAID]}) == [
        '::error file=data/labels/a%2Cb%3Ac.jsonl,line=3,title=invalid::100%25 \ufffd[31m<odd> & "quoted"%0Asecond\ufffe line',
        "::error file=data/,title=cannot check::no history",
        "::notice file=data/labels/x.jsonl,title=unattested::by a maintainer",
    ]


def test_junit_is_xml_whatever_a_message_holds():
    suites = ET.fromstring(junit({"one": [BAD, SAID], "two": [SAID], "three": []}))
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites] == [
        ("one", "1", "1"),
        ("two", "1", "0"),
        ("three", "1", "0"),
    ]
    (failure,) = suites.iter("failure")
    assert failure.get("message") == '100% \ufffd[31m<odd> & "quoted"\nsecond\ufffd line'


def test_sarif_names_rule_level_and_place():
    log = json.loads(sarif({"a b": [BAD, SAID]}, "1.2"))
    (run,) = log["runs"]
    assert (log["version"], run["tool"]["driver"]["version"]) == ("2.1.0", "1.2")
    first, second = run["results"]
    assert (first["ruleId"], first["level"], second["level"]) == ("invalid", "error", "note")
    place = first["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "a%20b/labels/a%2Cb%3Ac.jsonl"}, "region": {"startLine": 3}}
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {kind.value.replace(" ", "-") for kind in FindingKind}


def test_kinds_are_counted():
    assert kinds([BAD, SAID, SAID]) == "1 invalid, 2 unattested"
