"""One table of keys: no clash, nothing that a terminal takes, and docs made from it."""

from pathlib import Path

import pytest

from annotator.errors import UsageError
from annotator.tui.keymap import AREAS, KEYS, TOGETHER, all_forms, clash, dispatch, line_of, markdown, resolved, spoken

ROOT = Path(__file__).resolve().parents[2]


def test_no_two_things_are_on_one_key_and_none_on_what_a_terminal_takes():
    assert clash(KEYS) is None


def test_ids_are_unique_and_areas_known():
    assert len({entry.id for entry in KEYS}) == len(KEYS)
    assert {entry.area for entry in KEYS} == set(AREAS)


def test_every_area_has_exactly_its_keys_and_those_that_hold_with_it():
    for area, keys in dispatch(KEYS).items():
        areas = TOGETHER.get(area, (area,))
        assert {entry.id for entry in keys.values()} == {entry.id for entry in KEYS if entry.area in areas}


def test_full_width_and_chinese_forms_are_the_same_key():
    assert all_forms("1") == ["1", "１"]
    assert all_forms("full_stop") == ["full_stop", "fullwidth_full_stop", "ideographic_full_stop"]
    assert "fullwidth_question_mark" in all_forms("question_mark")
    assert all_forms("f1") == ["f1"]


@pytest.mark.parametrize(
    ("remapped", "words"),
    [
        ({"submit": "k"}, "submit and skip are both on k"),
        ({"mark": "s"}, "submit"),
        ({"undo": "ctrl+s"}, "which terminals, tmux or the shell take"),
        ({"nonsense": "a"}, "there is no 'nonsense'"),
        ({"submit": "notakey"}, "keys.submit: no terminal sends a key 'notakey'; write s, 9, f9"),
        ({"submit": ""}, "keys.submit: no key is given; write s, 9, f9"),
        ({"note_done": "e"}, "keys.note_done: 'e' could not be typed any more in a note"),
        ({"ask_drop": "f9 space"}, "keys.ask_drop: 'space' could not be typed any more while asked for a line"),
        ({"tags_done": "."}, "keys.tags_done: '.' could not be typed any more while choosing tags"),
    ],
)
def test_a_users_keys_are_checked_at_the_start(remapped, words):
    with pytest.raises(UsageError, match=words):
        resolved(remapped)


def test_a_users_keys_take_the_place_of_ours_with_all_their_forms():
    table = resolved({"submit": "f9 9", "digit_9": "f4"})
    assert next(entry for entry in table if entry.id == "submit").keys == ("f9", "9")
    meaning = dispatch(table)["passage"]
    assert [meaning[key].id for key in ("f9", "9", "９", "f4")] == ["submit", "submit", "submit", "digit_9"]
    assert "s" not in meaning


def test_a_sign_is_taken_for_its_key_and_the_digits_of_the_tags_may_change_places():
    table = {entry.id: entry.keys for entry in resolved({"next_passage": "> .", "tag_1": "2", "tag_2": "1"})}
    assert table["next_passage"] == ("greater_than_sign", "full_stop")
    assert (table["tag_1"], table["tag_2"]) == (("2",), ("1",))


def test_the_bottom_line_names_what_is_needed_most_first():
    line = line_of(KEYS, TOGETHER["passage"])
    assert [key for key, _, _ in line[:4]] == ["?", "Enter", "s", "Space"]


def test_keys_are_spoken_as_people_read_them():
    assert [spoken(key) for key in ("ctrl+shift+left", "full_stop", "f2", "f", "pageup")] == ["Ctrl+Shift+←", ".", "F2", "f", "PgUp"]


def test_the_page_of_keys_is_made_from_the_table():
    assert (ROOT / "docs" / "keys.md").read_text("utf-8") == markdown()


async def test_a_panel_names_the_keys_that_the_person_chose(dataset, opened):
    async with opened(dataset, keys={"help_done": "f7"}) as d:
        await d.do("help")
        await d.pilot.pause()
        assert "F7" in d.app.screen.query_one("#panel-keys").render_line(0).text
        await d.pilot.press("f7")
        assert d.app.screen is d.screen


def test_one_key_draws_anew_wherever_one_is():
    assert {keys["ctrl+l"].id for keys in dispatch(KEYS).values()} == {"draw_anew"}


def test_nothing_that_changes_a_sample_is_on_a_key_of_the_queue():
    held = {entry.id for entry in dispatch(KEYS)["queue"].values()}
    moves = {entry.id for entry in KEYS if entry.area == "queue"}
    around = {"search", "go_to", "theme", "next_area", "previous_area", "palette", "help", "quit", "draw_anew"}
    assert held == moves | around
