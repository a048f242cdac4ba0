"""What people read: names go with people and marks with seats, rules and titles follow the rule values, boards fit."""

import re
import shlex
import sys

import pytest
from table import GAMES, LONG, ROOT, Terminal, lines, run
from test_mistakes import FINISH

VARIANTS = {
    "color-capture": ["tokens=20", "colors=5"],
    "color-bridge": ["length=13", "run=5"],
    "capture-the-flag": ["flag=12"],
    "color-clash": ["disks=3", "positions=13"],
    "energy-capture": ["units=20", "nodes=7"],
}


def settings(game):
    return [word for setting in VARIANTS[game] for word in ("--set", setting)]


def mark_of(name):
    """The mark that belongs to a name as it is said, in Capture the Flag."""
    said = re.search(r"\((P1>|<P2)\)$", name)
    return said[1] if said else {"Player 1": "P1>", "Player 2": "<P2"}[name]


def contradictions(out):
    """Where a sentence of Capture the Flag and the next picture of the same game disagree."""
    found = []
    for game in out.split("--- Capture the Flag ---"):
        for said in re.finditer(r"^(.+) (?:moves to|is at) position ([-+]?\d+)\.$", game, re.M):
            picture = re.search(r"^(.*(?:P1>|<P2).*)\n( *-5 .*)$", game[said.end() :], re.M)
            if picture and picture[1][5 * (int(said[2]) + 5) :][:5].strip() != mark_of(said[1]):
                found.append((said[0], picture[0]))
    return found


SWAPPED = {
    "swap": (["--swap"], ["2", "swap", "3", "2", "board", "undo", "1", "quit"]),
    "series": (["--best-of", "3"], ["2", "resign", "1", "3", "2", "board", "quit"]),
    "named": (["--best-of", "3", "--name1", "Ann", "--name2", "Bob"], ["2", "resign", "1", "3", "board", "quit"]),
    "against a program": (["--best-of", "3", "--p2", "random", "--seed", "3"], ["2", "resign", "1", "board", "quit"]),
}


@pytest.mark.parametrize("options, typed", SWAPPED.values(), ids=SWAPPED)
def test_sentences_and_pictures_agree_after_a_change_of_seats(options, typed, tmp_path):
    record = str(tmp_path / "record")
    ran = run("play", "capture-the-flag", *options, "--record", record, stdin=lines(*typed))
    assert len(re.findall("P1>", ran.out)) > 3
    assert contradictions(ran.out) == []
    assert contradictions(run("replay", record).out) == []


def test_whoever_changes_seats_is_told_what_they_are_now():
    told = [run("play", game, "--swap", stdin=lines(*moves)).out for game, moves in
            [("capture-the-flag", ["2", "swap"]), ("color-capture", ["1", "swap"]), ("color-bridge", ["5", "swap"])]]
    assert "\nPlayer 2 changes seats with Player 1 and is now P1>; the first move is now Player 2's.\n" in told[0]
    assert "\nPlayer 2 changes seats with Player 1; the first move is now Player 2's.\n" in told[1]
    assert "\nPlayer 2 changes seats with Player 1 and is now Red; the first move is now Player 2's.\n" in told[2]


def test_a_program_that_changes_seats_has_a_line_of_its_own():
    out = run("play", "color-clash", "--swap", "--p2", "perfect", stdin=lines("R4-9", "quit")).out
    assert "9: [R4]\n\nperfect changes seats with Player 1 and is now Red" in out


def test_swap_is_explained_where_it_can_be_typed_and_where_it_cannot():
    first, second = run("play", "color-bridge", "--swap", stdin=lines("help", "swap", "5", "help")).out.split("> 5\n")
    assert "  swap" not in first and "  swap     change seats, as your answer to the first move\n" in second
    assert "\nSeats can be changed only with the pie rule, and only in answer to the first move.\n" in first


def test_what_is_collected_goes_with_the_seat_that_changes_hands():
    out = run("play", "color-capture", "--swap", stdin=lines("1", "swap", "board", "quit")).out
    assert "Player 2's Collection: Red 1\nPlayer 1's Collection: none yet\n" in out


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_a_series_is_told_with_the_names_of_the_play(game, tmp_path):
    record = str(tmp_path / "record")
    typed = ["resign", *FINISH[game]]
    played = run("play", game, "--best-of", "2", "--record", record, stdin=lines(*typed)).out
    verdict = played.rstrip().split("\n\n")[-2].splitlines()[-1]
    assert "Player" in verdict
    replayed = run("replay", record).out
    assert verdict in replayed
    assert [name in replayed.split("Game 2 of 2")[1].splitlines()[2] for name in ("Player 1", "Player 2")] == [True, True]
    review = run("review", record).out
    assert re.search(r"Won by (Player \d)", review.split("--- Review of")[2])[1] in verdict


PROGRAMS = ["random", "level:2", "perfect"]


@pytest.mark.parametrize("who", PROGRAMS)
@pytest.mark.parametrize("game", GAMES)
def test_programs_are_called_what_they_are_and_never_you(game, who):
    out = run("play", game, "--p1", who, "--p2", "random", "--seed", "3").out
    assert not re.search(r"\b[Yy]ou(r)?\b|Player [12]|Enter |[Cc]hoose", out), out
    names = [f"{who} 1", "random 2"] if who == "random" else [who, "random"]
    assert all(name in out for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_is_given_wins(game):
    out = run("play", game, "--p1", "random", "--p2", "random", "--name1", "Deep", "--name2", "Thought", "--seed", "3").out
    assert "Deep" in out and "Thought" in out and "random" not in out
    assert "You " not in out


def test_an_engine_is_called_by_its_own_name():
    engine = f"engine:{shlex.quote(sys.executable)} {shlex.quote(str(ROOT))}/examples/engine.py"
    out = run("play", "capture-the-flag", "--p2", engine, "--seed", "1", *LONG, stdin=lines("1", "quit")).out
    assert "\nRunner (Python) (<P2) moves to position" in out
    assert "engine:" not in out


def test_a_level_in_a_series_keeps_its_name():
    out = run("play", "capture-the-flag", "--p2", "level:2", "--best-of", "2", "--seed", "1", stdin=lines("resign", "resign")).out
    assert "\nScore: 0 for Player 1, 1 for level:2\n" in out
    assert "level:2 (P1>)" in out


@pytest.mark.parametrize("game", GAMES)
def test_the_title_names_the_rules_that_are_not_the_book_s(game):
    title = re.search("--- (.*) ---", run("play", game, stdin="quit\n").out)[1]
    assert "=" not in title
    varied = re.search("--- (.*) ---", run("play", game, *settings(game), stdin="quit\n").out)[1]
    assert varied.startswith(f"{title} (")
    assert all(setting in varied for setting in VARIANTS[game])


def test_the_title_names_a_variant():
    assert "--- Color Bridge (steady: reach=1) ---\n" in run("play", "color-bridge", "--variant", "steady", stdin="quit\n").out
    assert "--- Color Bridge (steady: reach=1) ---\n" in run("play", "color-bridge", "--set", "reach=1", stdin="quit\n").out


@pytest.mark.parametrize("game", GAMES)
def test_rules_in_a_game_are_those_of_the_command_under_the_same_rule_values(game):
    page = run("rules", game, *settings(game)).out
    rules = page.split("\nAn example\n")[0].rstrip()
    assert rules in run("play", game, *settings(game), stdin=lines("rules", "quit")).out
    assert rules != run("rules", game).out.split("\nAn example\n")[0].rstrip()


@pytest.mark.parametrize("options", [["--variant", "nonsense"], ["--set", "length=99"]])
def test_rules_refuse_rule_values_that_do_not_exist(options):
    ran = run("rules", "color-bridge", *options)
    assert (ran.out, ran.status) == ("", 2)


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_the_rules_is_a_whole_game_with_nothing_hidden(game):
    for options in [[], settings(game)]:
        example = run("rules", game, *options).out.split("\nAn example\n")[1]
        assert "(hidden)" not in example
        assert re.search("wins( by|!|:)", example)


def test_a_finished_game_of_hidden_moves_is_replayed_with_both_sides(sit, tmp_path):
    record = str(tmp_path / "record")
    run("play", "energy-capture", "--record", record, stdin=lines("1:5", "2:7", "pass", "3:1", "pass"))
    session = sit("replay", record, rows=40)
    session.wait_for("q quits.")
    for _ in range(2):
        session.press("l")
        session.wait_for("q quits.")
    assert "Node 1: neutral, Player 1 5 units, Player 2 0 units" in session.terminal.screen
    assert "Node 2: neutral, Player 1 0 units, Player 2 7 units" in session.terminal.screen


def test_an_unfinished_game_of_hidden_moves_is_replayed_with_neither_side(sit, tmp_path):
    record = str(tmp_path / "record")
    run("play", "energy-capture", "--record", record, stdin=lines("1:5", "2:7", "quit"))
    session = sit("replay", record, rows=40)
    session.wait_for("q quits.")
    session.press("l")
    session.wait_for("q quits.")
    assert "Node 1: neutral" in session.terminal.screen


# Boards that are told.
DRAWN = re.compile(r"_ _|P1>|<P2|\[[RB ]|^ *1 +2 +3|Position: 1|---|# =|^> ", re.M)


@pytest.mark.parametrize("game", GAMES)
def test_plain_boards_are_told_wherever_they_are_shown(game, tmp_path):
    record = str(tmp_path / "record")
    typed = ["board", *FINISH[game]]
    shown = [
        run("--plain", "play", game, "--record", record, stdin=lines(*typed)),
        run("play", game, "--plain", "--swap" if game != "energy-capture" else "--no-record", stdin=lines(*typed)),
        run("--plain", "replay", record),
        run("--plain", "analyze", game),
        run("--plain", "rules", game),
    ]
    for ran in shown:
        assert ran.status == 0, ran.err
        assert not DRAWN.search(ran.out), ran.out


@pytest.mark.parametrize("game", GAMES[:4])
def test_plain_puzzles_and_reviews_are_told(game, tmp_path):
    record = str(tmp_path / "record")
    run("play", game, "--record", record, stdin=lines(*FINISH[game]))
    review = run("--plain", "review", record).out
    assert "\nWho was winning after which moves:\n" in review and not re.search("#|---", review)
    puzzle = run("--plain", "puzzle", game, "--seed", "1", stdin="solution\n").out
    assert not re.search(r"_ _|P1>|\[[RB ]|^Position: |---", puzzle, re.M), puzzle


def test_a_board_is_told_at_the_prompt():
    out = run("play", "color-bridge", stdin=lines("5-6", "7", "Board  Plain", "quit")).out
    assert "> Board  Plain\nCurrent Track: Red 5, 6; Blue 7; free 1 to 4, 8 to 11.\n" in out


def test_a_run_that_is_too_long_is_remarked_upon():
    out = run("play", "color-bridge", stdin=lines("3-4", "9", "6-7", "10", "5", "quit")).out
    assert "\nThat is a run of five, 3 to 7: allowed, but only a run of exactly three wins.\n" in out


# Narrow screens.
@pytest.mark.parametrize("columns", [20, 40, 60])
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_broken_on_a_narrow_screen(sit, game, columns):
    session = sit("rules", game, *settings(game), columns=columns, rows=50)
    assert session.end() == 0
    wide = Terminal(2000, 300)
    wide.feed(bytes(session.terminal.raw))
    too_long = [line for line in wide.screen if len(line) > columns and " " in line.strip()]
    assert too_long == []


@pytest.mark.parametrize("columns", [20, 40])
@pytest.mark.parametrize("game", GAMES[:4])
def test_a_game_can_be_played_on_a_narrow_screen(sit, game, columns):
    session = sit("play", game, columns=columns, rows=40).wait_for_prompt()
    for move in FINISH[game][:-1]:
        session.enter("board", move)
    session.press(FINISH[game][-1] + "\r")
    session.wait_for("again, Enter")
    session.press("\r")
    assert session.end() == 0
    assert "wins" in "\n".join(session.terminal.main_and_scrollback)
