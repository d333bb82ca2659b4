"""Sections of each mode and injected blocks, by hand."""

import pytest

from annotator.evaluate.tagging.profile import Injection
from tests.evaluate.tagging.tagged import WHOLE_PLAN, guess, scored, truth, values

FOUR = dict.fromkeys(("m0", "m1", "m2", "m3"), "skills")
# In coding m0 to m2 belong in a section and m3 in none; nothing is said about daily.
SECTIONS = {"coding": {"m0": "tech", "m1": "tech", "m2": "style", "m3": None}, "daily": {}}
CODING = WHOLE_PLAN._replace(modes=("coding",))
NAMES = ("section-hit", "section-wrong", "section-missed")


def test_sections_by_hand():
    # m0 hit, m1 in a wrong section, m2 in none, m3 in one though it belongs in none: 1 of 3 hit, 2 of the 3 returned wrong, 1 of 3 missed.
    found = scored(
        [truth("s", FOUR, sections=SECTIONS)], {"s": guess(sections={"coding": {"m0": "tech", "m1": "style", "m3": "tech"}})}, CODING
    )
    assert values(found, *NAMES) == [1 / 3, 2 / 3, 1 / 3]
    assert [found.figures[name].n for name in NAMES] == [3, 3, 3]


def test_hit_missed_and_wrongly_placed_make_up_the_expected():
    truths = [truth("s", FOUR, sections={"coding": dict.fromkeys(FOUR, "tech")})]
    found = scored(truths, {"s": guess(sections={"coding": {"m0": "tech", "m1": "style"}})}, CODING)
    # Of four expected, one hits, two are missed, and the one that is left is one of the two returned.
    assert values(found, *NAMES) == [1 / 4, 1 / 2, 2 / 4]


def test_all_modes_together_and_each_for_itself():
    truths = [truth("s", FOUR, sections={"coding": {"m0": "tech"}, "daily": {"m0": "home", "m1": "home", "m2": "home"}})]
    found = scored(truths, {"s": guess(sections={"coding": {"m0": "tech"}, "daily": {"m0": "home"}})}, WHOLE_PLAN)
    assert values(found, "section-hit") == [2 / 4]
    assert {mode: figures["section-hit"].value for mode, figures in found.modes.items()} == {"daily": 1 / 3, "coding": 1.0}


def test_a_mode_that_no_prediction_speaks_of_leaves_the_figure_undefined():
    truths = [truth("s", FOUR, sections={"coding": {"m0": "tech"}, "daily": {"m0": "home"}})]
    found = scored(truths, {"s": guess({"m0": "skills"}, sections={"coding": {"m0": "tech"}})}, WHOLE_PLAN)
    assert found.figures["section-hit"].undefined == "no prediction holds sections of daily"
    assert found.figures["profile-quality"].undefined == "no prediction holds sections of daily"
    assert list(found.modes) == ["coding"]


def test_profile_quality_is_f1_times_hit_rate():
    truths = [truth("s", {"m0": "skills", "m1": "habits"}, sections={"coding": {"m0": "tech", "m1": "tech"}})]
    found = scored(truths, {"s": guess({"m0": "skills", "m1": "skills"}, sections={"coding": {"m0": "tech"}})}, CODING)
    # F1 is 1/2 (TP 1, FP 1, FN 1), the hit rate 1/2.
    assert values(found, "micro-f1", "section-hit", "profile-quality") == [0.5, 0.5, 0.25]


@pytest.mark.parametrize("said", [guess(sections={"coding": {}}), guess({"m0": "skills"})])
def test_profile_quality_is_undefined_where_either_is(said):
    truths = [truth("s", {"m0": "skills"}, sections={"coding": {"m0": "tech"}})]
    assert values(scored(truths, {"s": said}, CODING), "profile-quality") == [None]
    nothing_expected = [truth("s", {"m0": "skills"}, sections={"coding": {"m0": None}})]
    both = guess({"m0": "skills"}, sections={"coding": {}})
    assert values(scored(nothing_expected, {"s": both}, CODING), "micro-f1", "profile-quality") == [1.0, None]


def test_injection_by_hand():
    # Three blocks, two with a referenced memory; of two referenced memories one stands in a block.
    blocks = [frozenset({"m0", "m2"}), frozenset({"m0"}), frozenset({"m3"})]
    found = scored([truth("s", FOUR, referenced=frozenset({"m0", "m1"}))], {"s": guess(injected=blocks)}, WHOLE_PLAN)
    assert found.injection == Injection(blocks=3, relevant_blocks=2, referenced=2, covered=1)
    assert values(found, "injection-hit", "reference-coverage") == [2 / 3, 1 / 2]


def test_a_sample_that_nothing_follows_takes_no_part_in_injection():
    truths = [truth("a", FOUR, referenced=frozenset({"m0"})), truth("b", FOUR, referenced=None)]
    found = scored(truths, {"a": guess(injected=[frozenset({"m0"})]), "b": guess(injected=[frozenset({"m3"})])}, WHOLE_PLAN)
    assert values(found, "injection-hit") == [1.0]


def test_blocks_where_nothing_is_referenced_count_and_coverage_is_undefined():
    found = scored([truth("s", FOUR, referenced=frozenset())], {"s": guess(injected=[frozenset({"m0"})])}, WHOLE_PLAN)
    assert values(found, "injection-hit", "reference-coverage") == [0.0, None]
    assert found.figures["reference-coverage"].undefined == "no memory is referenced"


def test_a_sample_for_which_nothing_was_injected_is_not_covered():
    truths = [truth("a", FOUR, referenced=frozenset({"m0"})), truth("b", FOUR, referenced=frozenset({"m0"}))]
    found = scored(truths, {"a": guess(injected=[frozenset({"m0"})])}, WHOLE_PLAN)
    assert values(found, "injection-hit", "reference-coverage") == [1.0, 0.5]
