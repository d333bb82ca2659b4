import json
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.exchange import Options, Report, import_bundle
from annotator.curate.import_sources import Read, read_jsonl
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import AnnotatorError, Refused
from annotator.interchange.bundle import Bundle, ForeignLabel, Offer
from annotator.model.events import Import, Label, Source
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store import layout
from annotator.store.growth import Ground
from tests.builders import DIMENSIONS, EVIDENCE, REGISTRY, RELEVANCE, a_dataset, a_passage, graded, jsonl

SOURCE = Source(name="ratings.csv", sha256="a" * 64)


def a_bundle(*labels: ForeignLabel, candidates: tuple[str, ...] = ("p-8", "p-9")) -> Bundle:
    """One new sample of two new passages, and labels."""
    bundle = Bundle(labels=list(labels))
    for id_ in candidates:
        bundle.offer_passage(Offer(Passage(id=id_, text=f"Text {id_}."), "r.csv:2", frozenset({"text"})))
    bundle.offer_sample(Offer(Sample(id="q-9", query="New?", candidates=candidates), "r.csv:2", frozenset({"query", "candidates"})))
    return bundle


def a_label(by: str, sample: str = "q-9", **grades: int) -> ForeignLabel:
    return ForeignLabel(by, sample, "r.csv:2", values={"relevance": {id_.replace("_", "-"): grade for id_, grade in grades.items()}})


def take(root: Path, bundle: Bundle, **options: Any) -> Report:
    return import_bundle(Workspace(root), bundle, dict.fromkeys(bundle.people(), SOURCE), Options(**options))


def bytes_of(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file() and layout.PRIVATE not in path.parts
    }


def test_labels_land_in_a_session_of_each_that_says_where_they_came_from(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    report = take(root, a_bundle(a_label("alice", p_8=3, p_9=0), a_label("bob", p_8=2, p_9=0)))
    assert (report.passages, report.samples, report.saved) == (2, 1, {"alice": 1, "bob": 1})
    for session in Workspace(root).label_sessions:
        first, second = (logged.event for logged in session.events)
        assert isinstance(first, Import) and first.source == SOURCE
        assert isinstance(second, Label) and second.by == session.person
    assert verify(root).findings == []
    assert report.sha256 == verify(root).sha256


def test_the_same_import_twice_adds_nothing(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    take(root, a_bundle(a_label("alice", p_8=3, p_9=0)))
    before = bytes_of(root)
    report = take(root, a_bundle(a_label("alice", p_8=3, p_9=0)))
    assert (report.passages, report.passages_known, report.samples_known) == (0, 2, 1)
    assert (report.saved, report.unchanged) == ({"alice": 0}, {"alice": 1})
    assert bytes_of(root) == before


def test_an_import_that_stopped_between_two_files_is_finished_by_the_next(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    bundle = a_bundle(a_label("alice", p_8=3, p_9=0))
    half = Bundle(passages=bundle.passages)
    take(root, half)
    assert verify(root).findings == []
    assert take(root, bundle).saved == {"alice": 1}


def test_an_incomplete_label_is_left_out_counted_and_named(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    report = take(root, a_bundle(a_label("alice", p_8=3), a_label("bob", p_8=3, p_9=1)))
    assert [tuple(one) for one in report.incomplete] == [("alice", "q-9", ("p-9",))]
    assert report.saved == {"alice": 0, "bob": 1}


REFUSALS = [
    pytest.param(a_bundle(a_label("alice", p_8=7, p_9=0)), {}, "relevance of p-8: 7 is not on the scale", id="off the scale"),
    pytest.param(a_bundle(a_label("alice", "q-77", p_8=1)), {}, "q-77: there is no such sample", id="no such sample"),
    pytest.param(a_bundle(a_label("carol", p_8=1, p_9=1)), {}, "carol is no reviewer", id="not a reviewer"),
    pytest.param(
        a_bundle(a_label("dora", p_8=1, p_9=1)), {}, "does not know dora; give --add-people, or write under people: dora", id="unknown"
    ),
    pytest.param(a_bundle(a_label("Dora B", p_8=1, p_9=1)), {}, "say what to call them: --person 'Dora B'=NAME", id="no name"),
    pytest.param(
        a_bundle(a_label("x", p_8=1, p_9=1)), {"people": {"y": "bob"}}, "no label is by 'y'; there are labels by 'x'", id="absent"
    ),
    pytest.param(
        a_bundle(a_label("x", p_8=1, p_9=1), a_label("y", p_8=1, p_9=1)),
        {"people": {"x": "bob", "y": "bob"}},
        "one name",
        id="one name for two",
    ),
    pytest.param(
        a_bundle(*(a_label(by, p_8=1, p_9=1) for by in ("alice", "bob", "dora"))),
        {"add_people": True},
        "labels of alice, bob, dora for 2 places",
        id="more labels than places",
    ),
]


LONG = "长" * 400_000
TOO_LONG = Bundle(passages={"p": Offer(Passage(id="p", text=LONG), "r.csv:2")})
REFUSALS += [
    pytest.param(TOO_LONG, {}, r"r\.csv:2: p: is longer than 1,048,576 bytes", id="a passage too long to be read back"),
    pytest.param(
        a_bundle(a_label("alice", p_8=1, p_9=1)._replace(note=LONG)), {}, "shorten its note", id="a note too long to be read back"
    ),
]


@pytest.mark.parametrize("bundle, options, message", REFUSALS)
def test_what_does_not_fit_is_refused_before_the_first_byte(tmp_path: Path, bundle: Bundle, options: dict[str, Any], message: str) -> None:
    root = a_dataset(tmp_path / "d")
    before = bytes_of(root)
    with pytest.raises(AnnotatorError, match=message):
        take(root, bundle, **options)
    assert bytes_of(root) == before


def test_a_third_label_of_a_sample_that_has_its_two_is_refused(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 1, "p-2": 0}})
    with pytest.raises(Refused, match="q-1: it has its 2 labels already"):
        take(root, Bundle(labels=[a_label("dora", "q-1", p_1=1, p_2=1)]), add_people=True)


def test_a_passage_with_other_text_is_refused_with_both_places(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    bundle = Bundle()
    bundle.offer_passage(Offer(Passage(id="p-2", text="Something else."), "other.jsonl:5"))
    with pytest.raises(Refused, match=r"other\.jsonl:5: p-2: its text differs from corpus\.jsonl:2; nothing was imported"):
        take(root, bundle)


def test_more_candidates_than_the_dataset_has_are_refused_since_labels_would_become_stale(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    take(root, a_bundle(candidates=("p-8",)))
    with pytest.raises(Refused, match="makes every earlier label stale"):
        take(root, a_bundle(candidates=("p-8", "p-9")))


def test_people_are_added_to_dataset_yaml_and_its_comments_stay(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    plain = json.loads((root / layout.CONFIG).read_text())
    people = "".join(f"  {name}: {{roles: [{', '.join(one['roles'])}]}}  # known\n" for name, one in plain.pop("people").items())
    rest = "".join(f"{key}: {json.dumps(value)}\n" for key, value in plain.items())
    (root / layout.CONFIG).write_text(f"# first words\npeople:\n{people}{rest}")
    report = take(root, a_bundle(a_label("R 1", p_8=3, p_9=0)), people={"R 1": "dora"}, add_people=True)
    text = (root / layout.CONFIG).read_text()
    assert report.people == ["dora"]
    assert text.startswith("# first words\n") and text.count("# known") == 3
    assert Workspace(root).config.people["dora"].roles == ("reviewer",)
    assert verify(root).findings == []


def test_facets_beyond_grades_come_whole_as_lines(tmp_path: Path) -> None:
    facets = {"relevance": RELEVANCE, "evidence": EVIDENCE, "dimensions": DIMENSIONS}
    root = a_dataset(tmp_path / "d", facets=facets, registry=REGISTRY)
    values = {
        "relevance": {"p-1": 3, "p-2": 0},
        "evidence": {"p-1": [{"start": 4, "end": 8, "text": "text"}], "p-2": []},
        "dimensions": ["skills"],
    }
    source = tmp_path / "in"
    (source / "labels").mkdir(parents=True)
    (source / "labels" / "alice.jsonl").write_bytes(
        jsonl([{"sample": "q-1", "values": values, "note": "=1+1"}, {"sample": "q-2", "skip": "unclear"}])
    )
    read: Read = read_jsonl(source, None)
    report = import_bundle(Workspace(root), read.bundle, read.sources)
    assert report.saved == {"alice": 2}
    words = Workspace(root).cases["q-1"].words["alice"].event
    assert isinstance(words, Label) and words.values == values and words.note == "=1+1"
    assert verify(root).findings == []


def test_a_label_made_on_another_text_is_left_out(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    label = a_label("alice", "q-1", p_1=1, p_2=0)._replace(sample_sha256="0" * 64)
    report = take(root, Bundle(labels=[label]))
    assert report.saved == {"alice": 0}
    assert report.notes == ["1 label was left out: made on another text of the sample"]


def test_lines_are_added_after_what_stands_there_byte_for_byte(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    corpus = root / "corpus.jsonl"
    hand_made = corpus.read_bytes() + b'{"text": "by hand", "id": "h"}'
    corpus.write_bytes(hand_made)
    take(root, a_bundle())
    assert corpus.read_bytes().startswith(hand_made + b'\n{"id":"p-8",')
    assert [(found.path, found.line) for found in verify(root).findings] == [("corpus.jsonl", 3)]


def test_a_file_that_another_program_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    ground = Ground(Workspace(root).dataset)
    (root / "corpus.jsonl").write_bytes(jsonl([a_passage("p-1"), a_passage("p-2"), a_passage("p-3")]))
    with pytest.raises(Refused, match=r"corpus\.jsonl: was changed by another program meanwhile; nothing was imported"):
        ground.refuse_changed()
