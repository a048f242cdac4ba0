"""Energy Capture where a page cannot be taken away: on pipes, on dumb terminals, and against the computer."""

import re

import pytest
from table import DUELLO, is_asleep, lines, modes_of_a_new_terminal, plain, poll, run

SIGHT = "Reveal Phase"


def before_the_reveal(*moves, options=()):
    return run("play", "energy-capture", *options, stdin=lines(*moves)).out.split(SIGHT)[0]


# Two games that differ only in what is secret: the same turns, passes, mistakes and words.
PAIRS = {
    "amounts": (["1:7", "2:8", "pass", "pass"], ["1:1", "2:2", "pass", "pass"]),
    "nodes": (["1:7", "2:8", "pass", "pass"], ["3:7", "1:8", "pass", "pass"]),
    "how many nodes": (["1:3,2:3,3:3", "4:8", "pass", "pass"], ["5:9", "1:2 2:2", "pass", "pass"]),
    "notation": (["Node1:7, Node2:1", "node 3: 8", "PASS", "pass"], ["1:7", "3:8", "pass", "pass"]),
    "units left": (["1:14", "2:1", "pass", "pass"], ["1:1", "2:14", "pass", "pass"]),
    "turns of one player": (["pass", "1:6", "2:6", "pass"], ["pass", "4:1", "4:2", "pass"]),
    "a pass by force": (["1:15", "2:8", "pass"], ["1:7", "2:8", "pass", "pass"]),
    "too many units": (["1:16", "1:7", "2:8", "2:8", "pass", "pass"], ["5:99", "1:1", "2:2", "3:14", "pass", "pass"]),
    "no such node": (["6:9", "1:7", "2:8", "pass", "pass"], ["0:1", "2:1", "2:8", "pass", "pass"]),
    "a node named twice": (["1:7,1:8", "1:7", "pass", "pass"], ["2:1,2:1", "3:1", "pass", "pass"]),
    "nonsense": (["1:7,", "1:7", "x9", "pass", "pass"], ["first node", "1:1", "?9", "pass", "pass"]),
    "words": (
        ["moves", "1:7", "moves", "board", "help", "hint", "2:8", "board", "moves", "help", "undo", "pass", "pass"],
        ["moves", "3:1", "moves", "board", "help", "hint", "4:2", "board", "moves", "help", "undo", "pass", "pass"],
    ),
    "undo": (
        ["undo", "1:7", "undo", "pass", "2:6", "undo", "3:6", "undo", "1:1", "pass"],
        ["undo", "2:1", "undo", "pass", "1:2", "undo", "1:3", "undo", "4:4", "pass"],
    ),
    "a quit": (["1:7", "2:8", "quit"], ["3:1", "4:2", "quit"]),
    "a resignation": (["1:7", "2:8", "resign"], ["3:1", "4:2", "resign"]),
    "an end of input": (["1:7", "2:8"], ["3:1", "4:2"]),
}


@pytest.mark.parametrize("one, two", PAIRS.values(), ids=PAIRS)
def test_a_pipe_tells_nothing_of_what_is_secret(one, two):
    shown = before_the_reveal(*one)
    assert shown == before_the_reveal(*two)
    assert shown.count("has allocated") >= 1


def test_a_pipe_tells_nothing_of_what_is_secret_in_sudden_death():
    phase = ["1:7", "2:8", "pass", "pass"]
    one = run("play", "energy-capture", stdin=lines(*phase, "3:5", "4:4", "pass")).out
    two = run("play", "energy-capture", stdin=lines(*phase, "4:1", "5:1", "pass", "pass")).out
    assert one.split(SIGHT)[:2] == two.split(SIGHT)[:2]
    assert one != two


def test_a_pipe_shows_everything_at_the_reveal():
    shown = run("play", "energy-capture", stdin=lines("1:7", "2:8", "pass", "pass")).out
    assert "Node 1:\n  - Player 1: 7 units\n  - Player 2: 0 units\n" in shown.split(SIGHT)[1]


@pytest.mark.parametrize("human", ["--p1", "--p2"])
def test_a_pipe_shows_the_only_person_the_own_turns_and_gives_hints(human):
    computer = {"--p1": "--p2", "--p2": "--p1"}[human]
    first = "1" if human == "--p1" else "2"
    shown = before_the_reveal("hint", "1:7", "board", "quit", options=[computer, "random", "--first", first])
    assert "(hidden)" not in shown
    assert "- Energy units remaining: 15\n" in shown and "- Energy units remaining: 8\n" in shown
    assert "Node 1: neutral, you have placed 7 units" in shown
    assert "(hint again for more)" in shown


@pytest.mark.parametrize("computer", ["--p1", "--p2"])
def test_a_pipe_shows_the_only_person_nothing_of_the_computer_s_units(computer):
    """Whatever the computer placed first, the person is shown the same."""
    options = [computer, "random", "--first", computer[-1], "--seed"]
    shown = {before_the_reveal("board", "quit", options=[*options, str(seed)]) for seed in range(8)}
    assert {"random has allocated.", "random has passed."} >= set(re.findall("random has .*", "".join(shown)))
    assert len({text for text in shown if "passed" not in text}) == 1


def test_two_computers_show_nothing_before_the_reveal():
    options = ["--p1", "random", "--p2", "random", "--seed"]
    for seed in range(5):
        shown = before_the_reveal(options=[*options, str(seed)])
        assert set(re.findall(r"[0-9]+", shown.replace("Node1:5, Node2:3", ""))) == {"1", "2"}  # the players


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("computer", ["random", "level:3", "perfect"])
def test_the_computer_s_turn_shows_a_person_nothing_but_that_it_was_made(sit, computer, seed):
    session = sit("play", "energy-capture", "--p2", computer, "--seed", seed, rows=60).wait_for_prompt()
    while SIGHT not in session.fresh:
        session.press("pass\r" if f"{computer} has passed" in plain(session.terminal.raw) else "5:1\r")
        session.wait_until(lambda: SIGHT in session.fresh or session.fresh.endswith("allocation: "), "a prompt")
    shown = plain(session.terminal.raw).split(SIGHT)[0]
    turns = re.findall(rf"{computer}'s turn\.\n(.*)\n", shown)
    assert turns
    for made in turns:
        assert made in (f"{computer} has allocated.", f"{computer} has passed.")


def test_a_person_against_the_computer_sees_the_own_turn(sit):
    session = sit("play", "energy-capture", "--p2", "random", "--seed", "1").wait_for_prompt()
    assert not session.terminal.page_is_open
    session.enter("1:7", "board")
    shown = plain(session.terminal.raw)
    assert "Placed 1:7." in shown
    assert "Node 1: neutral, you have placed 7 units" in shown
    assert "- Energy units remaining: 8" in shown


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_dumb_terminal_does_not_show_what_is_typed(sit, term):
    session = sit("play", "energy-capture", TERM=term).wait_for_prompt()
    for typed in ["1:7", "2:8", "moves", "board", "help", "hint", "2:99", "undo", "pass"]:
        session.wait_for_no_echo()
        session.enter(typed)
    session.wait_for_no_echo()
    assert re.findall("[6-9]", plain(session.terminal.raw)) == []
    session.press("pass\r")
    session.wait_for("Player 1: 7 units").wait_for_prompt()


def test_a_dumb_terminal_does_not_show_what_a_quick_hand_types(sit):
    session = sit("play", "energy-capture", TERM="dumb").wait_for_prompt()
    for _ in range(8):
        session.press("1:99\r")
        session.wait_for("\n")
        assert "9" not in session.fresh
        session.wait_for_prompt()


def test_a_pass_by_force_takes_a_turn_on_a_dumb_terminal_too(sit):
    session = sit("play", "energy-capture", TERM="dumb").wait_for_prompt()
    for typed in ["1:15", "2:8"]:
        session.wait_for_no_echo()
        session.enter(typed)
    assert session.fresh.count("allocate your energy units") == 1


def test_a_terminal_does_not_show_what_is_typed_where_only_the_output_is_a_pipe(sit):
    session = sit(command=["sh", "-c", '"$0" play energy-capture | cat', DUELLO]).wait_for_prompt()
    for typed in ["1:7", "2:8", "moves"]:
        session.wait_for_no_echo()
        session.enter(typed)
    assert re.findall("[6-9]", plain(session.terminal.raw)) == []


@pytest.mark.parametrize("keys, status", [("quit\r", 0), ("\x04", 1), ("\x03", 130)], ids=["quit", "Ctrl-D", "Ctrl-C"])
def test_a_dumb_terminal_echoes_again_after_the_game(sit, keys, status):
    session = sit("play", "energy-capture", TERM="dumb").wait_for_prompt().wait_for_no_echo()
    poll(lambda: is_asleep(session.pid), "sleep")
    session.press(keys)
    assert session.end() == status
    assert session.modes == modes_of_a_new_terminal()


@pytest.mark.parametrize("typed_ahead", ["3:9\r", "3:9"], ids=["a line", "half a line"])
def test_what_is_typed_ahead_on_a_dumb_terminal_is_not_the_next_player_s_move(sit, typed_ahead):
    session = sit("play", "energy-capture", "--name1", "Ann", "--name2", "Bob", TERM="dumb").wait_for_prompt()
    session.press("1:7\r" + typed_ahead)
    session.wait_for_prompt()
    session.press("\r2:8\r")
    session.wait_for("Bob has allocated").wait_for_prompt()
    session.enter("pass")
    session.press("pass\r")
    session.wait_for("Ann: 7 units")
    assert "9 units" not in session.fresh


def test_a_pipe_loses_no_input_at_a_hand_over():
    shown = run("play", "energy-capture", stdin=lines("1:7", "2:8", "pass", "pass")).out
    assert "Player 1: 7 units" in shown and "Player 2: 8 units" in shown
