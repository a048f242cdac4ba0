"""Eighty columns are enough: on a wider terminal one can see whether a line would have been cut."""

import pytest
from table import GAMES, Terminal
from test_command_line import COMMANDS
from test_mistakes import FINISH, MISTAKES

WIDE = 100


def too_wide(session):
    texts = session.terminal.main_and_scrollback + session.terminal.screen
    return [text for text in texts if len(text) > 80]


@pytest.mark.parametrize("game", GAMES[:4])
def test_a_whole_dialogue_fits(sit, game):
    session = sit("play", game, columns=WIDE, rows=60).wait_for_prompt()
    for number, move in enumerate(FINISH[game]):
        session.enter("help", "moves", "board", "hint", "hint", "hint")
        session.enter(*[typed for place, before, typed, _ in MISTAKES if (place, before) == (game, number)])
        if number == 1:
            session.enter("rules", "", "x" * 20, "undo", FINISH[game][0])
        session.press(move + "\r")
        if number + 1 < len(FINISH[game]):
            session.wait_for_prompt()
    assert session.end() == 0
    assert too_wide(session) == []


def test_a_whole_dialogue_in_secret_fits(sit):
    session = sit("play", "energy-capture", columns=WIDE, rows=60).wait_for_prompt()
    seen = []
    for turn in ["1:5", "1:6", "2:7", "2:5", "3:2", "3:4", "4:1", None, None, "5:5", "5:3", None, "pass"]:
        seen += too_wide(session)
        if not session.terminal.cursor_line.endswith("to begin: "):  # a reveal may want to be read first
            session.enter("")
        words = [] if turn is None else ["help", "moves", "board", "hint", "hint", "hint", "nonsense", "1:99", turn]
        for typed in ["", *words]:
            session.enter(typed)
            seen += too_wide(session)
        session.press("\r")
        if turn != "pass":
            session.wait_for_prompt()
    assert session.end() == 0
    assert seen + too_wide(session) == []


def test_a_whole_dialogue_in_secret_fits_on_a_dumb_terminal(sit):
    session = sit("play", "energy-capture", TERM="dumb", columns=WIDE).wait_for_prompt()
    for typed in ["help", "moves", "board", "hint", "undo", "nonsense", "1:99"]:
        session.wait_for_no_echo()
        session.enter(typed)
    assert too_wide(session) == []


def test_the_menu_fits(sit):
    session = sit(columns=WIDE).wait_for_prompt()
    session.enter("x" * 40, "2", "who")
    session.press("quit\r")
    assert session.end() == 0
    assert too_wide(session) == []


@pytest.mark.parametrize("args", ["list", "--help", *[f"{command} --help" for command in COMMANDS]])
def test_what_is_only_read_fits(sit, args):
    session = sit(*args.split(), columns=WIDE, rows=60)
    assert session.end() == 0
    assert too_wide(session) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("columns", [50, 80, WIDE])
def test_the_rules_fit_whatever_the_terminal_has_up_to_80_columns(sit, game, columns):
    session = sit("rules", game, columns=columns)
    assert session.end() == 0
    prose = session.terminal.raw.decode().split("An example")[0]
    wide = Terminal(200, WIDE)
    wide.feed(prose.encode())
    assert [text for text in wide.screen if len(text) > min(columns, 80)] == []
