"""What stands behind `duello` on the command line, right and wrong."""

import json
import re

import pytest
from table import GAMES, VERSION, run

COMMANDS = re.findall(r"^  ([a-z]+) ", run("--help").out.split("Commands:")[1], re.M)
NEEDY = ["analyze", "host", "join", "lab", "replay", "review", "solve", "variants"]  # of an argument
ESCAPE_NAME = "\x1b[31mEve"

# A wrong command line, and what the sentence about it must say.
WRONG = {
    "frobnicate": ["'frobnicate'", *COMMANDS],
    "Play color-bridge": ["There is no command 'Play', but there is play."],
    "plya color-bridge": ["There is no command 'plya', but there is play."],
    "frobnicate --help": ["'frobnicate'", *COMMANDS],
    "play color-bridge --frist 2": ["duello play does not take '--frist', but it takes --first; duello help play says"],
    "play color-bridge --colour=never": ["does not take '--colour=never', but it takes --color;"],
    "--first 2": ["duello does not take '--first'; duello help says"],
    "list -j": ["duello list does not take '-j'"],
    "'' ": ["''"],
    "--frob": ["duello does not take '--frob'", "duello help says"],
    "play color-bridge --frob": ["duello play does not take '--frob'", "duello help play says"],
    "play color-bridge --frob Ann surplus": ["duello play does not take '--frob'"],
    "play color-bridge surplus": ["duello play does not take 'surplus'"],
    "list surplus": ["duello list does not take 'surplus'"],
    "list --json=false": ["--json takes no value"],
    "play": ["GAME", "duello list"],
    "play chess": ["'chess'", *GAMES],
    "play color": ["'color'", "color-capture, color-bridge or color-clash"],
    "history color": ["'color'", "color-capture, color-bridge or color-clash"],
    "help frobnicate": ["'frobnicate'", *COMMANDS],
    "help play solve": ["solve"],
    "rules": ["GAME is missing in duello rules GAME; it is a game, as in duello list."],
    "rules chess": ["'chess'", *GAMES],
    "perft chess 3": ["'chess'", *GAMES],
    "perft": ["GAME is missing in duello perft GAME DEPTH; it is a game"],
    "perft color-bridge": ["DEPTH is missing in duello perft GAME DEPTH; it is how many moves."],
    "perft --first 2": ["GAME is missing"],
    **{command: [f" is missing in duello {command} "] for command in NEEDY},
    "perft color-bridge x": ["DEPTH", "'x'", "0 to 1000"],
    "perft color-bridge -1": ["DEPTH", "'-1'", "0 to 1000"],
    "perft color-bridge 1001": ["DEPTH", "'1001'", "0 to 1000"],
    "perft color-bridge 1 --first random": ["--first", "'random'"],
    "perft color-bridge 1 --set run=0": ["'run'", "'0'", "1 to 31"],
    "perft color-clash 2 --first 2": ["Red always starts"],
    "play color-bridge --set speed=3": ["'speed'", "length, run and reach"],
    "play color-bridge --set length": ["'length'", "key=value"],
    "play color-bridge --set length=": ["'length'", "''", "1 to 31"],
    "play color-bridge --set length=32": ["'length'", "'32'", "1 to 31"],
    "play color-bridge --set length=0": ["'length'", "'0'", "1 to 31"],
    "play color-bridge --set length=-11": ["'length'", "'-11'", "1 to 31"],
    "play color-bridge --set length=ten": ["'length'", "'ten'", "1 to 31"],
    "play color-bridge --set length=99999999999999999999": ["'length'", "'99999999999999999999'", "1 to 31"],
    "play color-bridge --set run=12": ["'run'", "'12'", "1 to 11"],
    "play color-bridge --set reach=9": ["'reach'", "'9'", "1 to 8"],
    "play color-capture --set tokens=61": ["'tokens'", "'61'", "1 to 60"],
    "play color-capture --set colors=7": ["'colors'", "'7'", "1 to 6"],
    "play color-capture --set tokens=5 --set colors=6": ["'colors'", "'6'", "1 to 5"],
    "play color-capture --set majority=last": ["'majority'", "'last'", "first or end"],
    "play capture-the-flag --set flag=61": ["'flag'", "'61'", "1 to 60"],
    "play capture-the-flag --set stride=0": ["'stride'", "'0'", "1 to 60"],
    "play color-clash --set disks=9": ["'disks'", "'9'", "1 to 8"],
    "play color-clash --set positions=8": ["'positions'", "'8'", "9 to 31"],
    "play energy-capture --set units=0": ["'units'", "'0'", "1 to 60"],
    "play energy-capture --set nodes=4": ["'nodes'", "'4'", "odd", "1 to 15"],
    "play energy-capture --set extra=61": ["'extra'", "'61'", "1 to 60"],
    "play color-bridge --variant frob": ["'frob'", "there are steady and fives"],
    "play capture-the-flag --variant frob": ["'frob'", "there is marathon"],
    "play color-clash --first 2": ["Red always starts", "--first"],
    "play color-clash --first random": ["Red always starts", "--first"],
    "play color-bridge --first 3": ["--first", "'3'", "1, 2 or random"],
    "play color-bridge --best-of 0": ["--best-of", "'0'", "1 to"],
    "play color-bridge --best-of 1.5": ["--best-of", "'1.5'"],
    "play color-bridge --rounds -1": ["--rounds", "'-1'", "0 to"],
    "play color-bridge --seed x": ["--seed", "'x'"],
    "play color-bridge --seed -1": ["--seed", "'-1'"],
    "play color-bridge --seed 18446744073709551616": ["--seed", "18446744073709551615"],
    "play color-bridge --seed": ["--seed"],
    "play color-bridge --p1 robot": ["--p1", "'robot'", "human", "random"],
    "play color-bridge --p2 Human": ["--p2", "'Human'", "human", "random"],
    "play color-bridge --name1 Ann --name2 Ann": ["different names"],
    f"play color-bridge --name1 {ESCAPE_NAME}": ["--name1", "'?[31mEve'"],
    f"play color-bridge --name2 {'x' * 31}": ["--name2", "30"],
    "play color-bridge --name2 \x07": ["--name2", "'?'"],
    "play color-bridge --name2 \u202eeve": ["--name2", "'?eve'"],
    "play ''": ["''", *GAMES],
    "resume ''": ["FILE", "empty"],
    "history --discard ''": ["--discard must not be empty"],
    "history --discard '' --json": ["--discard must not be empty"],
    "history --limit ''": ["--limit", "''", "1 to"],
    "history --since ''": ["--since", "''", "2026-11-15"],
    "list --json=maybe": ["--json takes no value"],
    "play color-bridge --seed 1 --seed 2 --seed 3": ["--seed may be given once, not 3 times"],
    "play color-bridge --seed": ["--seed needs a value"],
    "play -- --first": ["'--first'", *GAMES],
    "--color": ["--color needs a value"],
    "--color sometimes list": ["--color", "'sometimes'", "auto, always or never"],
    "list --color sometimes": ["--color", "'sometimes'", "auto, always or never"],
}


@pytest.mark.parametrize("line", WRONG, ids=ascii)
def test_a_wrong_command_line_gets_one_sentence_and_exit_2(line):
    ran = run(*[word.replace("''", "") for word in line.split()], stdin="5\n")
    assert ran.status == 2
    assert ran.out == ""
    assert re.fullmatch(r"duello: [^\n]*[^\n.]\.\n", ran.err), ran.err
    assert ran.err.rstrip("\n").isprintable()
    assert [part for part in WRONG[line] if part not in ran.err] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_takes_an_empty_value_for_none(command):
    game = [] if command in ("arena", "engine", "list", "help", "resume", "replay", "review", "serve") else ["color-bridge"]
    others = {"arena": ["--game", "color-bridge"], "perft": ["1"], "replay": ["last"], "review": ["last"]}.get(command, [])
    options = re.findall(r"^  (--[a-z0-9-]+) [A-Z]", run(command, "--help").out, re.M)
    for option in set(options) - {"--moves"}:
        ran = run(command, *game, *([] if option == "--game" else others), option, "")
        assert (ran.status, ran.out) == (2, ""), option
        assert option in ran.err or option in ("--set", "--game"), ran.err


@pytest.mark.parametrize("name", [b"\xff\xfe", "\u200b".encode(), b" Ann", b"Ann "])
def test_a_name_must_be_well_formed_and_visible(name):
    ran = run("play", "color-bridge", "--name1", name)
    assert (ran.status, ran.out) == (2, "")
    assert "--name1" in ran.err


@pytest.mark.parametrize("name", ["Zoë", "李", "x" * 30, "O'Hara (2)"])
def test_a_name_may_be_anything_that_can_be_shown(name):
    ran = run("play", "energy-capture", "--name1", name, stdin="quit\n")
    assert f"\n{name}, allocate your energy units:\n" in ran.out
    assert ran.status == 0


@pytest.mark.parametrize("help_flag", ["--help", "-h"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself(command, help_flag):
    ran = run(*command.split(), help_flag)
    assert (ran.status, ran.err) == (0, "")
    assert f"Usage: duello {command}".rstrip() in ran.out
    assert "--help" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_for_a_command_is_what_the_command_says_itself(command):
    ran = run("help", command)
    assert ran == run(command, "--help") and ran.status == 0


def test_help_alone_is_the_help_of_the_program():
    assert run("help") == run("--help")


@pytest.mark.parametrize("name", ["bridge", "Color-Br", "COLOR-BRIDGE", "br"])
def test_a_game_is_understood_by_any_part_that_only_it_has_and_called_by_its_whole_name(name, tmp_path):
    assert json.loads(run("perft", name, "1", "--json").out)["game"] == "color-bridge"
    assert run("rules", name) == run("rules", "color-bridge")
    assert run("variants", name) == run("variants", "color-bridge")
    assert run("solve", name).out.startswith("color-bridge length=11")
    assert json.loads(run("puzzle", name, "--seed", "1", "--json").out)["game"] == "color-bridge"
    file = tmp_path / "game"
    run("play", name, "--record", str(file), stdin="5\nquit\n")
    assert file.read_text().startswith('[Game "color-bridge"]\n')
    arena = run("arena", "--game", name, "--players", "random,random", "--games", "2", "--no-record", "--json")
    assert json.loads(arena.out)["game"] == "color-bridge"
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    run("play", "color-bridge", stdin="5\nquit\n", **home)
    assert len(run("history", name, **home).out.splitlines()) == 1 and "color-bridge" in run("history", name, **home).out


def test_records_and_engines_name_a_game_in_full(tmp_path):
    file = tmp_path / "game"
    file.write_text('[Game "bridge"]\n\n1. 5 *\n')
    assert "There is no game 'bridge'" in run("replay", str(file)).err
    assert run("engine", stdin="game bridge\n").out.startswith("error There is no game 'bridge'")


def test_help_names_the_commands():
    assert {"list", "rules", "play", "perft"} <= set(COMMANDS)


def test_the_program_alone_prints_its_help_on_a_pipe():
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == run("--help").out


def test_the_version_is_the_project_s():
    ran = run("--version")
    assert (ran.out, ran.err, ran.status) == (f"duello {VERSION}\n", "", 0)


def test_list_has_a_line_for_each_game():
    ran = run("list")
    assert [line.split("  ")[0] for line in ran.out.splitlines()] == GAMES
    assert (ran.status, ran.err) == (0, "")


def test_list_as_json_is_one_document_with_the_book_s_rules():
    ran = run("list", "--json")
    games = json.loads(ran.out)
    assert ran.out.count("\n") == 1
    assert [game["id"] for game in games] == GAMES
    assert {game["id"]: {rule["key"]: rule["book"] for rule in game["rules"]} for game in games} == {
        "color-capture": {"tokens": "15", "colors": "3", "majority": "first"},
        "color-bridge": {"length": "11", "run": "3", "reach": "2"},
        "capture-the-flag": {"flag": "5", "stride": "3"},
        "color-clash": {"disks": "4", "positions": "9"},
        "energy-capture": {"units": "15", "nodes": "5", "extra": "5"},
    }
    assert [game["id"] for game in games if game["hidden"]] == ["energy-capture"]


@pytest.mark.parametrize("game", GAMES)
def test_rules_tell_all_that_a_player_must_know(game):
    ran = run("rules", game)
    assert (ran.status, ran.err) == (0, "")
    headings = [line.split(" (")[0].split(",")[0] for line in ran.out.splitlines() if re.match("[A-Z]", line)]
    assert headings[1:] == ["Goal", "Set-up", "Your turn", "The end", "Rulings", "Tips", "Rule values", "An example"]
    parts = re.split(r"^(?=[A-Z])", ran.out, flags=re.M)[2:]
    assert all(len(part.split()) > 8 for part in parts)
    assert all(re.search(r"^  - [A-Z]", part, re.M) for part in parts[4:6])
    assert " wins" in parts[7].splitlines()[-1]


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_at_most_80_columns_wide(game):
    assert [line for line in run("rules", game).out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_example_in_the_rules_is_a_game_as_it_would_be_played(game, tmp_path):
    page = run("rules", game).out
    moves = re.search(r"^An example\n  \((.*)\)$", page, re.M)[1].split()
    shown = "".join(line[2:] + "\n" for line in page.split("An example", 1)[1].splitlines()[3:])
    asked = [move for move in moves if move != "pass"]  # the sample's players pass when they have nothing left
    typed = asked + ["pass"] if game == "energy-capture" else moves
    record = str(tmp_path / "record")
    played = run("play", game, "--record", record, stdin="".join(move + "\n" for move in typed)).out
    # What is hidden while a game is played is not hidden in an example.
    assert shown == (run("replay", record).out.split("\n", 2)[2] if game == "energy-capture" else played)


# Counted by hand: where a game cannot end yet, the branches multiply; an ended game has no continuation.
@pytest.mark.parametrize(
    "args, count",
    [
        ("color-capture 0", 1),
        ("color-capture 4", 2**4),
        ("color-capture 1000 --set tokens=3 --set colors=3", 0),
        ("color-bridge 1", 11 + 10),
        ("color-bridge 2", 11 * 10 + 2 * (2 * 9 + 9 * 8) + (2 * 8 + 8 * 7)),
        ("color-bridge 1 --set reach=1", 11),
        ("capture-the-flag 3", 3**3),
        ("capture-the-flag 2 --set flag=1", 2),  # 2 wins at once; after 1 both 1 and 2 are possible
        ("capture-the-flag 3 --set flag=1", 0),  # 1 meets the other token, 2 reaches the flag
        ("color-clash 1", 4),
        ("color-clash 2", 0 + 1 + 2 + 3),  # the hole is at 1, 3, 5 or 7
        ("energy-capture 1", 15504),  # at most 15 units on 5 nodes: 20 over 5
        ("energy-capture 1 --set units=2 --set nodes=3", 10),
        ("color-bridge 1 --first 2", 21),
    ],
)
def test_perft_counts_move_sequences(args, count):
    assert run("perft", *args.split()).out == f"{count}\n"


def test_perft_as_json_says_what_was_counted():
    ran = run("perft", "color-bridge", "2", "--set", "reach=1", "--json")
    rules = {"length": 11, "run": 3, "reach": 1}
    assert json.loads(ran.out) == {"game": "color-bridge", "rules": rules, "depth": 2, "count": 110}
    assert ran.status == 0
