"""What hangs on the caret follows it at once."""


async def test_what_is_said_of_the_caret_is_drawn_in_the_frame_of_its_key(dataset, opened):
    async with opened(dataset) as d:
        await d.do("passages_enter")
        d.screen.passage.action_move("right", extend=False)
        assert "1 of" in d.said("title")
        d.screen.passage.action_move("row_end", extend=True)
        assert "36 characters selected" in d.said("title")
