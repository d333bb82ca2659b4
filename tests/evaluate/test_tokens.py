"""Words of both languages."""

import pytest

from annotator.evaluate.tokens import tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The tokens were stored, securely!", ["token", "were", "store", "secur"]),
        ("ＡＰＩ　Ｋｅｙｓ", ["api", "key"]),
        ("don’t stop", ["don't", "stop"]),
        ("v2.1 e-mail_x", ["v2", "1", "e", "mail", "x"]),
        ("", []),
        ("，。！", []),
        ("的", []),
    ],
)
def test_words_of_a_text(text, words):
    assert tokens(text) == words


def test_chinese_gives_words_and_character_pairs():
    found = tokens("轮换访问凭据后")
    assert {"轮换", "访问", "凭据"} <= set(found)
    assert {"换访", "问凭"} <= set(found)
    assert found.count("轮换") == 1


def test_a_mixed_text_keeps_both():
    found = tokens("SQLite数据 migrations")
    assert {"sqlite", "数据", "migrat"} <= set(found)
