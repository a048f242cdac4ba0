"""Replay: a record step by step, with values where they are asked for."""

import pytest
from table import CTRL_C, DOWN, UP, lines, run

RIGHT, LEFT, END = "\x1b[C", "\x1b[D", "\x1b[F"

FLAG = '[Game "capture-the-flag"]\n[Name1 "Ann"]\n[Name2 "Bob"]\n\n1. 1 1 2. 1 1 3. 1 *\n'
ENERGY = '[Game "energy-capture"]\n[Result "0-1"]\n\n1. 1:15 1:5,2:5,3:5 2. pass pass 0-1\n'


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "games.duello"
        path.write_text(text)
        return str(path)

    return write


@pytest.fixture
def view(sit, file):
    """Looks at a record on a terminal."""

    def start(text, **settings):
        return sit("replay", file(text), **settings).wait_for("quits.")

    return start


def step(session, *keys):
    for key in keys:
        session.press(key)
        session.wait_for("quits.")


def test_values_stand_behind_the_moves_on_a_pipe(file):
    ran = run("replay", file(FLAG), "--values")
    assert (ran.status, ran.err) == (0, "")
    assert "Ann (P1>) moves to position -4.\n(? 1 loses in 6; 2 wins in 5)\n" in ran.out
    assert "Bob (<P2) moves to position +4.\n(1 wins in 5)\n" in ran.out
    without = "".join(line for line in ran.out.splitlines(True) if not line.startswith("("))
    assert without == run("replay", file(FLAG)).out


def test_hidden_moves_have_values_after_their_reveal(file):
    out = run("replay", file(ENERGY), "--values").out
    before, after = out.split("Scoring:")
    assert "gives away" not in before and "expects" not in before
    assert "(? 1:15 gives away 1.00 on average; " in after and "(1:5,2:5,3:5 expects -0.03)\n" in after


def test_values_keep_what_is_secret(tmp_path):
    home = {"XDG_STATE_HOME": str(tmp_path)}
    run("play", "energy-capture", stdin=lines("1:13", "2:12", "quit"), **home)
    ran = run("replay", "last", "--values", **home)
    assert ran.status == 0
    assert "13" not in ran.out and "12" not in ran.out and "expects" not in ran.out


def test_a_key_shows_values_beside_the_moves_and_hides_them(view):
    session = view(FLAG)
    step(session, RIGHT, RIGHT)
    assert "1 [1] 1 1 1 *" in session.terminal.screen
    step(session, "v")
    assert "1? (loses in 6) [1 (wins in 5)] 1 1 1 *" in session.terminal.screen
    step(session, LEFT)
    assert "[1? (loses in 6)] 1 1 1 1 *" in session.terminal.screen
    assert "(1 loses in 6; 2 wins in 5)" in session.terminal.screen
    step(session, "v")
    assert "[1] 1 1 1 1 *" in session.terminal.screen


def test_values_can_be_there_from_the_beginning(sit, file):
    session = sit("replay", file(FLAG), "--values").wait_for("quits.")
    step(session, RIGHT)
    assert "[1? (loses in 6)] 1 1 1 1 *" in session.terminal.screen


def test_a_new_size_of_the_window_makes_a_new_page(view):
    session = view(FLAG, rows=24, columns=80)
    session.resize(12, 40)
    session.wait_for("quits.")
    assert session.terminal.screen[0] == "--- Capture the Flag ---"
    assert all(len(line) <= 40 for line in session.terminal.screen)
    assert "up and down" in "\n".join(session.terminal.screen)
    session.resize(30, 80)
    session.wait_for("quits.")
    assert "up and down" not in "\n".join(session.terminal.screen)
    step(session, RIGHT)
    assert "[1] 1 1 1 1 *" in session.terminal.screen


def test_the_scroll_stays_from_step_to_step(view):
    session = view(ENERGY, rows=12)
    step(session, DOWN, DOWN, DOWN)
    top = session.terminal.screen[0]
    assert top != "--- Energy Capture ---"
    step(session, RIGHT)
    assert session.terminal.screen[0] == top
    step(session, UP, UP, UP)
    assert session.terminal.screen[0] == "--- Energy Capture ---"


def test_solving_for_values_can_be_stopped(sit, file):
    long = '[Game "color-bridge"]\n[Rules "length=20 run=4 reach=2"]\n\n1. 5-6 *\n'
    session = sit("replay", file(long), "--values").wait_for("Solving")
    session.press(CTRL_C)
    session.wait_for("quits.")
    assert "There are no values: " in "\n".join(session.terminal.screen)
    session.press("q")
    assert session.end() == 0


def test_the_title_names_the_rules_and_is_only_words_where_boards_are_told(sit, file):
    path = file('[Game "color-bridge"]\n[Rules "length=11 run=3 reach=1"]\n\n1. 5 *\n')
    drawn = sit("replay", path).wait_for("quits.")
    assert drawn.terminal.screen[0] == "--- Color Bridge (steady: reach=1) ---"
    told = sit("replay", path, "--plain").wait_for("quits.")
    assert told.terminal.screen[0] == "Color Bridge (steady: reach=1)"
