import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import UnreadableInput
from annotator.interchange.ids import Ids, rewritten
from annotator.model.names import check_id


@pytest.mark.parametrize("raw", ["q 1", "q\t1", "q\u200b1", "q\u202e1", "e\u0301", "q\x001", "x" * 257])
def test_an_id_that_a_dataset_cannot_hold_is_refused_with_the_option_that_rewrites_it(raw: str) -> None:
    with pytest.raises(UnreadableInput, match=r"ratings\.csv:7: id .*--map-ids FILE"):
        Ids().take(raw, "ratings.csv", 7)


def test_an_id_of_zeros_and_digits_stays_as_it_is() -> None:
    assert Ids(rewrite=True).take("007", "f", 1) == "007"


def test_an_empty_id_is_refused_even_when_rewriting() -> None:
    with pytest.raises(UnreadableInput, match="1 to 256 characters"):
        Ids(rewrite=True).take("", "f", 1)


def test_the_map_says_what_became_of_every_rewritten_id() -> None:
    ids = Ids(rewrite=True)
    new = ids.take("q 1", "f", 1)
    assert [json.loads(line) for line in ids.map_lines().splitlines()] == [{"from": "q 1", "to": new}]
    assert new.startswith("q_1-")


def test_two_ids_that_read_alike_stay_apart() -> None:
    assert rewritten("q 1") != rewritten("q\t1")


@given(st.text(min_size=1))
def test_every_rewritten_id_is_one_that_a_dataset_holds(raw: str) -> None:
    assert check_id(rewritten(raw)) == rewritten(raw)
