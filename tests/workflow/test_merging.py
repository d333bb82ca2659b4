"""Union and intersection of what reviewers marked; every result stays exact."""

from hypothesis import given
from hypothesis import strategies as st

from annotator.model.facets.spans import inexact
from annotator.model.span import Span
from annotator.workflow.merging import parted, spans_intersection, spans_union, tags_intersection, tags_union

TEXT = "Alpha beta gamma delta."


def cut(start: int, end: int, tag: str | None = None, text: str = TEXT) -> Span:
    return Span(start, end, text[start:end], tag)


def words(spans) -> list[str]:
    return [span.text for span in spans]


def test_tags():
    assert tags_union([["b", "a"], ["c", "a"]]) == ["a", "b", "c"]
    assert tags_intersection([["b", "a"], ["c", "a"]]) == ["a"]
    assert tags_intersection([["b"], ["c"]]) == []


def test_overlapping_spans():
    one, two = (cut(0, 10),), (cut(6, 16),)
    assert words(spans_union([one, two], TEXT)) == ["Alpha beta gamma"]
    assert words(spans_intersection([one, two], TEXT)) == ["beta"]


def test_spans_that_only_touch_stay_apart():
    one, two = (cut(0, 6),), (cut(6, 10),)
    assert words(spans_union([one, two], TEXT)) == ["Alpha ", "beta"]
    assert spans_intersection([one, two], TEXT) == ()


def test_an_intersection_has_no_white_space_at_its_edges_and_is_never_blank():
    assert words(spans_intersection([(cut(0, 11),), (cut(5, 16),)], TEXT)) == ["beta"]
    assert spans_intersection([(cut(0, 6),), (cut(5, 10),)], TEXT) == ()


def test_different_tags_are_different_things():
    one, two = (cut(0, 10, "x"),), (cut(0, 10, "y"),)
    assert len(spans_union([one, two], TEXT)) == 2
    assert spans_intersection([one, two], TEXT) == ()


def test_what_all_marked_the_same_is_both():
    both = (cut(0, 5), cut(11, 16))
    assert spans_union([both, both], TEXT) == both == spans_intersection([both, both], TEXT)


def test_three_sides():
    sides = [(cut(0, 10),), (cut(0, 16),), (cut(6, 22),)]
    assert words(spans_intersection(sides, TEXT)) == ["beta"]
    assert words(spans_union(sides, TEXT)) == ["Alpha beta gamma delta"]


def test_marks_are_cut_into_what_all_marked_and_what_not_all_did():
    assert parted([(cut(0, 10),), (cut(6, 16), cut(17, 22))]) == [
        [(0, 6, False), (6, 10, True)],
        [(6, 10, True), (10, 16, False), (17, 22, False)],
    ]
    assert parted([(cut(0, 5, "x"),), (cut(0, 5, "y"),)]) == [[(0, 5, False)], [(0, 5, False)]]
    assert parted([(cut(0, 16),), (cut(0, 5), cut(11, 16))])[0] == [(0, 5, True), (5, 11, False), (11, 16, True)]
    assert parted([(cut(0, 5),), (cut(0, 5),), ()]) == [[(0, 5, False)], [(0, 5, False)], []]


ODD = "a e\u0301 👩\u200d🚀 喜欢 \r\n b\u0301c"


@st.composite
def marked(draw):
    from wcwidth import iter_graphemes

    edges = [0]
    for cluster in iter_graphemes(ODD):
        edges.append(edges[-1] + len(cluster))
    pairs = draw(st.lists(st.tuples(st.sampled_from(edges), st.sampled_from(edges)), max_size=4))
    return tuple(cut(a, b, text=ODD) for a, b in pairs if a < b and ODD[a:b].strip())


@given(marked(), marked())
def test_every_result_is_exact_and_between_clusters(one, two):
    both, either = spans_intersection([one, two], ODD), spans_union([one, two], ODD)
    assert [inexact(span, ODD) for span in (*both, *either)] == [None] * len((*both, *either))

    def characters(spans):
        return {place for span in spans for place in range(span.start, span.end)}

    assert characters(either) == characters(one) | characters(two)
    assert characters(both) <= characters(one) & characters(two)
    left_out = (characters(one) & characters(two)) - characters(both)
    assert not "".join(ODD[place] for place in sorted(left_out)).strip()
