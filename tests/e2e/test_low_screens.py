"""Screens that are low and narrow: what the program answers is seen on them."""

import pytest

SIZES = {"40 by 14": (14, 40), "20 by 10": (10, 20), "80 by 10": (10, 80)}
sizes = pytest.mark.parametrize("rows, columns", SIZES.values(), ids=SIZES)


def words_on(session):
    return " ".join(" ".join(session.terminal.screen).split())


def secret_turn(sit, rows, columns):
    """Two people play with secrets; the first of them is asked."""
    session = sit("play", "energy-capture", rows=rows, columns=columns).wait_for(", press")
    session.press("\r")
    return session.wait_for("your energy")


@sizes
@pytest.mark.parametrize("typed, says", [("nonsense", "That does not read"), ("hint", "No allocation is safe")])
def test_an_answer_on_a_secret_page_is_seen(sit, rows, columns, typed, says):
    session = secret_turn(sit, rows, columns)
    session.press(typed + "\r")
    session.wait_until(lambda: says in words_on(session), says)
    assert session.terminal.page_is_open


@sizes
def test_an_answer_that_is_taller_than_a_secret_page_is_shown_from_its_beginning(sit, rows, columns):
    session = secret_turn(sit, rows, columns)
    session.press("rules\r")
    session.wait_for("enough.")
    assert words_on(session).startswith("Energy Capture Goal Capture more nodes")
    seen = [words_on(session)]
    while "up scrolls." not in seen[-1]:
        session.press(" ")
        session.wait_until(lambda: "enough." in session.fresh or "scrolls." in session.fresh, "the next piece")
        seen.append(words_on(session))
    assert "(1 to 60)" in seen[-1]
    session.press("\r")
    session.wait_for("your energy")


def test_a_complaint_is_broken_between_words(sit):
    session = sit("rules", "chess", columns=40)
    assert session.end() == 2
    assert session.terminal.screen[:3] == [
        "duello: There is no game 'chess'; the",
        "games are color-capture, color-bridge,",
        "capture-the-flag, color-clash and",
    ]


def test_what_can_be_typed_in_a_puzzle_stands_beside_its_word(sit, tmp_path):
    session = sit("puzzle", "capture-the-flag", "--seed", "4", columns=30, rows=40, XDG_DATA_HOME=str(tmp_path))
    session.wait_for("(or help): ")
    session.enter("help")
    rows = session.terminal.screen
    at = next(i for i, row in enumerate(rows) if row.startswith("  hint "))
    assert rows[at].endswith(" a hint; then a") and rows[at + 1] == " " * rows[at].index("a hint") + "better one"


def test_the_table_of_an_arena_puts_numbers_below_names(sit):
    args = ["--game", "capture-the-flag", "--players", "level:1,random,level:2", "--games", "10", "--seed", "1"]
    session = sit("arena", *args, "--no-record", columns=40)
    assert session.end() == 0
    assert [line[:5] for line in session.terminal.screen[:6]] == ["  1  ", "     ", "  2  ", "     ", "  3  ", "     "]
    assert all(" won " in line for line in session.terminal.screen[1:6:2])
