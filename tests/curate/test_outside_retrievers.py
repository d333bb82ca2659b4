"""Retrievers by the words of a command line: which are loaded, under which name, and never because a dataset says so."""

import sys
import types
from importlib.metadata import EntryPoint, PackageNotFoundError

import numpy as np
import pytest

from annotator.curate import outside_retrievers
from annotator.curate.outside_retrievers import Limits
from annotator.curate.retrievers import retriever_named
from annotator.curate.workspace import Workspace
from annotator.errors import MissingPrerequisite, RetrieverFailed, UsageError
from annotator.evaluate.retriever import CANDIDATE, Passage, Query
from tests.builders import a_dataset

CODE = """
class Words:
    definition = {"kind": "words"}

    def index(self, passages):
        self.passages = passages

    def search(self, query, k):
        return [(one.id, len(set(one.text.split()) & set(query.split()))) for one in self.passages]


class Both:
    def search(self, query, k):
        return {"candidate": [("p-1", 1)], "injected": [("p-2", 1)]}


ready = Both()
number = 5


def function(query, k):
    return [("p-2", 1.0)]
"""


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "mine_for_test.py").write_text(CODE)
    yield Workspace(a_dataset(tmp_path / "small"))
    sys.modules.pop("mine_for_test", None)


def found(workspace, words):
    retriever = retriever_named(workspace, words)
    retriever.index([Passage("p-1", "red tea"), Passage("p-2", "green leaf")])
    return retriever.search(Query("q", "green leaf"), 5)


@pytest.mark.parametrize(
    ("attribute", "answer"),
    [
        ("Words", {CANDIDATE: [("p-2", 2.0), ("p-1", 0.0)]}),
        ("ready", {"candidate": [("p-1", 1.0)], "injected": [("p-2", 1.0)]}),
        ("ready.search", {"candidate": [("p-1", 1.0)], "injected": [("p-2", 1.0)]}),
        ("function", {CANDIDATE: [("p-2", 1.0)]}),
    ],
)
def test_a_class_an_object_and_a_function_are_searches(workspace, attribute, answer):
    assert found(workspace, f"python:mine_for_test:{attribute}") == answer


@pytest.mark.parametrize(
    ("words", "error", "why"),
    [
        ("python:mine_for_test", UsageError, "python:MODULE:ATTRIBUTE"),
        ("python:mine_for_test:absent", UsageError, "mine_for_test has no absent"),
        ("python:mine_for_test:number", UsageError, "neither a function"),
        ("python:no_such_module_here:x", MissingPrerequisite, "No module named 'no_such_module_here'"),
        ("python:mine_for_test:ready.search.x", UsageError, "has no ready.search.x"),
        ("dense:no-such-folder", MissingPrerequisite, "is no folder"),
        ("http:example", UsageError, "needs a URL"),
        ("command:'", UsageError, "mind the quotes"),
        ("magic", UsageError, "there is no retriever 'magic'"),
        ("run:", UsageError, "there is no retriever 'run:'"),
        ("magic:lexical", UsageError, "there is no retriever"),
    ],
)
def test_words_that_are_no_retriever(workspace, words, error, why):
    with pytest.raises(error, match=why):
        retriever_named(workspace, words)


def test_the_report_knows_a_retriever_by_its_kind_or_by_a_name_it_is_given(workspace):
    names = ["python:mine_for_test:Words", "mine=python:mine_for_test:Words", "bm25=lexical", "http:http://h/x?a=b", "v1.2=command:x a=b"]
    assert [retriever_named(workspace, words).name for words in names] == ["python", "mine", "bm25", "http", "v1.2"]


def test_a_stated_definition_counts_and_unseen_code_is_noted(workspace):
    stated, unseen = (retriever_named(workspace, f"python:mine_for_test:{name}") for name in ("Words", "ready"))
    assert (stated.definition["stated"], list(stated.notes)) == ({"kind": "words"}, [])
    assert unseen.definition["stated"] is None
    assert "definition_sha256" in unseen.notes[0]


def test_the_limits_reach_a_service(workspace):
    assert getattr(retriever_named(workspace, "http:http://h/", Limits(at_once=4)), "at_once", None) == 4


def test_an_installed_package_may_bring_one_along(workspace, monkeypatch):
    def entries(group, name):
        values = {"theirs": "mine_for_test:Words", "broken": "mine_for_test:absent"}
        return [EntryPoint(name, values[name], group)] if name in values and group == "annotator.retrievers" else []

    monkeypatch.setattr(outside_retrievers, "entry_points", entries)
    sys.path.insert(0, "")
    assert found(workspace, "theirs") == {CANDIDATE: [("p-2", 2.0), ("p-1", 0.0)]}
    assert retriever_named(workspace, "named=theirs").name == "named"
    with pytest.raises(MissingPrerequisite, match="cannot be loaded"):
        retriever_named(workspace, "broken")


def test_dense_says_when_its_library_is_not_there(workspace, tmp_path, monkeypatch):
    (tmp_path / "model").mkdir()

    def absent(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("annotator.evaluate.dense.version", absent)
    with pytest.raises(MissingPrerequisite, match=r"install gold-annotator\[dense\]"):
        retriever_named(workspace, "dense:model")


def test_dense_asks_a_local_model_and_keeps_far_passages_behind_near_ones(workspace, tmp_path, monkeypatch):
    made = []

    class Model:
        """Texts as points on a circle: the model's part of the contract, without the model."""

        def __init__(self, folder, **settings):
            made.append((folder, settings))

        def encode(self, texts, **settings):
            assert settings["normalize_embeddings"]
            points = {"green leaf": [1.0, 0.0], "red tea": [-0.6, 0.8]}
            return np.array([points[text] for text in texts])

    module = types.ModuleType("sentence_transformers")
    monkeypatch.setattr(module, "SentenceTransformer", Model, raising=False)
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr("annotator.evaluate.dense.version", lambda name: "9")
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights").write_bytes(b"1")
    first = retriever_named(workspace, "dense:model").definition
    assert found(workspace, "dense:model") == {CANDIDATE: [("p-2", 1.0), ("p-1", pytest.approx(0.2))]}
    assert made == [("model", {"local_files_only": True, "device": "cpu"})]
    (tmp_path / "model" / "weights").write_bytes(b"2")
    assert retriever_named(workspace, "dense:model").definition != first


@pytest.mark.parametrize(
    ("code", "doing"),
    [("1 / 0\n", "while it was imported"), ("class Words:\n    def __init__(self):\n        1 / 0\n", "while it was made")],
)
def test_code_that_fails_before_it_can_search_is_told_as_such(workspace, tmp_path, code, doing):
    (tmp_path / "mine_for_test.py").write_text(code)
    with pytest.raises(RetrieverFailed, match=f"python failed {doing}: ZeroDivisionError: .*mine_for_test.py"):
        retriever_named(workspace, "python:mine_for_test:Words")


def test_a_failing_search_is_told_as_such(workspace, tmp_path):
    (tmp_path / "mine_for_test.py").write_text("class Words:\n    def search(self, query, k):\n        return [(query,)]\n")
    with pytest.raises(RetrieverFailed, match="python failed on question q: "):
        found(workspace, "python:mine_for_test:Words")
