"""Whatever is typed by mistake gets one sentence of complaint; then the same player is asked again and play goes on."""

import re
from functools import lru_cache

import pytest
from table import lines, run

# A game that can be finished: the lines that do it.
FINISH = {
    "color-capture": ["15", "1", "1", "12", "11", "1", "1", "8", "1", "1"],
    "color-bridge": ["5 6", "7", "4"],
    "capture-the-flag": ["3", "3", "2", "3", "3", "1", "2"],
    "color-clash": ["R4-9", "B3-7", "R3-6", "B1-5", "R1-2"],
    "energy-capture": ["1:5", "1:6", "2:7", "2:5", "3:2", "3:4", "4:1", "5:5", "5:3", "pass"],
}

# No game understands these: what is typed, as bytes; how it is repeated; the complaint, where all games agree on it.
NONSENSE = {
    "nothing": (b"", "", "That was an empty line"),
    "blanks": (b" \t  ", " ?  ", "That was an empty line"),
    "100 kB": (b"1" * 100_000, "1" * 1000 + "...", "That line is too long"),
    "100 kB of blanks and a number": (b" " * 100_000 + b"1", " " * 1000 + "...", "That line is too long"),
    "a word": (b"three", "three", None),
    "two commands": (b"undo undo", "undo undo", None),
    "a fraction": (b"1.5", "1.5", None),
    "hexadecimal": (b"0x1", "0x1", None),
    "two signs": (b"+-1", "+-1", None),
    "overflow": (b"99999999999999999999", "99999999999999999999", None),
    "negative overflow": (b"-99999999999999999999", "-99999999999999999999", None),
    "control characters": (b"1\x07\x1b[31m\x7f", "1??[31m?", None),
    "NUL": (b"1\0", "1?", None),
    "carriage return inside": (b"1\r2", "1?2", None),
    "UTF-8": ("é١".encode(), "é١", None),
    "reversed text": ("\u202e1".encode(), "?1", None),
    "invalid UTF-8": (b"\xff\xc3(\xed\xa0\x80", "??(???", None),
}

# Mistakes of each game: the lines before it, what is typed, the complaint.
MISTAKES = [
    ("color-capture", 0, "0", "There is no position 0"),
    ("color-capture", 0, "16", "There is no position 16"),
    ("color-capture", 1, "15", "There is no position 15"),
    ("color-capture", 0, "-1", "There is no position -1"),
    ("color-capture", 0, "2", "Position 2 is not at an end of the row"),
    ("color-capture", 0, "1 15", "'1 15' is not a whole number"),
    ("color-bridge", 0, "0", "There is no position 0"),
    ("color-bridge", 0, "12", "There is no position 12"),
    ("color-bridge", 0, "11 12", "There is no position 12"),
    ("color-bridge", 1, "5", "Position 5 is already Red"),
    ("color-bridge", 1, "6 7", "Position 6 is already Red"),
    ("color-bridge", 2, "7 8", "Position 7 is already Blue"),
    ("color-bridge", 0, "1 3", "Positions 1 and 3 are not adjacent"),
    ("color-bridge", 0, "1 1", "Position 1 is named twice"),
    ("color-bridge", 0, "1 2 3", "A move colors at most 2 positions"),
    ("color-bridge", 0, "1,", "A number is missing at the end"),
    ("color-bridge", 0, "-1", "A number is missing before '-1'"),
    ("color-bridge", 0, "1 x", "'x' is not a whole number"),
    ("capture-the-flag", 0, "0", "You cannot stand still"),
    ("capture-the-flag", 0, "-1", "You cannot move backward"),
    ("capture-the-flag", 5, "4", "A token moves at most 3 spaces"),
    ("capture-the-flag", 6, "3", "That is beyond the flag"),
    ("color-clash", 0, "B1 9", "B1 is not your disk"),
    ("color-clash", 1, "R1 7", "R1 is not your disk"),
    ("color-clash", 0, "R5 9", "There is no disk 'R5'"),
    ("color-clash", 0, "R0 9", "There is no disk 'R0'"),
    ("color-clash", 0, "X1 9", "There is no disk 'X1'"),
    ("color-clash", 0, "R 9", "There is no disk 'R'"),
    ("color-clash", 0, "R1 10", "There is no position 10"),
    ("color-clash", 0, "R1 0", "There is no position 0"),
    ("color-clash", 0, "R1 2", "Position 2 is occupied"),
    ("color-clash", 0, "R1 1", "R1 stands on position 1 already"),
    ("color-clash", 1, "B4 7", "B4 cannot move backward from 8 to 7"),
    ("color-clash", 0, "R4", "'R4' does not name a disk and a position"),
    ("color-clash", 0, "move", "'move' does not name a disk and a position"),
    ("color-clash", 0, "R4 nine", "'nine' is not a whole number"),
    ("energy-capture", 0, "1:16", "That is more units than you have"),
    ("energy-capture", 0, "1:8,2:8", "That is more units than you have"),
    ("energy-capture", 2, "1:11", "That is more units than you have"),
    ("energy-capture", 0, "0:1", "There is no such node"),
    ("energy-capture", 0, "6:1", "There is no such node"),
    ("energy-capture", 0, "1:1,1:2", "A node is named twice"),
    ("energy-capture", 0, "1:0", "An allocation places at least one unit"),
    ("energy-capture", 0, "1:-1", "Units cannot be taken back"),
    ("energy-capture", 7, "2:1", "A captured node is not contested in sudden death"),
    ("energy-capture", 7, "5:6", "That is more units than you have"),
    ("energy-capture", 0, "1", "That does not read as nodes and units, such as 1:5,2:3"),
    ("energy-capture", 0, "1:", "That does not read as nodes and units, such as 1:5,2:3"),
    ("energy-capture", 0, ":5", "That does not read as nodes and units, such as 1:5,2:3"),
    ("energy-capture", 0, "1:5,", "That does not read as nodes and units, such as 1:5,2:3"),
    ("energy-capture", 0, "pass pass", "That does not read as nodes and units, such as 1:5,2:3"),
]


@lru_cache
def without_mistakes(game, moves):
    return run("play", game, stdin=lines(*FINISH[game][:moves]))


def complaint_about(game, before, typed, echo):
    """The complaint about a line, once it is sure that the line changed nothing else."""
    moves = FINISH[game]
    asked = without_mistakes(game, before).out[:-1]  # the end of the input prints a newline
    prompt = asked.rpartition("\n")[2]
    right = without_mistakes(game, len(moves))
    wrong = run("play", game, stdin=lines(*moves[:before]).encode() + typed + b"\n" + lines(*moves[before:]).encode())
    assert right.out.startswith(asked + (echo if game == "energy-capture" else moves[before]))
    assert wrong.out.startswith(asked)
    repeated, complaint, rest = wrong.out[len(asked) :].split("\n", 2)
    assert repeated == echo
    assert rest == prompt + right.out[len(asked) :]
    assert (wrong.status, wrong.err) == (0, "")
    return complaint


def is_one_sentence(text):
    return re.fullmatch(r"['A-Z][^.]*(\.{3}')?[^.]*; [a-z][^.]*\.", text.replace("'1.5'", "''")) is not None


@pytest.mark.parametrize("kind", NONSENSE)
@pytest.mark.parametrize("game", FINISH)
def test_nonsense_gets_one_sentence_and_changes_nothing(game, kind):
    typed, echo, why = NONSENSE[kind]
    complaint = complaint_about(game, 0, typed, "(hidden)" if game == "energy-capture" else echo)
    assert is_one_sentence(complaint), complaint
    assert why is None or complaint.startswith(why + "; ")


@pytest.mark.parametrize("game, before, typed, why", MISTAKES)
def test_a_mistake_gets_one_sentence_that_says_what_is_wrong_and_what_is_legal(game, before, typed, why):
    complaint = complaint_about(game, before, typed.encode(), "(hidden)" if game == "energy-capture" else typed)
    assert complaint.lower().startswith(why.lower() + "; ")
    assert is_one_sentence("W" + complaint[len(why) :]), complaint


@pytest.mark.parametrize(
    "game, before, hint",
    [
        ("color-capture", 1, "choose 1 (left) or 14 (right)"),
        ("color-bridge", 1, "free positions 1-4 and 7-11"),
        ("capture-the-flag", 6, "move 1-2 spaces forward"),
        ("color-clash", 1, "move B1, B2 or B3 forward to a free position: 7"),
        ("energy-capture", 7, "place units on the neutral Node 5 as in 5:1, or pass"),
    ],
)
def test_a_complaint_says_what_would_be_legal_now(game, before, hint):
    complaint = complaint_about(game, before, b"?!", "(hidden)" if game == "energy-capture" else "?!")
    assert complaint.endswith(hint + ".")


@pytest.mark.parametrize(
    "line, why",
    [
        ("play capture-the-flag --rounds 3", "Capture the Flag has no undecided rounds; leave --rounds out."),
        ("host color-clash --rounds 3", "Color Clash has no undecided rounds; leave --rounds out."),
        ("arena --game color-capture --players random,perfect --rounds 3", "Color Capture has no undecided rounds; leave --rounds out."),
        ("play color-bridge --p2 perfect --movetime 50", "No engine plays; leave --movetime out."),
        ("arena --game color-bridge --players random,level:2 --movetime 50", "No engine plays; leave --movetime out."),
        ("join http://localhost/ --movetime 50", "No engine plays; leave --movetime out."),
        ("play color-bridge --p1 random --p2 engine:x --table f", "None of these players uses a solved game; leave --table out."),
        ("play color-bridge --p1 random --p2 random --device cpu", "None of these players uses a solved game; leave --device out."),
        ("arena --game color-bridge --players random,random --distances no", "None of these players uses a solved game; leave --distances out."),
        (
            "arena --game color-bridge --players random,perfect --openings none --opening-moves 3",
            "With --openings none no moves are given; leave --opening-moves out.",
        ),
    ],
)
def test_an_option_without_an_effect_is_refused(line, why):
    ran = run(*line.split())
    assert (ran.status, ran.out, ran.err) == (2, "", f"duello: {why}\n")


def test_options_that_may_have_an_effect_are_taken(tmp_path):
    games = ["--games", "2", "--no-record"]
    for args in (
        ["play", "color-bridge", "--p1", "random", "--p2", "random", "--rounds", "3"],
        ["play", "color-bridge", "--p2", "random", "--table", str(tmp_path / "table"), "--device", "cpu"],
        ["arena", "--game", "color-bridge", "--players", "random,random", "--openings", "balanced", "--distances", "no", *games],
        ["arena", "--game", "color-bridge", "--players", "random,level:1", "--opening-moves", "3", "--rounds", "3", *games],
    ):
        ran = run(*args, stdin="quit\n")
        assert ran.status == 0, (args, ran.err)
