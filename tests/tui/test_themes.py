"""Themes: those that can be worn are those that can be asked for."""

from typing import get_args

import pytest

from annotator.cli.main import main
from annotator.curate.settings import Settings
from annotator.tui.themes import NAMES


def test_a_configuration_may_name_each_of_them_and_no_other():
    allowed, nothing = get_args(Settings.model_fields["theme"].annotation)
    assert get_args(allowed) == NAMES
    assert nothing is type(None)


async def test_the_screen_says_which_one_is_on_now(dataset, opened):
    async with opened(dataset) as d:
        said = []
        for _ in NAMES:
            await d.do("theme")
            said.append(d.said())
        assert said == [f"theme: {name}" for name in (*NAMES[1:], NAMES[0])]


@pytest.mark.parametrize("command", ["label", "desk", "adjudicate"])
def test_a_command_line_may_name_each_of_them(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "{" + ",".join(NAMES) + "}" in capsys.readouterr().out
