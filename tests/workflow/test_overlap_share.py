"""A fifth of a set of 80 is labelled by two: which, follows from the ids alone."""

from math import ceil

from annotator.workflow.assignment import in_overlap, labels_needed
from tests.workflow.ledger import a_config

EIGHTY = [f"eval-{number:03}" for number in range(1, 81)]


def test_of_eighty_ids_a_fifth_needs_two_labels():
    config = a_config(reviewers=2, overlap=0.2)
    twice = [id_ for id_ in EIGHTY if labels_needed(config, id_) == 2]
    assert len(twice) == ceil(0.2 * 80) == 16
    # Neither the order nor what else is in the set changes who it is.
    assert [id_ for id_ in reversed(EIGHTY) if in_overlap(id_, 0.2)] == twice[::-1]
    assert [id_ for id_ in EIGHTY[:40] if in_overlap(id_, 0.2)] == [id_ for id_ in twice if id_ <= "eval-040"]
