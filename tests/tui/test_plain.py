"""Line by line: the same keys, the same records."""

import json
from collections.abc import Iterable
from pathlib import Path

from annotator.curate.labelling import Desk
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.tui.key_names import character
from annotator.tui.keymap import KEYS, Key, resolved
from annotator.tui.plain import INSTEAD, TAKES, Plain
from tests.builders import a_dataset, a_passage, a_sample, ticking
from tests.tui.conftest import TEXT


def said(root: Path, lines: Iterable[str], table: tuple[Key, ...] = KEYS) -> str:
    """What is said while the lines are read."""
    given = iter([f"{line}\n" for line in lines])
    out: list[str] = []
    with Desk(Workspace(root, ticking()), "alice", clock=lambda: 0.0) as desk:
        assert Plain(desk, table, lambda: next(given, ""), out.append).run() == 0
    return "".join(out)


def records(root: Path) -> list[dict]:
    """The records of alice."""
    return [json.loads(line) for path in sorted(root.glob("labels/alice/*.jsonl")) for line in path.read_bytes().splitlines()[1:]]


def test_a_whole_label_by_lines(dataset):
    spoken = said(
        dataset,
        [
            "3",
            "m Alpha",
            "m 喜欢标注",
            "x Alpha",
            ".",
            "0",
            "f",
            "0",
            ",",
            "0",
            "t skills",
            "f",
            "f",
            "2",
            "f",
            "42",
            "e see p. 3",
            "s",
            "q",
        ],
    )
    assert "relevance: 3 answers" in spoken and "saved 2026-11-30T05:09" in spoken
    (record,) = records(dataset)
    start = TEXT.index("喜")
    assert record["values"] == {
        "relevance": {"p-1": 3, "p-2": 0},
        "evidence": {"p-1": [{"start": start, "end": start + 4, "text": "喜欢标注"}], "p-2": []},
        "forbidden": {"p-1": False, "p-2": False},
        "dimensions": ["skills"],
        "register": "plain",
        "trust": 42,
    }
    assert record["note"] == "see p. 3"
    assert verify(dataset).findings == []


def test_the_next_digit_is_for_what_was_missing(dataset):
    spoken = said(dataset, ["3", "s", "0", ",", "u", "1"])
    assert spoken.index("passage 2 of 2") < spoken.index("NOT submitted: relevance of passage 2 is missing")
    assert "passage 2: relevance: 0" in spoken
    # Undoing leads to where it undoes something, too.
    assert spoken.rindex("passage 2 of 2") < spoken.index("undone: relevance of passage 2, in sample 1")
    assert spoken.endswith("passage 2: relevance: 1 supports\n")
    assert records(dataset) == []


def test_what_is_missing_is_said_and_nothing_saved(dataset):
    assert "NOT submitted: relevance of passage 1 is missing" in said(dataset, ["s"])
    assert records(dataset) == []


def test_skip_undo_redo_and_a_restart(dataset):
    assert "a skip needs a reason" in said(dataset, ["k"])
    said(dataset, ["k unclear"])
    assert "undone: the skip" in said(dataset, ["u"])
    assert "done again: the skip" in said(dataset, ["r"])
    assert [record["op"] for record in records(dataset)] == ["skip", "withdraw", "skip"]


def test_full_width_keys_work_in_lines_too(dataset):
    assert "relevance: 2 answers in part" in said(dataset, ["２"])


def test_what_means_nothing_is_said(dataset):
    spoken = said(dataset, ["9", "&", "m nowhere", "t nonsense", "f", "f", "f", "f", "101"])
    for sentence in (
        "9 stands for nothing in relevance",
        "& means nothing here",
        "not in the passage",
        "nonsense is no tag",
        "101 stands for nothing",
    ):
        assert sentence in spoken


def test_marks_that_cut_a_character_are_refused(tmp_path):
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", "cafe\u0301 au lait")],
        samples=[a_sample("q-1", ["p-1"])],
        facets={"evidence": {"kind": "spans", "on": "candidate"}},
    )
    assert "cuts through a character" in said(root, ["m cafe"])
    assert "1 mark in this passage" in said(root, ["m cafe\u0301"])


def test_marks_with_tags_name_their_tag(tagged):
    spoken = said(tagged, ["m Ann", "m person: Ann", "m place: Paris", "i"])
    assert "say which mark it is" in spoken and "2 marks in this passage" in spoken


def test_nothing_steers_the_terminal(tmp_path):
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", "\x1b[2J\u202e one\r\ntwo"), a_passage("p-2")],
        samples=[a_sample("q-1", query="\x1b]52;c;eA==\x07")],
    )
    spoken = said(root, ["v", "?", "g", "i"])
    assert not [c for c in spoken if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c == "\u202e"]
    assert "  ␛[2J‹RLO› one\n  two\n" in spoken


def test_tags_are_taken_by_hotkey_and_found_as_on_the_screen(dataset):
    spoken = said(dataset, ["t 2", "t 身体", "t ２", "t sk", "t l", "t nonsense"])
    assert "dimensions: Habits\n" in spoken and "dimensions: Habits, Health\n" in spoken
    # The second hotkey again takes the tag away, in whatever width it is typed; "sk" is part of one id only.
    assert (
        spoken.index("dimensions: Habits, Health\n") < spoken.index("dimensions: Health\n") < spoken.index("dimensions: Health, Skills\n")
    )
    # An "l" is in the names of several, which are listed with their ids and what is taken of them.
    listed = spoken[spoken.index("dimensions: Health, Skills\n") :].splitlines()
    assert "3 ✓ health: Health, also: 身体, sleep" in listed and "    Body and sleep." in listed
    assert "nonsense is no tag and no part of one; t alone lists them" in listed


def test_the_most_tags_hold_in_lines_too_and_a_comma_parts_two(dataset):
    assert "2 tags are the most; take one away first" in said(dataset, ["t habits, sleep，skills"])


def test_the_guideline_is_that_of_what_the_digits_give_and_all_on_demand(dataset):
    spoken = said(dataset, ["i"])
    assert "3 answers\n" in spoken and "as in a letter" not in spoken and "Body and sleep." not in spoken
    assert "as in a letter" in said(dataset, ["f", "f", "f", "i"]) and "as in a letter" in said(dataset, ["i register"])
    whole = said(dataset, ["i all"])
    assert "as in a letter" in whole and "Body and sleep." in whole
    assert "nothing is called tone here; there are relevance, evidence" in said(dataset, ["i tone"])


def test_the_queue_is_searched_and_filtered(dataset):
    spoken = said(dataset, ["k unclear", "/ how", "/", "c", "c", "c", "g"])
    assert 'queue: all "how" (/ alone clears it), 1 of 3 samples' in spoken and "How much tea? (" in spoken
    assert "queue: all, 3 of 3 samples" in spoken
    skipped = spoken[spoken.index("queue: skipped, 1 of 3 samples") :]
    assert "(skipped)" in skipped and "(waiting)" not in skipped


def test_a_search_by_a_group_that_there_is_not_says_which_there_are(dataset):
    spoken = said(dataset, ["/ king=easy", "/ kind=easy"])
    assert "there is no group 'king'; groups here are kind\n" in spoken
    assert 'queue: all "kind=easy" (/ alone clears it), 1 of 3 samples' in spoken


def test_a_sample_that_is_not_there_is_said(dataset):
    assert "there is no sample 4; they go from 1 to 3" in said(dataset, ["g 4"])
    assert "sample 2 of 3" in said(dataset, ["G 2"]) and "there is no sample x" in said(dataset, ["G x"])


def test_the_question_is_said_again(dataset):
    spoken = said(dataset, ["d"])
    question = spoken.splitlines()[3]
    assert question.endswith("?") and spoken.count(question) == 2


def test_the_digits_begin_each_sample_with_what_waits_first(dataset):
    spoken = said(dataset, ["f", "f", "n", "1", "g 1", "z", "g 2"])
    assert "relevance: 1 supports" in spoken
    # Sample 1 has its grades by then, and waits for yes or no.
    assert "forbidden 1 yes  0 no" in said(dataset, ["g 1"])


def test_a_key_that_only_a_screen_has_says_what_to_type_instead(dataset):
    for key in ("w", "a", "[", "}", "|", "o", "(", "j"):
        (sentence,) = [
            line for line in said(dataset, [key]).splitlines() if line.startswith(f"{key} needs a caret, which only a screen has; ")
        ]
        assert len(sentence) > 60
    spoken = said(dataset, ["w", "T", "\x1b[C"])
    assert "m and the words mark them" in spoken
    assert "T needs a screen; lines have the colours of your terminal" in spoken
    assert "arrows, F1 and the like need a screen; ? lists the keys that lines have" in spoken


def test_every_mark_goes_by_one_key(dataset):
    assert "0 marks in this passage" in said(dataset, ["m Alpha", "m beta", "X"])
    assert "these words are not marked" in said(dataset, ["x Alpha"])


def test_keys_are_found_by_words_and_named_as_the_person_has_them(dataset):
    table = resolved({"help": "h f1", "mark": "+"})
    assert "+, then the words to mark" in said(dataset, ["h"], table)
    found = said(dataset, [": lowest"], table).splitlines()
    assert "z: give all passages without a grade the lowest one" in found
    assert not [line for line in found if line.startswith("s: ")]
    assert "+ and the words mark them" in said(dataset, ["w"], table) and "; h lists the keys" in said(dataset, ["&"], table)


def test_every_key_that_is_one_character_has_a_meaning_or_a_sentence(dataset):
    with_none = {"hold": "a space begins no line"}
    areas = {"everywhere", "always", "sample", "passages", "passage", "guide", "queue"}
    signs = {
        entry.id
        for entry in KEYS
        if entry.area in areas and (character(entry.keys[0]) or "\n").isprintable() and not entry.id[-1].isdigit()
    }
    assert signs - set(TAKES) - set(INSTEAD) - set(with_none) == set()


def test_every_key_that_lines_know_is_in_the_table():
    assert {*TAKES, *INSTEAD} <= {entry.id for entry in KEYS}
    assert all(hasattr(Plain, f"_do_{id_}") for id_ in TAKES if id_ != "quit")


def test_what_is_on_a_key_that_lines_cannot_have_is_on_its_first_one_too(dataset):
    table = resolved({"submit": "f9"})
    assert "NOT submitted" in said(dataset, ["s"], table)
    assert "s: submit the label" in said(dataset, ["? submit"], table)


def test_an_empty_part_names_no_tag(dataset):
    spoken = said(dataset, ["t skills,,health"])
    assert spoken.count("Habits") == said(dataset, []).count("Habits")


def test_a_reason_that_is_too_long_is_refused_whole(dataset):
    assert "a reason has at most 10,000 characters, this one 10,001; say it in fewer" in said(dataset, ["k " + "x" * 10_001])
    assert records(dataset) == []
