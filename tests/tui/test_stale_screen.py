"""A stale label by keys: it opens with its marks moved, says what became of them, and one key renews it."""

import json
from pathlib import Path

from annotator.curate.labelling import Desk
from annotator.curate.workspace import Workspace
from annotator.tui.keymap import KEYS
from annotator.tui.plain import Plain
from tests.builders import labelled, ticking
from tests.tui.conftest import TEXT
from tests.tui.test_label_screen import COMPLETE, fill
from tests.tui.test_pictures import compare

NOW_IT_SAYS = "First this. Alpha beta gamma. Delta Delta epsilon!\nLast line."


def mark(words: str) -> dict:
    return {"start": TEXT.index(words), "end": TEXT.index(words) + len(words), "text": words}


def edited(dataset: Path) -> Path:
    """alice labelled q-1; then the first passage was edited."""
    values = {**COMPLETE, "evidence": {"p-1": [mark("Alpha beta"), mark("Delta"), mark("喜欢")], "p-2": []}}
    labelled(dataset, "alice", {"q-1": values})
    corpus = dataset / "corpus.jsonl"
    corpus.write_text(corpus.read_text("utf-8").replace(json.dumps(TEXT, ensure_ascii=False), json.dumps(NOW_IT_SAYS)), "utf-8")
    return dataset


SAID = (
    "1 mark went along with its words; no longer found: “喜欢”; found more than once, to be marked anew: “Delta”; "
    "nothing is saved before you submit"
)


async def test_a_stale_sample_opens_with_its_marks_where_their_words_are_now(dataset, opened):
    async with opened(edited(dataset)) as d:
        while d.screen.on_desk.id != "q-1":
            await d.do("next_sample" if d.screen.on_desk.place == 0 else "previous_sample")
        assert d.marked() == ["Alpha beta"] and d.value("trust") == 42
        assert SAID in d.said()
        compare("stale-80x24", d.picture())
        assert len(list(dataset.glob("labels/alice/*.jsonl"))) == 1
        await d.do("submit")
    (_, path) = sorted(dataset.glob("labels/alice/*.jsonl"))
    record = json.loads(path.read_bytes().splitlines()[1])
    assert record["values"] == {**COMPLETE, "evidence": {"p-1": [{"start": 12, "end": 22, "text": "Alpha beta"}], "p-2": []}}


async def test_what_was_saved_and_what_became_of_the_marks_of_the_next_sample_are_two_sentences(dataset, opened):
    async with opened(edited(dataset), size=(200, 50)) as d:
        await fill(d)
        await d.do("submit")
        assert d.said() == f"saved, and on to the next. Here, {SAID}"
        await d.do("next_passage")
        assert SAID in d.said()


def test_line_by_line_it_is_said_too(dataset):
    given = iter(["g 1\n", "g 2\n", "g 3\n", "q\n"])
    out: list[str] = []
    with Desk(Workspace(edited(dataset), ticking()), "alice", clock=lambda: 0.0) as desk:
        Plain(desk, KEYS, lambda: next(given, ""), out.append).run()
    assert SAID in "".join(out)
