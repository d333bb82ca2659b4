"""What build servers read: well-formed JUnit XML, and annotations that no word can break out of."""

from xml.etree import ElementTree as ET

from annotator.report.evaluation_checks import checks, github_lines, junit_xml
from tests.report.reported import a_report


def test_junit_has_a_case_for_each_gate_and_invariant():
    suites = ET.fromstring(junit_xml(a_report()))
    assert suites.attrib == {"tests": "3", "failures": "1"}
    (suite,) = suites
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("3", "1", "0", "0")
    cases = suite.findall("testcase")
    assert [case.find("failure") is None for case in cases] == [True, False, True]
    assert cases[0].get("name") == "nDCG@10 of lexical at least 0.4"
    failure = cases[1].find("failure")
    assert failure is not None and "50% of <script>" in str(failure.get("message"))
    properties = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert properties["provisional"] == "true"
    assert properties["sha256"] == "d" * 64


def test_a_report_without_gates_is_an_empty_suite():
    suites = ET.fromstring(junit_xml(a_report(gates=[], invariants=[])))
    assert suites.attrib == {"tests": "0", "failures": "0"}


def test_annotations_stay_on_one_line_each_and_escape_what_github_reads():
    lines = github_lines(a_report())
    assert len(lines) == 2
    assert lines[0].startswith("::error title=small%3A AP of ")
    assert " at least 0.4::50%25 of <script>" in lines[0]
    assert lines[0].endswith(",%0Ano value")
    assert "\x1b" not in lines[0]
    assert lines[1] == "::warning title=small::figures are provisional: not every scored sample is gold"
    assert [line for line in lines if "\n" in line or "\r" in line] == []


def test_nothing_to_say_is_no_line():
    assert github_lines(a_report(gates=[], provisional=False)) == []
    assert [check.name for check in checks(a_report(gates=[]))] == ["same-twice"]
