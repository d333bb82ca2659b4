"""The dice are SplitMix64, and fair enough to make up a conversation."""

from collections import Counter

from annotator.evaluate.long_conversation.dice import Dice

# The first outputs for the state 1234567, as the reference implementation of 2014 prints them.
REFERENCE = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def test_the_numbers_are_those_of_the_reference_implementation():
    dice = Dice("anything")
    dice.state = 1234567
    assert [dice.roll() for _ in REFERENCE] == REFERENCE


def test_the_same_words_give_the_same_numbers_and_others_give_others():
    first, again, other = Dice("seed", "lh-100"), Dice("seed", "lh-100"), Dice("seedlh", "-100")
    rolls = [first.roll() for _ in range(5)]
    assert rolls == [again.roll() for _ in range(5)]
    assert rolls != [other.roll() for _ in range(5)]


def test_every_face_comes_up_about_as_often():
    dice = Dice("fair")
    counts = Counter(dice.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    # Six standard deviations of a binomial with n 6000 and p 1/6 are 173.
    assert all(abs(count - 1000) < 173 for count in counts.values())


def test_several_are_different_and_a_choice_is_one_of_those_there():
    dice = Dice("several")
    drawn = dice.several("abcdefgh", 8)
    assert sorted(drawn) == list("abcdefgh")
    assert drawn != list("abcdefgh")
    assert dice.pick("xyz") in "xyz"
