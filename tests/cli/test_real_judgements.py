"""Real judgements walk the whole road by commands: two reviewers, agreement, adjudication, gold, qrels, score."""

import csv
import io
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest


def annotator(folder: Path, *words: str) -> str:
    """What one command prints, run as a person runs it; it must succeed."""
    done = subprocess.run([sys.executable, "-m", "annotator", *words], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def reviews(tmp_path: Path, shared_data: Path) -> Path:
    """A folder with the dataset `reviews`: two of the NYT reviewers, their differences settled by the published final grades."""
    source = shared_data / "rel-nyt-reviewers"
    annotator(tmp_path, "new", "reviews", "--template", "relevance", "--scale", "0=not relevant,1=relevant,2=highly relevant")
    config = tmp_path / "reviews" / "dataset.yaml"
    config.write_text(config.read_text().replace("people: {}", "people:\n  carol: {roles: [adjudicator, maintainer]}"))
    columns = {"sample": "topic", "passage": "document_id", "reviewer": "reviewer", "grade": "relevance"}
    words = [word for name, column in columns.items() for word in (f"--{name}", column)]
    people = ["--person", "reviewer_1=ann", "--person", "reviewer_2=ben", "--add-people"]
    meaning = "not_relevant=0,relevant=1,highly_relevant=2"
    annotator(tmp_path, "import", "csv", str(source / "independent_judgments.csv"), "reviews", *words, "--grade-words", meaning, *people)
    final: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for row in csv.DictReader(io.StringIO((source / "aggregated_judgments.csv").read_text("utf-8"))):
        final[row["topic"]][row["document_id"]] = int(row["reviewers_old_rel"])
    rulings = [{"sample": topic, "values": {"relevance": grades}, "reason": "As published."} for topic, grades in final.items()]
    (tmp_path / "rulings.jsonl").write_text("".join(json.dumps(ruling) + "\n" for ruling in rulings))
    annotator(tmp_path, "adjudicate", "reviews", "--as", "carol", "--from", "rulings.jsonl")
    for step in ("gold-candidate", "gold"):
        annotator(tmp_path, "promote", "reviews", *final, "--to", step, "--as", "carol")
    return tmp_path


def test_the_published_final_grades_come_out_as_qrels(reviews: Path, shared_data: Path) -> None:
    assert json.loads(annotator(reviews, "verify", "reviews", "--json"))["ok"] is True
    annotator(reviews, "export", "trec", "reviews", "out")
    exported = {
        (query, passage): int(grade)
        for query, _, passage, grade in map(str.split, (reviews / "out" / "qrels.trec").read_text().splitlines())
    }
    text = (shared_data / "rel-nyt-reviewers" / "aggregated_judgments.csv").read_text("utf-8")
    published = {(row["topic"], row["document_id"]): int(row["reviewers_old_rel"]) for row in csv.DictReader(io.StringIO(text))}
    assert exported == published
    assert len(published) == 120


def test_a_run_in_the_order_of_the_grades_scores_one(reviews: Path) -> None:
    annotator(reviews, "export", "trec", "reviews", "out")
    rows = [line.split() for line in (reviews / "out" / "qrels.trec").read_text().splitlines()]
    (reviews / "run.txt").write_text("".join(f"{query} Q0 {passage} 1 {grade} r\n" for query, _, passage, grade in rows))
    scores = json.loads(annotator(reviews, "score", "out/qrels.trec", "run.txt", "-m", "nDCG@10", "--json"))
    assert scores["runs"][0]["measures"]["nDCG@10"]["value"] == 1.0
    assert scores["runs"][0]["queries"] == 10
