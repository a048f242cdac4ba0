"""The program on a terminal: whole games, line editing, color, and the terminal left as it was found."""

import re
import signal

import pytest
from table import (
    BACKSPACE,
    CTRL_BACKSLASH,
    CTRL_C,
    CTRL_D,
    CTRL_U,
    CTRL_Z,
    DOWN,
    DUELLO,
    GAMES,
    LEFT,
    UP,
    modes_of_a_new_terminal,
    run,
)
from test_mistakes import FINISH

COLORING = re.compile(rb"\x1b\[[0-9;]*m")
UNFINISHED = "The game is left unfinished"


def hidden_turns(*moves):
    """What is typed at one terminal for turns in secret: Enter to begin, the move, Enter to end."""
    return [line for move in moves for line in ("", move, "")]


# What two people type at a terminal for a whole game, and the last line they see.
WHOLE_GAMES = {
    "color-capture": (FINISH["color-capture"], "Winner: Player 2 wins by collecting a majority of Green tokens!"),
    "color-bridge": (FINISH["color-bridge"], "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!"),
    "capture-the-flag": (FINISH["capture-the-flag"], "Player 1 has captured Player 2's flag! Player 1 wins!"),
    "color-clash": (FINISH["color-clash"], "Red wins: Blue has no legal move!"),
}


def last_line(session):
    return [line for line in session.terminal.main_and_scrollback if line][-1]


def play_out(session, typed):
    session.wait_for_prompt()
    session.enter(*typed[:-1])
    session.press(typed[-1] + "\r")
    return session.end()


@pytest.mark.parametrize("term", ["xterm-256color", "vt100", "dumb", None])
@pytest.mark.parametrize("game", GAMES[:4])
def test_two_people_play_a_whole_game(sit, game, term):
    typed, verdict = WHOLE_GAMES[game]
    session = sit("play", game, TERM=term)
    assert play_out(session, typed) == 0
    assert last_line(session) == verdict


def test_two_people_play_a_whole_game_in_secret(sit):
    session = sit("play", "energy-capture")
    session.wait_for_prompt()
    # Player 1 places all and passes by force; player 2 passes by choice.
    session.enter(*hidden_turns("1:5,2:5,3:5", "4:9"), "", "", "", "pass")
    session.press("\r")
    assert session.end() == 0
    assert last_line(session) == "Player 1 wins by capturing a majority of the nodes!"


@pytest.mark.parametrize("game", GAMES[:4])
def test_a_dialogue_reads_the_same_on_a_terminal_and_on_a_pipe(sit, game):
    typed, _ = WHOLE_GAMES[game]
    session = sit("play", game, rows=50)
    assert play_out(session, typed) == 0
    piped = run("play", game, stdin="\n".join(typed)).out
    assert "\n".join(session.terminal.main_and_scrollback).rstrip() == piped.rstrip()


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_the_computer(sit, game):
    session = sit("play", game, "--p2", "random").wait_for_prompt()
    session.enter(FINISH[game][0])
    session.press("resign\r")
    assert session.end() == 0
    assert last_line(session) in ("random wins!", "random (<P2) wins!", "random (Blue) wins!")


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_dumb_terminal_gets_no_control_sequences(sit, term):
    session = sit("play", "color-bridge", TERM=term)
    assert play_out(session, ["5 6", "12", "help", "7", "4"]) == 0
    assert b"\x1b" not in session.terminal.raw


def test_a_terminal_gets_color(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.enter("5 6", "7")
    assert {"red", "blue"} <= session.terminal.colors


@pytest.mark.parametrize(
    "args, env",
    [([], {"NO_COLOR": "1"}), (["--color", "never"], {}), ([], {"TERM": "dumb"})],
    ids=["NO_COLOR", "--color never", "dumb"],
)
def test_color_can_be_refused(sit, args, env):
    session = sit("play", "color-bridge", *args, **env).wait_for_prompt()
    session.enter("5 6", "7")
    assert not COLORING.search(session.terminal.raw)


def test_an_empty_no_color_does_not_refuse_color(sit):
    session = sit("play", "color-bridge", NO_COLOR="").wait_for_prompt()
    session.enter("5 6")
    assert session.terminal.colors == {"red"}


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_color_can_be_had_on_a_pipe(env):
    colored = run("play", "color-bridge", "--color", "always", stdin="5 6\nquit\n", **env).out
    assert "\x1b[1;31mR\x1b[0m" in colored
    assert COLORING.sub(b"", colored.encode()).decode() == run("play", "color-bridge", stdin="5 6\nquit\n").out


@pytest.mark.parametrize(
    "keys",
    ["56" + LEFT + " ", "5 7" + BACKSPACE + "6", "9 9" + CTRL_U + "5 6", "6\x015 ", "6 7\x1bb5 \x1b[1;5C\x7f\x7f"],
    ids=["left arrow", "backspace", "Ctrl-U", "Ctrl-A", "words"],
)
def test_a_line_can_be_edited(sit, keys):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.enter(keys)
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


def test_earlier_lines_come_back_with_the_up_arrow(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.enter("5 6", "help")
    session.press(UP + UP + "!")
    session.wait_until(lambda: session.terminal.cursor_line == "> 5 6!", "the line before last")


def test_a_draft_in_a_recalled_line_is_not_there_for_the_next_player(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.enter("5 6", UP + " draft" + DOWN + "7")
    session.press(UP + UP + "!")
    session.wait_until(lambda: session.terminal.cursor_line.endswith("!"), "the line before last")
    assert session.terminal.cursor_line == "> 5 6!"


def test_a_paste_with_several_lines_is_shown_before_it_is_entered(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.press("\x1b[200~5\r6\r\x1b[201~|")
    session.wait_until(lambda: session.terminal.cursor_line == "> 5 6 |", "one line")
    session.enter(BACKSPACE)
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


def test_tab_lists_the_choices(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.press("r\t")
    session.wait_for("rules resign").wait_until(lambda: session.terminal.cursor_line.startswith("> r"), "the line again")


def test_a_line_longer_than_the_screen_is_edited_on_one_row(sit):
    session = sit("play", "color-bridge", columns=40).wait_for_prompt()
    session.press("x" * 60 + "y" + "\x01")
    session.wait_until(lambda: session.terminal.cursor_row == "> " + "x" * 37, "the beginning of the line")
    session.press("\x05")
    session.wait_until(lambda: session.terminal.cursor_line == "> " + "x" * 35 + "y", "the end of the line")
    session.enter("")
    assert "> " + "x" * 38 in session.terminal.screen, "what was entered is shown whole"
    session.enter("5 6")
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


@pytest.mark.parametrize("name", ["Zoë", "王芳"])
def test_a_name_beyond_ascii_can_be_typed_and_edited(sit, tmp_path, name):
    session = sit(XDG_STATE_HOME=str(tmp_path)).wait_for_prompt()
    session.enter("color-bridge", "names")
    session.press(name + LEFT + BACKSPACE)
    session.wait_until(lambda: session.terminal.cursor_row.endswith(": " + name[:-2] + name[-1]), "the name")
    session.enter(name[-2] + "\x05!", "Bob", "1")
    assert name + "!" in session.fresh


def test_a_line_that_is_too_long_is_one_mistake(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.enter("1" * 3000)
    assert session.fresh.count("That line is too long; ") == 1
    session.enter("5 6")
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


def test_a_pasted_game_is_played(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.press("5 6\r7\r4\r")
    assert session.end() == 0
    assert last_line(session) == WHOLE_GAMES["color-bridge"][1]


@pytest.mark.parametrize("begun, completed", [("qu", "quit"), ("10-", "10-11"), ("un", "undo")])
def test_tab_completes_words_and_moves(sit, begun, completed):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.press(begun + "\t|")
    session.wait_until(lambda: session.terminal.cursor_line.replace(" |", "|") == f"> {completed}|", completed)


@pytest.mark.parametrize("game", [*GAMES, "menu"])
def test_tab_never_lists_files(sit, tmp_path, game):
    for name in ["zebra-1", "zebra-2", "quit.txt"]:
        (tmp_path / name).touch()
    session = sit(*(["play", game] if game != "menu" else []), cwd=tmp_path).wait_for_prompt()
    session.press("\t\tze\t\t./\t\t|")
    session.wait_for("|")
    session.wait_until(lambda: session.terminal.cursor_line.endswith("ze./|"), "the typed letters alone")
    assert "zebra" not in "\n".join(session.terminal.screen)
    assert "quit.txt" not in "\n".join(session.terminal.screen)


@pytest.mark.parametrize(
    "game, start",
    [
        ("color-capture", "Token:    R   B   G   R   B   G   R   B   G   R   B   G   R   B   G"),
        ("color-bridge", "Current Track: _ _ _ _ _ _ _ _ _ _ _"),
        ("capture-the-flag", " P1>   .    .    .    .    .    .    .    .    .   <P2"),
        ("color-clash", "1: [R1]  2: [B1]  3: [R2]  4: [B2]  5: [R3]"),
    ],
)
def test_undo_shows_where_the_game_stands(sit, game, start):
    session = sit("play", game).wait_for_prompt()
    assert start in session.terminal.screen
    session.enter(FINISH[game][0], "undo")
    assert start in session.fresh.split("Took back 1 move.")[1].splitlines()


@pytest.mark.parametrize("game", ["color-bridge", "energy-capture"])
@pytest.mark.parametrize(
    "way, status, says",
    [
        ("quit\r", 0, UNFINISHED + "."),
        ("resign\r", 0, " wins!"),
        (CTRL_D, 1, "The input ended before the game did; the game is left unfinished."),
        (CTRL_C, 130, "Interrupted; the game is left unfinished."),
        ("half a line" + CTRL_C, 130, "Interrupted; the game is left unfinished."),
        (CTRL_BACKSLASH, -signal.SIGQUIT, ""),
        (signal.SIGTERM, 143, "Interrupted; the game is left unfinished."),
        (signal.SIGHUP, 129, "Interrupted; the game is left unfinished."),
    ],
    ids=["quit", "resign", "Ctrl-D", "Ctrl-C", "Ctrl-C in a line", "Ctrl-backslash", "SIGTERM", "SIGHUP"],
)
def test_the_terminal_is_left_as_it_was_found(sit, game, way, status, says):
    session = sit("play", game).wait_for_prompt()
    if game == "energy-capture":
        session.enter("")
    session.press(way) if isinstance(way, str) else session.signal(way)
    assert session.end() in (status, 128 - status)
    assert session.modes == modes_of_a_new_terminal()
    assert not session.terminal.page_is_open
    assert session.terminal.raw.rfind(b"\x1b[?2004l") >= session.terminal.raw.rfind(b"\x1b[?2004h")
    assert last_line(session).endswith(says)
    assert session.terminal.cursor_line == ""


def test_ctrl_d_in_a_line_ends_nothing(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.enter("5 6" + CTRL_D)
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


@pytest.mark.parametrize("game", ["color-bridge", "energy-capture"])
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_terminal_that_goes_away_ends_the_program(sit, game, term):
    session = sit(command=["sh", "-c", 'trap "" HUP; "$0" play "$1"; exit 7', DUELLO, game], TERM=term)
    session.wait_for_prompt()
    assert session.hang_up() == 7


def test_resizing_the_window_keeps_what_is_typed(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.press("5 ")
    session.wait_for("5 ")
    for rows, columns in [(40, 120), (10, 40), (24, 80)]:
        session.resize(rows, columns)
        session.wait_for("> 5 ")
    session.press("6!")
    session.wait_until(lambda: session.terminal.cursor_line == "> 5 6!", "what is typed")
    session.enter(BACKSPACE)
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


def test_ctrl_z_gives_the_terminal_back_and_fg_goes_on(sit):
    session = sit(command=["/bin/bash", "--norc", "--noprofile", "-i"], PS1="shell$ ", DUELLO=DUELLO)
    session.wait_for("shell$ ")
    session.press('"$DUELLO" play color-bridge\r')
    session.wait_for_prompt()
    session.press("5 ")
    session.wait_for("5 ")
    stopped_at = len(session.terminal.raw)
    session.press(CTRL_Z)
    session.wait_for("Stopped").wait_for("shell$ ")
    assert b"\x1b[?2004l" in session.terminal.raw[stopped_at:].split(b"Stopped")[0]
    session.press("fg\r")
    session.wait_for("> 5 ")
    session.press("6\r")
    session.wait_for("Updated Track: _ _ _ _ R R _ _ _ _ _").wait_for_prompt()
    session.press("quit\r")
    session.wait_for(UNFINISHED).wait_for("shell$ ")
    session.press("exit\r")
    assert session.end() == 0


def test_ctrl_z_where_no_shell_could_wake_the_program_does_not_stop_it(sit):
    session = sit("play", "color-bridge").wait_for_prompt()
    session.press("5 ")
    session.wait_for("> 5 ")
    session.press(CTRL_Z)
    session.wait_for("> 5 ")
    session.enter("6")
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


def test_a_game_is_played_again_one_key_after_it_and_recorded_as_well(sit, tmp_path):
    file = tmp_path / "games"
    session = sit("play", "color-bridge", "--name1", "Ann", "--name2", "Bob", "--record", str(file)).wait_for_prompt()
    for rematch in ["a", "a", "\r"]:
        session.enter("5 6", "7", "4")
        session.press(rematch)
        if rematch == "a":
            session.wait_for("A rematch: the players change seats.").wait_for_prompt()
    assert session.end() == 0
    assert re.findall(r'Name1 "(\w+)"', file.read_text()) == ["Ann", "Bob", "Ann"]
    assert file.read_text().count("1. 5-6 7 2. 4 1-0") == 3


def test_a_rematch_is_offered_when_a_series_is_over_and_not_before(sit):
    session = sit("play", "color-bridge", "--best-of", "2").wait_for_prompt()
    session.enter("5 6", "7", "4")
    assert "play again" not in session.fresh
    session.enter("", "5 6", "7", "4")
    assert "a to play again" in session.fresh


def test_long_rules_are_shown_page_by_page_and_leave_the_game_where_it_was(sit):
    session = sit("play", "color-bridge", rows=20).wait_for_prompt()
    session.press("rules\r")
    session.wait_for("Space: more; q: enough.")
    assert session.terminal.page_is_open
    while "Enter goes on" not in session.fresh:
        session.press(" ")
        session.wait_until(lambda: "enough." in session.fresh or "scrolls." in session.fresh, "the next piece")
    session.press("\r")
    session.wait_until(lambda: not session.terminal.page_is_open and session.fresh.endswith("> "), "the prompt")
    session.enter("5 6")
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in session.terminal.screen


@pytest.mark.parametrize("term", ["dumb", "vt100"])
def test_long_rules_are_printed_in_pieces_where_there_are_no_pages(sit, term):
    session = sit("play", "color-bridge", rows=20, TERM=term).wait_for_prompt()
    session.press("rules\r")
    session.wait_for("Press Enter for more, q for no more: ")
    assert "Rule values" not in session.fresh
    while not session.fresh.endswith("> "):
        session.press("\r")
        session.wait_until(lambda: session.fresh.endswith(("more: ", "> ")), "a prompt")
    session.enter("5 6")
    assert "Updated Track: _ _ _ _ R R _ _ _ _ _" in "\n".join(session.terminal.main_and_scrollback)
