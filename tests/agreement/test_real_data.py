"""Real judgements beside the checkout: the expected values of each folder, which independent libraries computed."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import md5
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from annotator.agreement.overall import overall
from annotator.agreement.ratings import Item, Marked, Rating, Ratings, Span, Value
from annotator.agreement.scale import Scale
from annotator.agreement.spans import span_pair
from annotator.agreement.summary import FacetSummary, PairSummary, pair_summary, summarise
from annotator.model.figure import Figure

CLOSE = 1e-9
KAPPAS = {
    "cohen_unweighted": "kappa",
    "cohen_linear": "kappa-linear",
    "cohen_quadratic": "kappa-quadratic",
    "observed_agreement": "observed",
}
ALPHAS = {"alpha_nominal": "alpha-nominal", "alpha_ordinal": "alpha", "alpha_interval": "alpha-interval"}


def expected_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "expected.json").read_text("utf-8"))
    return found


def assert_pair(found: PairSummary, expected: dict[str, Any]) -> None:
    assert found.n == expected["n"]
    assert found.confusion is not None
    assert found.confusion.counts.tolist() == expected["confusion"]
    for theirs, ours in KAPPAS.items():
        if ours in found.statistics:
            assert found.statistics[ours].value == pytest.approx(expected[theirs], abs=CLOSE), ours


def assert_together(found: Mapping[str, Figure], expected: dict[str, Any], *, ordered: bool = True) -> None:
    names = ALPHAS if ordered else {"alpha_nominal": "alpha"}
    for theirs, ours in {**names, "fleiss": "fleiss"}.items():
        if theirs in expected:
            assert found[ours].value == pytest.approx(expected[theirs], abs=CLOSE), ours


def in_places(values: Mapping[Item, Sequence[Value]]) -> Ratings:
    """Ratings of a file that does not say whose they are: the first of each item by one made-up reviewer, the second by another, and so on."""
    return Ratings.of(Rating(f"#{place}", item, value) for item, several in values.items() for place, value in enumerate(several))


def grades(reviewers: dict[str, dict[Item, Value]], scale: tuple[int, ...]) -> FacetSummary:
    return summarise(Ratings(reviewers), Scale("grade", scale), None)


def test_three_reviewers_of_newspaper_articles(shared_data):
    folder = shared_data / "rel-nyt-reviewers"
    words = {"not_relevant": 0, "relevant": 1, "highly_relevant": 2}
    for column in ("relevance", "new_relevance"):
        with (folder / "independent_judgments.csv").open(encoding="utf-8", newline="") as file:
            rows = [Rating(row["reviewer"], (row["topic"], row["document_id"]), words[row[column]]) for row in csv.DictReader(file)]
        found, expected = summarise(Ratings.of(rows), Scale("grade", (0, 1, 2)), None), expected_of(folder)[column]
        assert_together(found.overall, expected)
        for pair in found.pairs:
            assert_pair(pair, expected["~".join(pair.reviewers)])


@pytest.mark.parametrize("part, file, labels", [("rte", "rte.matrix.csv", ("0", "1")), ("temp", "temp.matrix.csv", ("after", "before"))])
def test_a_sparse_matrix_of_many_workers(shared_data, part, file, labels):
    folder = shared_data / "rater-snow2008-rte-temporal"
    expected = expected_of(folder)[part]
    workers: dict[str, dict[Item, Value]] = defaultdict(dict)
    for item, line in enumerate((folder / file).read_text("utf-8").splitlines()):
        for column, cell in enumerate(line.split(",")):
            if cell.strip():
                workers[f"col{column}"][item] = cell.strip()
    ratings, scale = Ratings(workers), Scale("choice", labels)
    assert len(workers) == expected["workers"]
    assert_together(overall(ratings, scale, None), expected, ordered=False)
    undefined = 0
    for names in ratings.people_pairs:
        pair = ratings.pair(*names)
        undefined += pair.n == 0
        if pair.n == 0:
            assert {figure.undefined for figure in pair_summary(pair, scale, None).statistics.values()} == {"no shared item"}
    assert undefined == expected["worker_pairs_sharing_no_item"]
    for key, value in expected.items():
        if "~" in key:
            assert_pair(pair_summary(ratings.pair(*key.split("~")), scale, None), value)


def test_sets_of_labels_by_four_annotators(shared_data):
    folder = shared_data / "dim-varierr-nli-en"
    expected = expected_of(folder)
    items = json.loads((folder / "VariErrNLI_train_dev.json").read_text("utf-8"))
    rows = [
        Rating(who, item, frozenset(text.split(","))) for item, content in items.items() for who, text in content["annotations"].items()
    ]
    found = summarise(Ratings.of(rows), Scale("tags", tags=("entailment", "neutral", "contradiction")), None)
    assert found.overall["alpha-masi"].value == pytest.approx(expected["nltk_alpha_masi"], abs=CLOSE)
    assert found.overall["alpha-jaccard"].value == pytest.approx(expected["nltk_alpha_jaccard"], abs=CLOSE)
    assert len(found.pairs) == 6
    for pair in found.pairs:
        theirs = expected["~".join(pair.reviewers)]
        assert pair.n == theirs["n"]
        assert pair.statistics["observed"].value == pytest.approx(theirs["exact_set"], abs=CLOSE)
        assert pair.statistics["jaccard"].value == pytest.approx(theirs["mean_jaccard"], abs=CLOSE)
        for tag, figure in pair.tags.items():
            assert figure.value == pytest.approx(theirs[f"kappa_{tag}"], abs=CLOSE)


@pytest.mark.parametrize("side", ["reader", "writer"])
def test_ragged_ratings_without_names(shared_data, side):
    folder = shared_data / "dim-emobank-en"
    expected = expected_of(folder)
    with (folder / f"individual_{side}_ratings.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for dimension in "VAD":
        values: dict[Item, list[int]] = defaultdict(list)
        for row in rows:
            values[row["id"]].append(int(float(row[dimension])))
        found = overall(in_places(values), Scale("grade", (1, 2, 3, 4, 5)), None)
        assert_together(found, expected[f"{side}_{dimension}"])
        assert found["fleiss"].undefined == "items have between 5 and 6 ratings and Fleiss needs the same number; see alpha"


def test_nineteen_annotators_of_chinese_dialogues(shared_data):
    folder = shared_data / "dim-stc3-dialogue-zh"
    expected = expected_of(folder)
    dialogues = json.loads((folder / "dialogues_cn.json").read_text("utf-8"))
    for dimension in "ASE":
        reviewers: dict[str, dict[Item, Value]] = defaultdict(dict)
        for item, dialogue in enumerate(dialogues):
            for place, annotation in enumerate(dialogue["annotations"]):
                reviewers[f"position{place}"][item] = annotation["quality"][dimension]
        wanted = expected[f"quality_{dimension}"]
        found = grades(reviewers, (-2, -1, 0, 1, 2))
        assert_together(found.overall, wanted)
        for pair in found.pairs:
            if (name := "~".join(pair.reviewers)) in wanted:
                assert_pair(pair, wanted[name])


def test_tags_of_turns_of_chinese_dialogues(shared_data):
    folder = shared_data / "dim-stc3-dialogue-zh"
    wanted = expected_of(folder)["nugget"]
    turns: dict[str, dict[Item, Value]] = defaultdict(dict)
    for item, dialogue in enumerate(json.loads((folder / "dialogues_cn.json").read_text("utf-8"))):
        for place, annotation in enumerate(dialogue["annotations"]):
            for turn, tag in enumerate(annotation["nugget"]):
                turns[f"position{place}"][item, turn] = tag
    ratings, scale = Ratings(turns), Scale("choice", tuple(wanted["labels"]))
    assert_together(overall(ratings, scale, None), wanted, ordered=False)
    assert_pair(pair_summary(ratings.pair("position0", "position1"), scale, None), wanted["position0~position1"])


def test_grades_without_a_reviewer_column_have_alpha(shared_data):
    folder = shared_data / "rel-codesearchnet"
    values: dict[Item, list[int]] = defaultdict(list)
    with (folder / "annotationStore.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values[row["Language"], row["Query"], row["GitHubUrl"]].append(int(row["Relevance"]))
    found = overall(in_places(values), Scale("grade", (0, 1, 2, 3)), None)
    wanted = expected_of(folder)["multi_rated"]
    assert_together(found, wanted)
    assert found["alpha"].n == wanted["items"]


def assert_spans(texts: dict[str, dict[Item, Marked]], left: str, right: str, expected: dict[str, Any], *, by_tag: bool = True) -> None:
    found = span_pair(Ratings(texts).pair(left, right), None)
    values = {name: figure.value for name, figure in found.estimates.figures.items()}
    assert (found.spans, found.characters) == ((expected["exact"]["n_a"], expected["exact"]["n_b"]), expected["char"]["chars"])
    wanted = {
        "f1-exact": expected["exact"]["f1"],
        "f1-exact-untagged": expected["exact_nolabel"]["f1"],
        "f1-overlap": expected["overlap_same_label"]["f1"],
        "character-f1": expected["char"]["f1"],
        "character-kappa": expected["char"]["cohen_kappa"],
    }
    if by_tag:
        wanted["character-kappa-by-tag"] = expected["char"]["cohen_kappa_by_label"]
    assert {name: values[name] for name in wanted} == pytest.approx(wanted, abs=CLOSE)


def test_spans_of_four_brat_annotators(shared_data):
    folder = shared_data / "span-brat-bratiaa"
    project, expected = folder / "example-files" / "example-project", expected_of(folder)
    texts: dict[str, dict[Item, Marked]] = {name: {} for name in expected["annotators"]}
    for name, mine in texts.items():
        for file in sorted((project / name).glob("*.ann")):
            lines = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line.startswith("T")]
            spans: list[Span] = [(int(start), int(end), tag) for tag, start, end in (line[1].split(" ") for line in lines)]
            mine[file.stem] = Marked.of(spans, len(file.with_suffix(".txt").read_bytes().decode("utf-8")))
    for left, right in combinations(expected["annotators"], 2):
        assert_spans(texts, left, right, expected[f"{left}~{right}"])


def test_spans_of_the_same_words_under_other_tags(shared_data):
    folder = shared_data / "span-catma-gitma"
    text = next(path for path in folder.rglob("D_*.txt"))
    length = len(text.read_bytes().decode("utf-8"))
    marked: dict[str, list[Span]] = {}
    for file in folder.rglob("annotations/*.json"):
        for annotation in json.loads(file.read_text("utf-8")):
            edges = [item["selector"] for item in annotation["target"]["items"]]
            span = (min(edge["start"] for edge in edges), max(edge["end"] for edge in edges), annotation["body"]["tag"])
            marked.setdefault(file.stem.split("_")[0], []).append(span)
    texts: dict[str, dict[Item, Marked]] = {name: {"text": Marked.of(spans, length)} for name, spans in marked.items()}
    expected = expected_of(folder)["MVauth~mvgoogle"]
    assert_spans(texts, "MVauth", "mvgoogle", {**expected, "char": {**expected["char"], "chars": length}}, by_tag=False)


@pytest.mark.parametrize("part", ["dev", "test"])
def test_chinese_spans_of_a_crowd_and_an_expert(shared_data, part):
    folder = shared_data / "span-crowd-oei-zh"
    texts: dict[str, dict[Item, Marked]] = defaultdict(dict)
    for source in ("crowd", "expert"):
        for line in (folder / f"{part}-{source}.jsonl").read_text("utf-8").split("\n"):
            if not line:
                continue
            record = json.loads(line)
            by_user: dict[str, list[Span]] = defaultdict(list) if source == "crowd" else {"expert": []}
            for mark in record["annotations"]:
                mine = by_user[f"user{mark['user']}" if source == "crowd" else "expert"]
                # (-1, -1) is how this file writes "reviewed, and marked nothing".
                if mark["start_offset"] >= 0:
                    mine.append((mark["start_offset"], mark["end_offset"], mark["label"]))
            for user, spans in by_user.items():
                texts[user][record["id"]] = Marked.of(spans, len(record["text"]))
    compared = 0
    for key, expected in expected_of(folder)[part].items():
        if "~" in key:
            left, right = key.split(" ")[0].split("~")
            assert_spans(texts, left, right, expected, by_tag=False)
            compared += 1
    assert compared >= 5


@pytest.mark.parametrize("part", ["nv_task", "participant_demographics"])
def test_spans_in_long_articles(shared_data, part):
    folder = shared_data / "span-labelbuddy-pmc"
    lengths = {}
    for file in (folder / "documents").glob("*.jsonl"):
        for line in file.read_text("utf-8").split("\n"):
            if line:
                text = json.loads(line)["text"]
                lengths[md5(text.encode("utf-8"), usedforsecurity=False).hexdigest()] = len(text)
    texts: dict[str, dict[Item, Marked]] = {}
    for file in (folder / part).glob("*.jsonl"):
        mine = texts.setdefault(file.name, {})
        for line in file.read_text("utf-8").split("\n"):
            if line:
                record = json.loads(line)
                spans: list[Span] = [(mark["start_char"], mark["end_char"], mark["label_name"]) for mark in record["annotations"]]
                mine[record["utf8_text_md5_checksum"]] = Marked.of(spans, lengths[record["utf8_text_md5_checksum"]])
    pairs = {key: value for key, value in expected_of(folder)[part].items() if "~" in key}
    assert pairs
    for key, expected in pairs.items():
        left, right = key.split("~")
        assert_spans(texts, left, right, expected, by_tag=False)
