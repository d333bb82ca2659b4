"""The help panel is kept between two openings, and shows all the same what holds by then."""

from annotator.tui.screens.panels import HelpPanel


def first_style(d):
    """How the first row of the text looks."""
    return next(iter(d.app.screen.query_one("#help-text").render_line(0))).style


async def test_opened_again_it_is_the_same_panel_from_its_beginning(dataset, opened):
    async with opened(dataset) as d:
        await d.do("help")
        await d.pilot.pause()
        panel, picture = d.app.screen, d.picture()
        assert isinstance(panel, HelpPanel)
        assert "On the open sample" in picture
        await d.pilot.press("pagedown")
        await d.pilot.pause()
        assert "On the open sample" not in d.picture()
        await d.pilot.press("escape")
        await d.do("help")
        await d.pilot.pause()
        assert d.app.screen is panel
        assert d.picture() == picture


async def test_each_opening_has_its_own_text(dataset, opened):
    async with opened(dataset) as d:
        await d.do("help")
        await d.pilot.press("escape")
        await d.do("stand_ins")
        await d.pilot.pause()
        assert "stand-ins in this text" in d.picture()
        assert "Every character of this text is drawn as it is." in d.picture()
        assert "On the open sample" not in d.picture()


async def test_another_size_and_another_theme_hold_for_it_too(dataset, opened):
    async with opened(dataset) as d:
        await d.do("help")
        await d.pilot.pause()
        before = first_style(d)
        await d.pilot.press("escape")
        await d.do("theme")
        await d.pilot.resize_terminal(100, 30)
        await d.do("help")
        await d.pilot.pause()
        assert d.app.screen.size == (100, 30)
        assert d.app.screen.query_one("#panel").size.width == 100
        assert d.app.screen.has_class("-roomy")
        after = first_style(d)
        assert (after.color, after.bgcolor) != (before.color, before.bgcolor)
