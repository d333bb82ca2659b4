"""`annotator compare` as a person runs it."""

import json

import pytest

from annotator.cli.main import main
from tests.cli.evaluated import an_evaluated_dataset


@pytest.fixture
def reports(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    an_evaluated_dataset(tmp_path / "small")
    (tmp_path / "r.run").write_text("q-1 Q0 p-2 1 2 t\nq-1 Q0 p-1 2 1 t\nq-2 Q0 p-2 2 1 t\n")
    for name, retriever in (("a", "r=lexical"), ("b", "r=run:r.run")):
        assert (
            main(["evaluate", "small", "--retriever", retriever, "--per-query", "--out", f"{name}.json", "-m", "RR@10", "-m", "ContextP@5"])
            == 0
        )
    return tmp_path


def test_the_comparison_in_words_and_figures(reports, capsys):
    capsys.readouterr()
    assert main(["compare", "a.json", "b.json", "-m", "RR@10"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("A = a.json\nB = b.json\n")
    assert "no difference can be claimed" in out
    assert "q-1 -0.500" in out
    assert "lang=en" in out
    assert "Wilcoxon" in out


def test_the_comparison_as_json_and_markdown(reports, capsys):
    capsys.readouterr()
    assert main(["compare", "a.json", "b.json", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    first = document["comparisons"][0]
    assert (first["measure"], first["group"], first["difference"]["value"], first["wins"], first["ties"], first["losses"]) == (
        *("RR@10", None, -0.25, 0, 1, 1),
    )
    assert first["moved"] == [{"query": "q-1", "difference": -0.5}]
    assert "pools characters" in document["notes"][0]
    assert main(["compare", "a.json", "b.json", "--markdown"]) == 0
    assert "| RR@10 |" in capsys.readouterr().out


def test_a_report_without_values_per_query_is_told_how_to_make_one(reports, capsys):
    main(["evaluate", "small", "--retriever", "r=lexical", "--out", "c.json"])
    capsys.readouterr()
    assert main(["compare", "a.json", "c.json"]) == 2
    assert "c.json: holds no values per query" in capsys.readouterr().err


def test_other_data_is_refused_unless_told(reports, capsys):
    with (reports / "small" / "corpus.jsonl").open("a") as file:
        file.write('{"id":"p-4","text":"More."}\n')
    main(["evaluate", "small", "--retriever", "r=lexical", "--per-query", "--out", "c.json"])
    capsys.readouterr()
    assert main(["compare", "a.json", "c.json"]) == 2
    assert "rest on different data" in capsys.readouterr().err
    assert main(["compare", "a.json", "c.json", "--different-data"]) == 0
    assert "note: the reports rest on different data" in capsys.readouterr().out


def test_other_labels_are_other_data_though_the_passages_are_the_same(reports, capsys):
    main(["evaluate", "small", "--retriever", "r=lexical", "--per-query", "--out", "c.json"])
    document = json.loads((reports / "c.json").read_text())
    document["dataset"]["material_sha256"] = "0" * 64
    (reports / "c.json").write_text(json.dumps(document))
    capsys.readouterr()
    assert main(["compare", "a.json", "c.json"]) == 2
    assert "questions and answers (material_sha256)" in capsys.readouterr().err


def test_retrievers_of_different_names_are_paired_by_hand(reports, capsys):
    main(["evaluate", "small", "--retriever", "x=lexical", "--retriever", "y=hybrid", "--per-query", "--out", "c.json"])
    capsys.readouterr()
    assert main(["compare", "a.json", "c.json"]) == 2
    assert "say --pair A B" in capsys.readouterr().err
    assert main(["compare", "a.json", "c.json", "--pair", "r", "y"]) == 0
    assert "B y - A r, all questions" in capsys.readouterr().out
