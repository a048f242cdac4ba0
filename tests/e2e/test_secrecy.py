"""Energy Capture at one terminal: nobody sees, finds or calls back what the other player has placed.

The amounts that are placed here have the digits 6 to 9. Nothing that is public before a reveal has one of those.
"""

import os
import re
import signal
import time
from pathlib import Path

import pytest
from table import CTRL_C, CTRL_D, CTRL_U, CTRL_Z, DUELLO, PATIENCE, UP, plain

NAMES = ["--name1", "Ann", "--name2", "Bob"]
BEGINS = "press Enter to begin: "
CLEARED = re.compile(rb"(\x1b\[[0-9]+H\x1b\[K){24}\x1b\[H\Z")  # row by row, or it would go into the scrollback


def secrets(text):
    return re.findall("[6-9]", text)


def take_turn(session, move):
    """Begins a turn, makes the move and ends the turn; the next player's page, or the end, follows."""
    session.enter("", move)
    session.press("\r")


def wait_for_page(session):
    """Waits for the next player's page. A reveal may want to be read first."""
    session.wait_for_prompt()
    if not session.terminal.cursor_line.endswith(BEGINS):
        session.enter("")
    assert session.terminal.cursor_line.endswith(BEGINS)


def asked_in_turn(session):
    """What each page was for: the name of the player it was shown to."""
    return [re.search(r"(Ann|Bob)'s turn is secret", plain(page))[1] for page in session.terminal.pages]


@pytest.fixture
def table(sit):
    return sit("play", "energy-capture", *NAMES).wait_for_prompt()


def test_each_turn_is_a_page_that_is_cleared_before_it_is_taken_away(table):
    for move in ["1:7", "2:8", "3:6"]:
        take_turn(table, move)
        wait_for_page(table)
    assert asked_in_turn(table) == ["Ann", "Bob", "Ann", "Bob"]
    assert [bool(CLEARED.search(page)) for page in table.terminal.pages] == [True, True, True, False]


def test_nothing_of_a_turn_is_left_when_the_next_player_is_asked(table):
    for move in ["1:7", "2:8", "3:6", "4:6"]:
        take_turn(table, move)
        wait_for_page(table)
        assert secrets("\n".join(table.terminal.screen)) == []
        assert secrets("\n".join(table.terminal.main_and_scrollback)) == []
        assert secrets(plain(table.terminal.outside_pages)) == []


def test_a_page_holds_only_what_its_own_player_has_placed(table):
    for move in ["1:7", "2:8", "pass", "pass"]:
        take_turn(table, move)
        wait_for_page(table)
    assert len(table.terminal.pages) >= 4
    for page, own in zip(table.terminal.pages, ["78", "87", "78", "87"]):  # placed, and left of 15
        assert set(secrets(plain(page))) <= set(own)
    assert "1:7" in plain(table.terminal.pages[0])
    assert "2:8" in plain(table.terminal.pages[1])


def test_a_page_is_open_before_anything_secret_is_typed(table):
    assert table.terminal.page_is_open
    assert secrets(table.fresh) == []
    for move in ["1:7", "2:8"]:
        table.enter("")
        table.press(move)
        table.wait_until(lambda typed=move: table.terminal.cursor_line.endswith(typed), move)
        assert table.terminal.page_is_open
        table.enter("", "")
    assert secrets(plain(table.terminal.outside_pages)) == []


def test_sudden_death_is_as_secret_as_the_first_phase(sit):
    table = sit("play", "energy-capture", *NAMES, "--set", "extra=15").wait_for_prompt()
    public = 0
    for phase in [["1:7", "2:8", "pass", "pass"], ["3:9", "3:9", "pass", "pass"], ["4:8", "pass", "4:6"]]:
        for move in phase:
            assert secrets(plain(table.terminal.outside_pages[public:])) == []
            assert secrets("\n".join(table.terminal.screen)) == []
            take_turn(table, move)
            wait_for_page(table)
        public = table.terminal.outside_pages.rfind(b"Sudden Death Round")
    table.press("\r")
    table.wait_for_prompt()
    table.enter("pass")
    table.press("\r")
    assert table.end() == 0
    shown = "\n".join(table.terminal.main_and_scrollback)
    assert shown.count("Reveal Phase") == 3
    assert "Ann: 14 units" in shown
    assert shown.rstrip().endswith("Ann wins by capturing more nodes!")


def test_a_reveal_can_be_read_before_the_next_page_covers_it(table):
    for move in ["1:7", "2:8", "pass", "pass"]:
        table.enter("", move)
        table.press("\r")
        table.wait_for_prompt()
    seen = "\n".join(table.terminal.screen)
    assert "Ann: 7 units" in seen or "Scoring" in seen


# What could bring back a line that another player has typed, killed or taken back.
RECALLS = {
    "up arrow": UP,
    "twice up": UP + UP,
    "Ctrl-P": "\x10",
    "Alt-<": "\x1b<",
    "Ctrl-Y": "\x19",
    "Ctrl-Y Alt-Y": "\x19\x1by",
    "Ctrl-K Ctrl-Y": "\x0b\x19",
    "Ctrl-U Ctrl-Y": CTRL_U + "\x19",
    "Ctrl-R": "\x12:",
    "Alt-P": "\x1bp:\r",
    "Alt-.": "\x1b.",
    "Alt-_": "\x1b_",
    "Alt-Ctrl-Y": "\x1b\x19",
    "Ctrl-_": "\x1f",
    "Ctrl-X Ctrl-U": "\x18\x15",
    "Alt-R": "\x1br",
    "Ctrl-O": "\x0f",
    "Tab": "\t\t",
    "Ctrl-X e": "\x18e",
}


@pytest.mark.parametrize("where", ["at the hand-over", "in the turn"])
@pytest.mark.parametrize("keys", RECALLS.values(), ids=RECALLS)
def test_the_other_player_cannot_call_a_line_back(table, keys, where):
    table.enter("")
    table.press("1:9" + CTRL_U + "1:8\x17")
    table.enter("1:66", "1:6", "undo", "2:7", "")
    if where == "in the turn":
        table.enter("")
    table.press(keys + "|")
    table.wait_for("|")
    assert secrets("\n".join(table.terminal.screen)) == []
    assert secrets(plain(table.terminal.pages[-1])) == []


def what_bob_sees(session):
    """Everything outside Ann's turns: the main screen, Bob's pages, and Ann's pages as they are when Bob looks away."""
    handed_over = [plain(page).split(BEGINS)[0] for page in session.terminal.pages]
    bobs = [plain(page) for page, who in zip(session.terminal.pages, asked_in_turn(session)) if who == "Bob"]
    return plain(session.terminal.outside_pages).split("Reveal Phase")[0], handed_over, bobs


def test_a_forced_pass_looks_to_the_other_player_like_any_other(sit):
    def play(first, typed):
        table = sit("play", "energy-capture", *NAMES).wait_for_prompt()
        for move in [first, "2:4"]:
            take_turn(table, move)
            wait_for_page(table)
        table.enter("", *typed)
        table.press("\r")
        wait_for_page(table)
        take_turn(table, "pass")
        assert table.end() == 0
        return table

    forced, chosen = play("1:8,3:7", []), play("1:7,3:6", ["pass"])
    assert "You have nothing left to place" in plain(forced.terminal.pages[2])
    assert what_bob_sees(forced) == what_bob_sees(chosen)


def test_tab_completes_words_in_a_turn(table):
    table.enter("")
    table.press("resi\t|")
    table.wait_until(lambda: table.terminal.cursor_line.endswith("resign|"), "resign")


def test_a_wrong_word_at_the_end_of_a_turn_does_not_end_it(table):
    table.enter("", "1:7", "1:8")
    assert "Ann's eyes only" in "\n".join(table.terminal.screen)


def test_quit_at_the_end_of_a_turn_leaves_the_game(table):
    table.enter("", "1:7")
    table.press("quit\r")
    table.wait_until(lambda: "unfinished" in table.fresh or BEGINS in table.fresh, "an answer")
    assert BEGINS not in table.fresh
    assert table.end() == 0
    assert secrets("\n".join(table.terminal.main_and_scrollback)) == []


def test_the_rules_can_be_read_from_their_beginning_in_a_turn(table):
    table.enter("", "")
    table.press("rules\r")
    table.wait_for("Space: more")
    assert "Goal" in table.terminal.screen
    table.press("   \r")
    table.wait_for("eyes only").wait_for_prompt()


@pytest.mark.parametrize("rows, columns", [(10, 80), (14, 40), (6, 20)])
def test_an_answer_for_which_the_page_has_no_room_is_read_all_the_same(sit, rows, columns):
    table = sit("play", "energy-capture", *NAMES, rows=rows, columns=columns).wait_for_prompt()
    table.enter("")
    table.press("help\r")
    read = ""
    for _ in range(40):
        table.wait_until(lambda: re.search(r"q:\s+enough|up\s+scrolls", table.fresh), "the help")
        read += "\n".join(table.terminal.screen)
        if "scrolls" in table.fresh:
            break
        table.press(" ")
    for word in ["How to move", "rules", "board", "undo", "unfinished"]:
        assert word in read
    table.press("\r")
    table.wait_until(lambda: re.search(r"Node2:3\):\s+(> )?$", table.fresh), "the prompt")


def test_the_move_can_be_seen_on_a_low_screen_before_it_counts(sit):
    table = sit("play", "energy-capture", *NAMES, rows=6, columns=20).wait_for_prompt()
    table.enter("", "1:7")
    assert "Your move: 1:7" in table.terminal.screen
    table.press("\r")
    table.wait_for("Bob, press")
    assert secrets("\n".join(table.terminal.main_and_scrollback)) == []


def test_an_answer_to_undo_is_read_by_the_player_who_asked(table):
    take_turn(table, "1:7")
    wait_for_page(table)
    table.enter("", "undo")
    assert "nothing can be taken back" in "\n".join(table.terminal.screen)


@pytest.mark.parametrize("keys, status", [(CTRL_C, 130), (CTRL_D, 1), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("typed", ["", "1:9", "1:9\r"], ids=["before", "while", "after"])
def test_a_turn_that_is_broken_off_leaves_nothing_behind(table, keys, status, typed):
    take_turn(table, "1:7")
    wait_for_page(table)
    table.enter("")
    if typed:
        table.press(typed)
        table.wait_for("1:9")
    if typed.endswith("\r"):
        table.wait_for_prompt()
    elif typed and keys == CTRL_D:
        keys = CTRL_U + CTRL_D
    table.press(keys) if isinstance(keys, str) else table.signal(keys)
    assert table.end() == status
    assert not table.terminal.page_is_open
    assert secrets("\n".join(table.terminal.main_and_scrollback)) == []
    assert secrets(plain(table.terminal.outside_pages)) == []
    assert CLEARED.search(table.terminal.pages[-1])


GOES_ON = "press Enter to go on: "


@pytest.fixture
def shell(sit):
    session = sit(command=["/bin/bash", "--norc", "--noprofile", "-i"], PS1="shell$ ", DUELLO=DUELLO)
    session.wait_for("shell$ ")
    session.press('"$DUELLO" play energy-capture --name1 Ann --name2 Bob\r')
    session.wait_for(BEGINS)
    return session


def stop_and_go_on(shell):
    shell.press(CTRL_Z)
    shell.wait_for("Stopped").wait_for("shell$ ")
    assert not shell.terminal.page_is_open
    assert secrets("\n".join(shell.terminal.main_and_scrollback)) == []
    shell.press("fg\r")


@pytest.mark.parametrize("typed_ahead", ["", "\r", "\r\r\r"], ids=["", "Enter", "more of it"])
def test_a_turn_that_was_stopped_is_shown_again_only_when_its_player_asks_for_it(shell, typed_ahead):
    shell.enter("")
    shell.press("1:7")
    shell.wait_for("1:7")
    stop_and_go_on(shell)
    shell.wait_for("Ann's turn is secret")
    shell.press(typed_ahead)
    shell.wait_until(lambda: shell.terminal.cursor_line.endswith(GOES_ON), "the question")
    assert shell.terminal.page_is_open
    assert "eyes only" not in shell.fresh
    assert secrets("\n".join(shell.terminal.screen)) == []
    shell.press("\r")
    shell.wait_for("Ann's eyes only").wait_for("1:7")
    assert shell.terminal.cursor_line.endswith("1:7")
    shell.press("\r")
    shell.wait_for("Your move: 1:7").wait_for_prompt()
    shell.press(CTRL_C)
    shell.wait_for("shell$ ")
    assert secrets(plain(shell.terminal.outside_pages)) == []


@pytest.mark.parametrize("typed, back", [("1:7\r", "Your move: 1:7"), ("1:7\rundo\rrules\r", "Space: more")], ids=["a move to confirm", "rules that are read"])
def test_any_page_of_a_turn_that_was_stopped_is_covered(shell, typed, back):
    shell.enter("")
    shell.press(typed)
    shell.wait_for(back)
    stop_and_go_on(shell)
    shell.wait_until(lambda: shell.terminal.cursor_line.endswith(GOES_ON), "the question")
    assert back not in shell.fresh
    stop_and_go_on(shell)
    shell.wait_until(lambda: shell.terminal.cursor_line.endswith(GOES_ON), "the question")
    shell.press("x\r")
    shell.wait_for(back)


@pytest.mark.parametrize("keys, status", [(CTRL_C, 130), (CTRL_D, 1), (signal.SIGTERM, 143)])
def test_a_turn_that_was_stopped_can_be_broken_off(shell, keys, status):
    shell.enter("", "1:7")
    stop_and_go_on(shell)
    shell.wait_until(lambda: shell.terminal.cursor_line.endswith(GOES_ON), "the question")
    if isinstance(keys, str):
        shell.press(keys)
    else:
        (child,) = Path(f"/proc/{shell.pid}/task/{shell.pid}/children").read_text().split()
        os.kill(int(child), keys)
    shell.wait_for("shell$ ")
    assert not shell.terminal.page_is_open
    shell.press("echo status $?\r")
    shell.wait_for(f"status {status}\n".replace("\n", ""))
    assert secrets(plain(shell.terminal.outside_pages)) == []


def test_what_is_typed_after_a_stop_is_not_shown_where_there_are_no_pages(sit):
    shell = sit(command=["/bin/bash", "--norc", "--noprofile", "-i"], PS1="shell$ ", DUELLO=DUELLO, TERM="dumb")
    shell.wait_for("shell$ ")
    shell.press('"$DUELLO" play energy-capture\r')
    shell.wait_for("allocation")
    shell.wait_for_no_echo()
    shell.press(CTRL_Z)
    shell.wait_for("Stopped").wait_for("shell$ ")
    shell.press("stty sane; fg\r")
    shell.wait_for("play energy-capture")
    shell.wait_for_no_echo()
    shell.press("1:7\r")
    shell.wait_for("Player 2")
    assert secrets(shell.fresh) == []


QUIET = 0.7  # seconds without a key, after which the next player is asked


def in_time(attempt):
    """Repeats what has to happen while the program waits for quiet hands, until the machine was quick enough for it."""
    end = time.monotonic() + PATIENCE
    while not attempt():
        assert time.monotonic() < end, "the machine is too slow"


# How a key is pressed twice: at once, as quickly as a hand can, and held down until it repeats.
TWICE = {"at once": [], "quickly": [0.005, 0.05, 0.15, 0.3], "held down": [0.5, 0.03, 0.03]}


@pytest.mark.parametrize("pauses", TWICE.values(), ids=TWICE)
def test_a_second_press_of_enter_does_not_begin_the_next_player_s_turn(sit, pauses):
    table = None

    def is_pressed_again():
        nonlocal table
        table = sit("play", "energy-capture", *NAMES).wait_for_prompt()
        table.enter("", "1:7")
        last, longest = time.monotonic(), 0
        table.press("\r" if pauses else "\r\r\r")
        for pause in pauses:
            time.sleep(max(0, last + pause - time.monotonic()))
            table.send("\r")
            longest = max(longest, time.monotonic() - last)
            last = time.monotonic()
        return longest < QUIET

    in_time(is_pressed_again)
    table.wait_until(lambda: table.terminal.cursor_line.endswith(BEGINS), "the hand-over")
    table.send("x")
    table.wait_until(lambda: table.terminal.cursor_line.endswith(BEGINS + "x"), "what is typed now")
    assert "eyes only" not in table.fresh
    assert asked_in_turn(table) == ["Ann", "Bob"]
    table.press("\r")
    table.wait_for("Bob's eyes only")


def test_a_second_press_of_enter_does_not_take_the_reveal_away(table):
    for move in ["1:7", "2:8", "pass"]:
        take_turn(table, move)
        wait_for_page(table)
    table.enter("", "pass")
    table.press("\r\r\r")
    table.wait_for_prompt()
    assert table.terminal.cursor_line == "Press Enter to go on: "
    assert not table.terminal.page_is_open
    table.send("\r")
    table.wait_until(lambda: table.terminal.cursor_line.endswith(BEGINS), "the hand-over")
    assert "eyes only" not in table.fresh


def test_what_was_typed_for_the_next_player_is_thrown_away(table):
    table.enter("", "1:7")
    table.press("\r\r2:8\r\r")
    table.wait_until(lambda: table.terminal.cursor_line.endswith(BEGINS), "the hand-over")
    assert asked_in_turn(table) == ["Ann", "Bob"]
    assert secrets(plain(table.terminal.pages[-1])) == []
    table.enter("", "pass")
    table.press("\r")
    wait_for_page(table)
    assert asked_in_turn(table) == ["Ann", "Bob", "Ann"]


@pytest.mark.parametrize("keys, status", [(CTRL_C, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_the_program_can_be_ended_while_it_waits_for_quiet_hands(sit, keys, status):
    def is_ended_in_time():
        table = sit("play", "energy-capture", *NAMES).wait_for_prompt()
        table.enter("", "1:7")
        pressed = time.monotonic()
        table.press("\r")
        table.wait_for("Bob's turn is secret")
        table.press(keys) if isinstance(keys, str) else table.signal(keys)
        if time.monotonic() - pressed >= QUIET:
            return False
        assert table.end() == status
        assert BEGINS not in table.fresh
        return True

    in_time(is_ended_in_time)


def test_resizing_the_window_in_a_turn_keeps_the_page_and_what_is_typed(table):
    table.enter("")
    table.press("1:7")
    table.wait_for("1:7")
    for rows, columns, prompt in [(30, 100, "Node2:3): "), (20, 50, "Node2:3):> "), (24, 80, "Node2:3): ")]:
        table.resize(rows, columns)
        again = prompt + "1:7"
        table.wait_for("eyes only").wait_until(
            lambda: table.fresh.replace("\r", "").replace("\n", "").endswith(again), "the prompt again"
        )
    assert table.terminal.cursor_line == "- Enter allocation (e.g., Node1:5, Node2:3): 1:7"
    assert table.terminal.screen[0] == "--- Energy Capture: for Ann's eyes only ---"
    assert secrets(plain(table.terminal.outside_pages)) == []


def test_no_key_calls_a_line_back_when_the_game_is_over(sit, tmp_path):
    menu = sit(XDG_STATE_HOME=str(tmp_path)).wait_for_prompt()
    menu.enter("energy")
    for _ in range(10):
        if menu.terminal.page_is_open:
            break
        menu.enter("")  # by the book, two people
    assert menu.terminal.page_is_open
    menu.enter("")
    menu.press("1:9" + CTRL_U + "1:8\x17")
    menu.enter("1:6", "undo", "2:7", "", "", "quit")
    assert not menu.terminal.page_is_open
    raw = len(menu.terminal.raw)
    for keys in ["\x19", "\x0b\x0b", UP, UP, UP, "\x10", "\x1b", "p", ".", "A|"]:
        menu.press(keys)
    menu.wait_for("|")
    assert secrets(re.sub("Choose 1-[0-9]+", "", plain(menu.terminal.raw[raw:]))) == []
