"""Reviews of recorded games: on a pipe a report, on a terminal a lesson."""

import json
import re

import pytest
from table import CTRL_C, CTRL_D, lines, run, REVIEW

HEAD = '[Game "{game}"]\n[Rules "{rules}"]\n[Player1 "human"]\n[Player2 "human"]\n[First "1"]\n[Result "{result}"]\n'


def record(game, moves, result="*", rules="", more=""):
    return HEAD.format(game=game, rules=rules, result=result) + more + f"\n{moves} {result}\n"


NAMES = '[Name1 "Ann"]\n[Name2 "Bob"]\n'
FLAG = record("capture-the-flag", "1. 1 1 2. 1 1 3. 1", more=NAMES)
BRIDGE = record("color-bridge", "1. 5-6 7 2. 4", "1-0")
SWAP = record("color-bridge", "1. 6 swap 2. 1 2-3", more='[Swap "yes"]\n' + NAMES)
ENERGY = record("energy-capture", "1. 1:15 1:5,2:5,3:5 2. pass pass", "0-1")
ALL = "\n".join([FLAG, BRIDGE, SWAP, ENERGY])


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "games.duello"
        path.write_text(text)
        return str(path)

    return write


def test_a_report_has_every_move_the_mistakes_the_accuracy_and_a_chart(file):
    ran = run("review", file(FLAG))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("--- Review of Capture the Flag ---\nAnn (P1>) against Bob (<P2)\nUnfinished\n")
    assert re.search(r"^  1\.  Ann \(P1>\)  1     \?  wins in 5   loses in 6$", ran.out, re.M)
    assert re.search(r"^  2\.  Bob \(<P2\)  1        wins in 5   wins in 5$", ran.out, re.M)
    assert "\n  ? 1. 1 loses in 6; 2 wins in 5\n  ? 4. 1 loses in 4; 3 wins in 3\n" in ran.out
    assert "\nAccuracy:\n  Ann  33 %\n  Bob  50 %\n" in ran.out
    assert ran.out.endswith("    1 2 3 4 5\nAnn . . . # .\nBob # # # . #\n")


def test_a_good_game_has_nothing_to_complain_of(file):
    ran = run("review", file(BRIDGE))
    assert "Nothing was given away." in ran.out
    assert "?" not in ran.out
    assert ran.out.count("100 %") == 2


def test_seats_that_were_changed_are_named_as_they_were(file):
    out = run("review", file(SWAP)).out
    assert re.search(r"1\.  Ann \(Red\) +6 +\?!", out)
    assert re.search(r"2\.  Bob \(Blue\) +swap +wins in 3", out)
    assert re.search(r"3\.  Ann \(Blue\)", out) and re.search(r"4\.  Bob \(Red\)", out)


def test_hidden_moves_are_weighed_by_phase(file):
    out = run("review", file(ENERGY)).out
    assert re.search(r"1 +Player 1 +1:15 +\? +-1\.00", out)
    assert re.search(r"1 +Player 2 +1:5,2:5,3:5 +-0\.03", out)
    assert "? Phase 1, Player 1: 1:15 gives away 1.00 on average; " in out


def test_all_games_of_a_file_are_reviewed_and_standard_input_is_a_file(file):
    ran = run("review", file(ALL))
    assert re.findall("^--- Review of (.*) ---$", ran.out, re.M) == [
        "Capture the Flag", "Color Bridge", "Color Bridge", "Energy Capture",
    ]  # fmt: skip
    assert run("review", "-", stdin=ALL) == ran
    assert [line for line in ran.out.splitlines() if line != line.rstrip()] == []


def test_json_has_a_document_for_each_game(file):
    documents = [json.loads(line) for line in run("review", file(ALL), "--json").out.splitlines()]
    assert [document["game"] for document in documents] == [
        "capture-the-flag", "color-bridge", "color-bridge", "energy-capture",
    ]  # fmt: skip
    first = documents[0]["moves"][0]
    assert first == {
        "number": 1, "player": 1, "seat": 1, "move": "1", "before": {"value": "win", "plies": 5},
        "after": {"value": "loss", "plies": 6}, "mark": "?", "best": ["2"],
    }  # fmt: skip
    assert documents[1]["accuracy"] == [1.0, 1.0]
    assert documents[2]["players"] == ["Ann", "Bob"]
    assert documents[3]["phases"][0]["reply"]["result"] == "win"


def test_annotated_records_are_records(file):
    once = run("review", file(ALL), "--annotated").out
    assert "{? 1 loses in 6; 2 wins in 5}" in once
    assert re.sub(r"\s*\{[^}]*\}", "", once).split() == ALL.split()
    assert run("review", file(once), "--annotated").out == once
    assert run("review", file(once)).out == run("review", file(ALL)).out


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "There is no record in it"),
        ("nonsense", "Line 1, column 1: "),
        (BRIDGE.replace("7", "5"), "Line 8, column 8: move 2 ('5') is not legal"),
        (BRIDGE.replace("color-bridge", "chess"), "There is no game 'chess'"),
        (BRIDGE.replace('Rules ""', 'Rules "run=99"'), "'run'"),
        (BRIDGE.replace("1-0", "0-1"), "result is 0-1"),
    ],
    ids=["empty", "nonsense", "illegal", "game", "rule", "result"],
)
def test_a_wrong_file_is_refused_in_a_sentence_with_its_name(file, text, says):
    ran = run("review", file(text))
    assert (ran.status, ran.out) == (2, "")
    assert re.match(r"duello: \S*games\.duello: .*\.\n\Z", ran.err) and says in ran.err
    assert run("review", "-", stdin=text).err.startswith("duello: Standard input: ")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    ran = run("review", str(tmp_path / "none"))
    assert ran.status == 2 and "There is no file" in ran.err and ran.err.count("\n") == 1
    assert run("review", str(tmp_path)).status == 2


def test_the_last_game_that_was_played_can_be_reviewed(tmp_path):
    home = {"XDG_STATE_HOME": str(tmp_path)}
    run("play", "capture-the-flag", "--name1", "Ann", stdin=lines("1", "1", "1", "1", "1", "quit"), **home)
    out = run("review", "last", **home).out
    assert re.search(r"^  1\.  Ann \(P1>\) +1 +\?  wins in 5   loses in 6$", out, re.M)
    annotated = run("review", "last", "--annotated", **home).out
    assert "{? 1 loses in 6; 2 wins in 5}" in annotated
    assert run("replay", "-", stdin=annotated, **home).status == 0


def test_secret_moves_stay_secret(tmp_path):
    home = {"XDG_STATE_HOME": str(tmp_path)}
    run("play", "energy-capture", stdin=lines("1:13", "2:11", "quit"), **home)
    for options in [], ["--json"], ["--annotated"]:
        ran = run("review", "last", *options, **home)
        assert (ran.status, ran.out) == (2, "")
        assert "still secret" in ran.err and ran.err.count("\n") == 1
        assert "1:13" not in ran.err and "2:11" not in ran.err


def test_two_formats_at_once_are_refused(file):
    assert run("review", file(FLAG), "--json", "--annotated").status == 2


def test_a_terminal_asks_for_the_better_move_first(sit, file):
    session = sit("review", file(FLAG)).wait_for_prompt()
    assert "Move 1: Ann (P1>) played 1?, which loses in 6." in session.fresh
    assert "2 wins in 5" not in session.fresh
    session.enter("3")
    assert "3 loses in 4; there is better." in session.fresh
    session.enter("1")
    assert "that is what was played" in session.fresh
    for word, says in [("help", "(Enter)"), ("moves", "1 2 3"), ("board", "P1>"), ("x", "not a whole number")]:
        session.enter(word)
        assert says in session.fresh
    session.enter("2")
    assert "Yes: 2 wins in 5." in session.fresh
    assert "Move 4: Bob (<P2) played 1?" in session.fresh
    session.enter("")
    assert "3 wins in 3." in session.fresh
    session.press("2\r")
    assert session.end() == 0
    assert any(line.startswith("Bob # # # . #") for line in session.terminal.main_and_scrollback)


def asked_about(sit, path, *options):
    """Whose mistakes a lesson asks about, one name for each question."""
    session = sit("review", path, *options, rows=60)
    names = []
    while True:
        session.wait_until(lambda: "Find the better" in session.fresh or "Accuracy" in session.fresh, "an answer")
        if "Find the better" not in session.fresh:
            assert session.end() == 0
            return names
        names += re.findall(r"Move [0-9]+: (\w+)", session.fresh)
        session.press("\r")


def with_players(one, two):
    return FLAG.replace('[Player1 "human"]', f'[Player1 "{one}"]').replace('[Player2 "human"]', f'[Player2 "{two}"]')


@pytest.mark.parametrize(
    "players, options, asked",
    [
        (("human", "human"), [], {"Ann", "Bob"}),
        (("human", "perfect"), [], {"Ann"}),
        (("level:2", "human"), [], {"Bob"}),
        (("random", "level:2"), [], {"Ann", "Bob"}),
        (("", ""), [], {"Ann", "Bob"}),
        (("human", "human"), ["--as", "2"], {"Bob"}),
        (("human", "perfect"), ["--as", "2"], {"Bob"}),
    ],
)
def test_people_are_asked_about_their_own_mistakes(sit, file, players, options, asked):
    assert set(asked_about(sit, file(with_players(*players)), *options)) == asked


def test_whoever_changed_seats_is_still_asked_about_the_own_mistakes(sit, file):
    swapped = SWAP.replace('[Player1 "human"]', '[Player1 "perfect"]')
    assert set(asked_about(sit, file(swapped))) == {"Bob"}


def test_a_wrong_side_is_refused(file):
    ran = run("review", file(FLAG), "--as", "3")
    assert (ran.status, ran.out) == (2, "") and "--as must be 1 or 2, not '3'" in ran.err


def test_a_change_of_seats_can_be_the_better_move(sit, file):
    session = sit("review", file(SWAP.replace("swap 2. 1 2-3", "1"))).wait_for_prompt()
    session.enter("")
    assert "Move 2: Bob (Blue) played 1?" in session.fresh
    session.press("swap\r")
    session.wait_for("Yes: swap wins in 3.")
    assert session.end() == 0


def test_a_terminal_asks_for_better_allocations(sit, file):
    session = sit("review", file(ENERGY)).wait_for_prompt()
    assert "Player 1 placed 1:15?, which can expect -1.00" in session.fresh
    session.enter("1:1")
    assert "there is better" in session.fresh
    session.press("1:5,2:5,3:5\r")
    session.wait_for("Yes: 1:5,2:5,3:5 can expect -0.03.").wait_for("Against what the other side placed here, ")
    assert session.end() == 0


@pytest.mark.parametrize("keys, status", [("quit\r", 0), (CTRL_D, 1), (CTRL_C, 130)], ids=["quit", "end", "Ctrl-C"])
def test_a_lesson_can_be_left(sit, file, keys, status):
    session = sit("review", file(ALL)).wait_for_prompt()
    session.press(keys)
    assert session.end() == status
    assert "Accuracy" not in session.fresh


def test_a_lesson_fits_the_terminal(sit, file):
    session = sit("review", file(ALL), columns=100, rows=60).wait_for_prompt()
    questions = run("review", file(ALL)).out.count("\n  ?")
    for number in range(questions):
        session.enter("help", "moves", "nonsense")
        session.press("\r")
        if number + 1 < questions:
            session.wait_for_prompt()
    assert session.end() == 0
    assert [line for line in session.terminal.main_and_scrollback if len(line) > 80] == []


def test_a_game_is_reviewed_one_key_after_it(sit):
    session = sit("play", "color-bridge", rows=60).wait_for_prompt()
    session.enter("5", "9", "1")
    session.press("7 8\r")
    session.wait_for(REVIEW)
    session.press("xr")  # the first one was meant for something else
    session.wait_for("Find the better move (Enter to see it): ")
    assert any("Move 3: Player 1 (Red) played 1?" in line for line in session.terminal.screen)
    session.press("\r")
    session.wait_for("Who was winning after each move")
    assert session.end() == 0
    assert not any(REVIEW in line for line in session.terminal.screen)
