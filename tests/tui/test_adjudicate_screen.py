"""Adjudicating on the screen, and what is on disk after each way of deciding."""

import os
from pathlib import Path

import pytest

from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from tests.builders import labelled
from tests.tui.disputes import ALICE, BOB, EVERYTHING, Driver, Opener, adjudicating, decisions, make, mark
from tests.tui.test_pictures import compare


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Disputes in a grade, in marks and in tags."""
    return make(tmp_path / "set")


@pytest.fixture
def opened() -> Opener:
    """Opens the app."""
    return adjudicating


async def test_taking_one_side(dataset, opened):
    async with opened(dataset) as d:
        side = d.side(3)
        await d.do(*[f"take_{side}"] * 3)
        assert d.said() == "all is decided: s saves it"
        assert decisions(dataset) == []
        before = d.said("status").split()[-1]
        await d.do("save")
        assert d.said().startswith(f"saved: {side} was alice") or f"{side} was alice" in d.said()
        assert d.said("status").split()[-1] != before
    (record,) = decisions(dataset)
    assert (record["values"], record["reason"], record["op"]) == (ALICE, f"took {side}", "adjudicate")
    assert verify(dataset).findings == []


async def test_taking_a_side_for_each_point_apart(dataset, opened):
    async with opened(dataset) as d:
        await d.do("take_2", "take_1", "take_2", "save")
    assert decisions(dataset)[0]["reason"] == "took 1 in evidence of p-1; took 2 in relevance of p-1, dimensions"
    assert verify(dataset).findings == []


@pytest.mark.parametrize(
    ("way", "marked", "tags"),
    [("union", ["Alpha beta gamma", "喜欢"], ["habits", "skills"]), ("intersection", ["beta", "喜欢"], ["habits"])],
)
async def test_union_and_intersection_ask_for_a_reason(way, marked, tags, dataset, opened):
    async with opened(dataset) as d:
        await d.do("take_1", way, way)
        assert d.said() == "all is decided: s saves it and asks for the reason"
        await d.do("save", "ask_done")
        assert decisions(dataset) == []
        await d.type("both mean it")
        await d.do("ask_done")
        assert d.said().startswith("saved: 1 was")
    (record,) = decisions(dataset)
    assert [span["text"] for span in record["values"]["evidence"]["p-1"]] == marked
    assert (record["values"]["dimensions"], record["reason"]) == (tags, "both mean it")
    assert verify(dataset).findings == []


async def test_a_union_of_one_value_is_refused_with_a_sentence(dataset, opened):
    async with opened(dataset) as d:
        await d.do("union")
        assert d.said().startswith("relevance is one value, of which there is no union")
        assert d.bench.picks == {}


async def test_values_of_ones_own_of_every_kind(tmp_path, opened):
    root = make(tmp_path / "set", EVERYTHING)
    async with opened(root) as d:
        await d.do("own", "value_1", "own")
        assert d.screen.area == "own_marks"
        await d.do("delete_all", "take_word", "mark", "end_out", "own_marks_done")
        await d.do("own", "value_1", "own", "tag_1", "tags_done", "point_down", "own", "value_1", "own")
        await d.type("55")
        await d.do("ask_done", "reason")
        await d.type("as the guide says")
        await d.do("ask_done", "cause", "tags_down", "tags_take", "save")
        assert d.said().startswith("saved")
    (record,) = decisions(root)
    assert record["values"] == {
        "relevance": {"p-1": 1, "p-2": 0},
        "evidence": {"p-1": [mark("Alpha beta")], "p-2": []},
        "forbidden": {"p-1": True, "p-2": False},
        "dimensions": ["skills"],
        "register": "formal",
        "trust": 55,
    }
    assert (record["reason"], record["cause"]) == ("as the guide says", "slip")
    assert verify(root).findings == []


async def test_what_cannot_be_settled_needs_words_and_stays_draft(dataset, opened):
    async with opened(dataset) as d:
        await d.do("unsettled", "ask_done")
        assert decisions(dataset) == []
        await d.type("it depends")
        await d.do("ask_done")
        assert "alice" in d.said() and "not to be settled" in d.said("status")
    assert [(record["op"], record["reason"]) for record in decisions(dataset)] == [("unsettled", "it depends")]
    assert Workspace(dataset).accounts["q-1"].status.value == "draft"


async def test_names_are_shown_after_the_decision_and_not_on_the_next_sample(dataset, opened):
    async with opened(dataset, size=(120, 40)) as d:
        for sample in ("q-1", "q-3"):
            assert d.screen.on_bench.sample == sample
            assert "alice" not in d.picture() and "bob" not in d.picture() and "secret" not in d.picture()
            await d.do("take_1", "take_1", "take_1", "save")
            assert "alice" in d.picture() and "bob" in d.picture()
            assert {d.said(f"tags-{side}").split()[2] for side in (1, 2)} == {"alice", "bob"}
            await d.do("point_first")
            assert {d.said(f"head-{side}").split(":")[0].split()[1] for side in (1, 2)} == {"alice", "bob"}
            await d.do("next_dispute")
        assert d.said() == "nothing else is open"
    assert [record["sample"] for record in decisions(dataset)] == ["q-1", "q-3"]


async def test_every_decision_changes_the_sha256_on_screen(dataset, opened):
    async with opened(dataset) as d:
        seen = [d.said("status").split()[-1]]
        for keys in (("take_1", "take_1", "take_1", "save"), ("take_2", "save"), ("next_dispute", "unsettled", "digit_3", "ask_done")):
            await d.do(*keys)
            seen.append(d.said("status").split()[-1])
        assert len(set(seen)) == 4
        assert Workspace(dataset).dataset.sha256().startswith(seen[-1])


async def test_deciding_anew_is_a_new_record_and_the_old_one_stays(dataset, opened):
    async with opened(dataset) as d:
        await d.do("take_1", "take_1", "take_1", "save", "save")
        assert d.said().startswith("saved already") and len(decisions(dataset)) == 1
        await d.do("point_first", "take_2", "save")
    assert [record["reason"] for record in decisions(dataset)] == [
        "took 1",
        "took 1 in evidence of p-1, dimensions; took 2 in relevance of p-1",
    ]
    assert verify(dataset).findings == []


async def test_what_is_undecided_is_said_with_the_cursor_there(dataset, opened):
    async with opened(dataset) as d:
        await d.do("take_1", "point_last", "save")
        assert d.said() == "NOT saved: evidence of passage 1 is not decided yet (1 more after it)"
        assert d.screen.here is not None and d.screen.here.place == ("evidence", "p-1")
    assert decisions(dataset) == []


async def test_agreed_parts_are_folded_away_and_can_be_changed_when_shown(dataset, opened):
    async with opened(dataset) as d:
        assert len(d.screen.points) == 3 and "folded away" in d.said("summary")
        await d.do("take_1", "take_1", "take_1", "agreed")
        assert len(d.screen.points) == 9 and "folded" not in d.said("summary")
        await d.do("point_last", "own", "digit_7", "ask_done", "save")
        await d.type("seven")
        await d.do("ask_done")
    assert decisions(dataset)[0]["values"]["trust"] == 7


async def test_a_grade_too_low_for_marks_leaves_no_mark_to_dispute(dataset, opened):
    async with opened(dataset) as d:
        await d.do("own", "value_0")
        assert "too low for marks" in d.picture()
        assert d.screen.here is not None and d.screen.here.place == ("dimensions", None)


async def test_leaving_keeps_what_was_picked_for_the_next_time(dataset, opened):
    async with opened(dataset) as d:
        await d.do("next_dispute", "take_1", "dispute_leave")
        assert d.app._exit
        sample, picks = d.screen.on_bench.sample, d.bench.picks
    async with opened(dataset) as d:
        assert (d.screen.on_bench.sample, d.bench.picks) == (sample, picks)
    assert not (dataset / "decisions").exists()


async def test_where_picks_cannot_be_kept_leaving_takes_two_keys(dataset, opened, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotator.store.folder.Folder.replace", full)
    async with opened(dataset) as d:
        await d.do("take_1")
        assert "picks are NOT kept" in d.said("status")
        await d.do("dispute_leave")
        assert d.said().startswith("NOT kept: q-1") and not d.app._exit
        # Who does something else meanwhile is asked again.
        await d.do("next_dispute", "dispute_leave")
        assert d.said().startswith("NOT kept: q-1") and not d.app._exit
        await d.do("dispute_leave")
        assert d.app._exit


async def test_a_label_that_changes_meanwhile_is_shown_and_nothing_saved(dataset, opened):
    async with opened(dataset) as d:
        await d.do("take_1", "take_1", "take_1")
        labelled(dataset, "alice", {"q-1": BOB})
        await d.do("save")
        assert d.said().startswith("NOT saved: what this rests on changed while it was open")
        assert d.screen.on_bench.open == ()
    assert decisions(dataset) == []


async def test_a_failed_write_is_said_and_saving_again_works(dataset, opened, monkeypatch):
    async with opened(dataset) as d:
        await d.do("take_1", "take_1", "take_1")
        real = os.fdatasync

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fdatasync", full)
        await d.do("save")
        assert "NOT saved" in d.said() and "No space left on device" in d.said()
        assert "alice" not in d.picture()
        monkeypatch.setattr(os, "fdatasync", real)
        await d.do("save")
    assert len(decisions(dataset)) == 1


SCENES: dict[str, list[str]] = {
    "adjudicate": [],
    "adjudicate-marks": ["take_1"],
    "adjudicate-tags": ["take_1", "intersection"],
    "adjudicate-own": ["point_down", "own"],
    "adjudicate-value": ["own"],
    "adjudicate-cause": ["cause"],
    "adjudicate-agreed": ["agreed"],
    "adjudicate-saved": ["take_1", "take_1", "take_1", "save"],
    "adjudicate-reason": ["take_1", "union", "union", "save"],
}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", SCENES)
async def test_the_screen_looks_as_it_is_kept(scene, size, dataset, opened):
    async with opened(dataset, size=size) as d:
        await d.do(*SCENES[scene])
        await d.pilot.pause()
        compare(f"{scene}-{size[0]}x{size[1]}", d.picture())


async def test_colour_says_nothing_that_words_do_not(dataset, opened, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(dataset) as d:
        await d.do("take_1")
        compare("adjudicate-marks-80x24", d.picture())


def style_at(d: Driver, number: int, words: str) -> tuple[bool, bool]:
    """Whether the first of `words` is underlined, and whether it is reversed."""
    view = d.screen.query_one(f"#view-{number}")
    segments = [segment for y in range(view.size.height) for segment in view.render_line(y) if words in segment.text]
    style = segments[0].style
    assert style is not None
    return bool(style.underline), bool(style.reverse)


async def test_what_only_one_marked_is_plain_by_style(dataset, opened):
    async with opened(dataset) as d:
        await d.do("point_down")
        alices = d.side(3)
        assert style_at(d, alices, "Alpha") == (False, True) and style_at(d, 3 - alices, "gamma") == (False, True)
        assert style_at(d, alices, "beta") == style_at(d, 3 - alices, "beta") == (True, False)
        assert d.said(f"alone-{alices}") == f"only {alices}: Alpha"


async def test_a_small_terminal_is_usable(dataset, opened):
    async with opened(dataset, size=(60, 15)) as d:
        assert "Alpha beta" in d.picture() and "relevance" in d.picture()
        await d.do("take_1", "take_1", "take_1", "save")
    assert len(decisions(dataset)) == 1
