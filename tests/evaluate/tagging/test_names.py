"""Names of dimensions: ids, aliases and names in any language, whatever their case and width."""

import pytest

from annotator.evaluate.tagging.names import Labels, Names, folded
from annotator.model.dimension import Dimension, Registry

REGISTRY = Registry(
    dimensions=(
        Dimension(id="tech_stack", name={"en": "Tech stack", "zh": "技术栈"}, aliases=("框架", "Tools")),
        Dimension(id="skills", name="Tools", aliases=("Straße", "能力")),
        Dimension(id="work", name="Life"),
        Dimension(id="home", name="life"),
    )
)


@pytest.mark.parametrize(
    ("label", "id_"),
    [
        ("tech_stack", "tech_stack"),
        ("TECH_STACK", "tech_stack"),
        ("tech stack", "tech_stack"),
        ("  Tech \t stack ", "tech_stack"),
        ("Ｔｅｃｈ　ｓｔａｃｋ", "tech_stack"),
        ("技术栈", "tech_stack"),
        ("框架", "tech_stack"),
        ("STRASSE", "skills"),
        ("能力", "skills"),
        # An alias of one is the name of another: the alias wins.
        ("tools", "tech_stack"),
        # The name of two is nobody's.
        ("Life", None),
        ("tech-stack", None),
        ("", None),
    ],
)
def test_a_label_is_known_by_each_of_its_names(label: str, id_: str | None):
    assert Names(REGISTRY).id_of(label) == id_


def test_two_names_of_one_dimension_are_one_label():
    assert Names(REGISTRY).labels(["技术栈", "tech stack", "Tech_Stack"]) == Labels(frozenset({"tech_stack"}))


def test_a_label_that_is_nobody_s_is_kept_once_in_its_own_words():
    found = Names(REGISTRY).labels(["Wissen", "wissen ", "skills"])
    assert found.known == {"skills"}
    assert [folded(word) for word in found.unknown] == ["wissen"]


def test_a_letter_whose_capital_is_two_characters_is_met_in_both_forms():
    assert len("ǰ".upper()) == 2
    assert folded("ǰ") == folded("ǰ".upper())
