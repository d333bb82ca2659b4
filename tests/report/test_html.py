"""The page of an evaluation: whole, well formed, with nothing from elsewhere, and not empty in a browser."""

import base64
import hashlib
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from annotator.report.html import evaluation_html, policy
from tests.report.reported import NASTY, a_report

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Tags with their attributes, text, and whether every tag is closed in its turn."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.tags = []
        self.text = []
        self.crossed = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def source():
    return evaluation_html(a_report())


@pytest.fixture(scope="module")
def page(source):
    return Page(source)


def test_every_tag_is_closed_in_its_turn(page):
    assert page.open == []
    assert page.crossed == []


def test_nothing_comes_from_elsewhere_and_nothing_runs(source, page):
    names = {tag for tag, _ in page.tags}
    assert names & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "a", "image", "use", "foreignobject"} == set()
    attributes = {name for _, its in page.tags for name in its}
    assert attributes & {"src", "href", "xlink:href", "srcset", "action", "style", "data", "background"} == set()
    assert [name for name in attributes if name.startswith("on")] == []
    assert re.findall(r"(?i)https?:|//[a-z]|url\(|@import|javascript:|data:", source) == []


def test_the_policy_allows_nothing_but_the_page_s_own_style(source, page):
    (content,) = [its["content"] for tag, its in page.tags if tag == "meta" and its.get("http-equiv") == "Content-Security-Policy"]
    assert content == policy()
    (style,) = re.findall(r"<style>(.*?)</style>", source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert content == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "unsafe" not in content


def test_words_of_a_report_stay_words(source, page):
    assert NASTY not in source
    assert "\x1b" not in source
    assert "<script>alert(1)</script>" in "".join(page.text)


def test_every_part_of_the_report_is_there(page):
    text = "\n".join(page.text)
    heads = ["Gates", "Measures", "Precision at recall", "Questions", "By lang", "Comparisons", "Label noise", "Latency in milliseconds"]
    assert [head for head in heads if head not in text] == []
    assert "provisional" in text
    assert "not separable with these labels" in text
    labels = [its["aria-label"] for tag, its in page.tags if tag == "svg"]
    assert len(labels) == 7  # one measure that is a share, the curves, three outcomes' questions, one group, the comparisons
    assert all(labels)


def test_bars_are_as_long_as_their_values(page):
    widths = [float(its["width"]) for tag, its in page.tags if tag == "rect" and its.get("class", "").startswith("s") and its["x"] == "190"]
    assert widths[:3] == [0.5 * 460, 0.75 * 460, 0.0]


def test_a_report_with_little_in_it_is_a_page_too():
    outcome = {"measures": {}, "groups": {}, "unknown_ids": 0, "per_query": {}}
    empty = {"r": {"projections": {"candidate": outcome}, "latency_ms": dict.fromkeys(("count", "min", "median", "p95", "max", "mean"))}}
    report = a_report(retrievers=empty, comparisons=[], gates=[], invariants=[], notes=[], provisional=False)
    del report["noise"]
    found = Page(evaluation_html(report))
    assert found.open == [] and found.crossed == []
    assert [its for tag, its in found.tags if tag == "svg"] == []


def test_the_head_says_which_code_and_whether_it_was_changed():
    for code, said in (
        ({"commit": None, "dirty": None}, "none"),
        ({"commit": "abc", "dirty": False}, "abc"),
        ({"commit": "abc", "dirty": True}, "abc with changes"),
    ):
        text = Page(evaluation_html(a_report(code={"version": "1", **code}))).text
        assert text[text.index("commit") + 1] == said


def test_a_retriever_of_several_projections_is_named_with_each(page):
    bars = {
        its["aria-label"].split(" of ")[1].split(" for each")[0]
        for tag, its in page.tags
        if tag == "svg" and "in order" in its["aria-label"]
    }
    assert len(bars) == 3
    assert "lexical" in bars
    assert [name.rsplit(": ", 1)[-1] for name in sorted(bars - {"lexical"})] == ["candidate", "injected"]


def test_a_browser_shows_something(source, tmp_path):
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium on this machine")
    (tmp_path / "page.html").write_text(source, "utf-8")
    words = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1000,1400"]
    address = (tmp_path / "page.html").as_uri()
    dumped = subprocess.run([chromium, *words, "--dump-dom", address], capture_output=True, text=True, timeout=120)
    assert "<svg" in dumped.stdout
    assert "Refused to" not in dumped.stderr
    shot = tmp_path / "page.png"
    subprocess.run([chromium, *words, "--force-color-profile=srgb", f"--screenshot={shot}", address], capture_output=True, timeout=120)
    # The style holds under the policy, so the bars have their colour; a blank page of this size has a few kB.
    assert len(shot.read_bytes()) > 20_000
