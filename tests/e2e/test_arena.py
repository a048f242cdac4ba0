"""The arena as a user meets it: tables, records, interruptions and wrong options."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from table import DUELLO, GAMES, LONG, PATIENCE, VERSION, environment, poll, run

QUICK = ["--game", "capture-the-flag", "--players", "random,level:2,perfect", "--games", "100"]


def arena(*args, **env):
    return run("arena", *args, **env)


def document(*args):
    ran = arena(*args, "--json")
    assert ran.status == 0, ran.err
    answer = json.loads(ran.out)
    del answer["seconds"]
    return answer


def strongest_first(answer):
    return [player["player"] for player in answer["players"]]


@pytest.mark.parametrize("game", GAMES)
def test_stronger_players_stand_higher(game):
    openings = ["--openings", "balanced"] if game != "color-clash" else ["--variant", "duel", "--openings", "balanced"]
    if game == "color-clash":
        variants = json.loads(run("variants", game, "--json").out)
        openings[1] = variants[0]["name"]
    answer = document("--game", game, "--players", "random,perfect,level:3", "--games", "600", "--no-record", "--seed", "2", *openings)
    assert strongest_first(answer) == ["perfect", "level:3", "random"]
    assert (answer["planned"], answer["played"], answer["counted"]) == (1800, 1800, 1800)
    assert sum(player["wins"] for player in answer["players"]) == 1800
    assert all(player["margin"] > 0 for player in answer["players"])


def test_the_table_names_everybody():
    ran = arena(*QUICK, "--no-record", "--seed", "1")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"^  1  perfect +\+\d+ +\d+ +200 +\d+ +\d+\.\d%$", ran.out, re.M)
    assert "300 of 300 games; whoever moved first won" in ran.out


def test_records_are_kept_and_can_be_replayed(tmp_path):
    file = tmp_path / "games"
    ran = arena("--game", "color-bridge", "--players", "random,level:1", "--games", "3", "--record", str(file), "--seed", "1")
    assert ran.err == f"The games are in {file}\n"
    assert file.read_text().count("[Game ") == 4  # an even number: seats are changed
    assert run("replay", str(file)).status == 0
    again = arena(*QUICK, "--record", str(file))
    assert (again.status, again.out) == (1, "")
    assert "is not empty; an arena goes on in it with --resume" in again.err


@pytest.mark.parametrize("threads", ["1", "3"])
def test_kill_9_and_resume_give_the_table_of_an_unbroken_run(threads, tmp_path):
    plan = ["--game", "color-capture", "--players", "random,level:2,perfect", "--games", "4000", "--seed", "5"]
    whole = document(*plan, "--record", str(tmp_path / "whole"))
    file = tmp_path / "broken"

    def is_killed():
        """After some more games. False if all were played before."""
        options = ["--resume", str(file)] if file.exists() and file.stat().st_size else [*plan, "--record", str(file)]
        command = ["nice", DUELLO, "arena", *options, "--concurrency", threads]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()) as child:
            size = file.stat().st_size if file.exists() else 0
            poll(lambda: child.poll() is not None or (file.exists() and file.stat().st_size > size + 100_000), "a game")
            child.send_signal(signal.SIGKILL)
        return child.returncode == -signal.SIGKILL

    # All games take the tenth of a second, and on a busy machine the kill may take longer.
    for _ in range(100):
        if all(is_killed() for _ in range(3)):
            break
        file.unlink()
    before = file.read_text().count("[Game ")
    assert 0 < before < 12000
    resumed = document("--resume", str(file), "--concurrency", threads)
    assert resumed == whole
    # No game was played twice, and none is missing.
    numbers = re.findall(r'\[Round "(\d+)"\]', file.read_text())
    assert sorted(map(int, numbers)) == list(range(1, 12001))
    assert sorted(games_in(file)) == sorted(games_in(tmp_path / "whole"))


def games_in(file):
    return re.findall(r"(?s)\[Game .*?\n\n.*?\n", file.read_text())


def test_a_record_that_was_cut_in_the_middle_is_played_again(tmp_path):
    file = tmp_path / "games"
    whole = document(*QUICK, "--seed", "3", "--record", str(file))
    text = file.read_text()
    for cut in (len(text) - 2, len(text) - 50, len(text) - 200):
        file.write_text(text[:cut])
        assert document("--resume", str(file)) == whole
        assert sorted(games_in(file)) == sorted(re.findall(r"(?s)\[Game .*?\n\n.*?\n", text))
    file.write_text(text.replace('[Result "1-0"]', '[Result "3-0"]', 1))
    ran = arena("--resume", str(file))
    assert ran.status == 2
    assert re.search(r"Line \d+, column \d+: ", ran.err)


def test_ctrl_c_says_how_to_go_on(tmp_path):
    file = tmp_path / "games"
    with subprocess.Popen(
        [DUELLO, "arena", "--game", "color-capture", "--players", "random,random", "--games", "5000000", "--record", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as child:
        poll(lambda: file.exists() and file.stat().st_size >= 10000, "some games")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert b"of 5000000 games" in out
    assert re.fullmatch(rf"duello: Interrupted after \d+ of 5000000 games; duello arena --resume {file} goes on\.\n", err.decode())
    os.unlink(file)


def test_a_sequential_test_stops_early(tmp_path):
    answer = document(
        "--game", "color-bridge", "--players", "perfect,random", "--games", "100000", "--openings", "balanced",
        "--sprt", "0,100", "--no-record", "--seed", "1",
    )  # fmt: skip
    assert answer["sprt"]["verdict"] == "elo1"
    assert answer["counted"] < 1000


@pytest.mark.parametrize(
    "options, says",
    [
        ([], "Name a game: --game GAME; duello list shows them."),
        (["--game", "chess", "--players", "random,random"], "There is no game 'chess'"),
        (["--game", "color-bridge"], "Name at least two players, as in --players random,perfect."),
        (["--game", "color-bridge", "--players", "random"], "Name at least two players, as in --players random,perfect."),
        (["--game", "color-bridge", "--players", "random,human"], "A person cannot play in the arena"),
        (["--game", "color-bridge", "--players", "random,level:9"], "--players: There is no player 'level:9'; a player is random, perfect, level:1 to level:5 or engine:COMMAND."),
        (["--game", "color-bridge", "--players", "random,"], "--players: There is no player ''"),
        (["--game", "color-bridge", "--players", "random,random", "--games", "0"], "--games must be a whole number"),
        (["--game", "color-bridge", "--players", "random,random", "--openings", "odd"], "--openings must be none, random or balanced"),
        (["--game", "color-bridge", "--players", "random,random", "--sprt", "5,1"], "--sprt: It must be two numbers of Elo"),
        (["--game", "color-bridge", "--players", "random,random,random", "--sprt", "0,1"], "--sprt compares two players"),
        (["--game", "color-bridge", "--players", "random,random", "--resume", "x"], "Give --game or --resume, not both."),
        (["--game", "color-bridge", "--players", "random,random", "--concurrency", "0"], "--concurrency must be a whole number"),
    ],
)  # fmt: skip
def test_a_wrong_option_gets_one_sentence(options, says):
    ran = arena(*options)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("duello: " + says)
    assert ran.err.count("\n") == 1


def test_a_file_that_cannot_be_resumed_is_named(tmp_path):
    assert "There is no file" in arena("--resume", str(tmp_path / "nowhere")).err
    file = tmp_path / "game"
    plan = "arena players=human,random pairings=everybody games=4 openings=none moves=2 rounds=10 movetime=0 seed=1"
    file.write_text(f'[Game "color-bridge"]\n[Result "1-0"]\n[Event "{plan}"]\n[Round "1"]\n\n5-6 7 4 1-0\n')
    ran = arena("--resume", str(file))
    assert (ran.status, ran.err) == (2, "duello: --players: A person cannot play here.\n")
    file.write_text('[Game "color-bridge"]\n\n1. 5 *\n')
    assert "holds games of no arena" in arena("--resume", str(file)).err


def script(tmp_path, name, body):
    path = tmp_path / name
    path.write_text("import os, sys, time\n" + body)
    return f"engine:exec {sys.executable} {path}"


HONEST = """
for line in sys.stdin:
    word = line.split()[0]
    if word == "duello": print("protocol 1\\nok", flush=True)
    if word == "ready": print("readyok", flush=True)
    if word == "go": MOVE
"""


def test_engines_meet_in_the_arena_with_the_same_openings_whatever_the_concurrency(tmp_path):
    def opening(game):
        count = re.search(r'\[Opening "(\d+)"\]', game)
        moves = re.sub(r"\d+\. ", "", game.split("\n\n")[1]).split()
        return re.search(r'\[Round "(\d+)"\]', game)[1], moves[: int(count[1])] if count else []

    ours = f"engine:{DUELLO} engine --player level:3"
    for threads in ("1", "4"):
        file = tmp_path / threads
        answer = document(
            "--game", "color-bridge", "--players", f"{ours},level:3", "--games", "60", "--seed", "2",
            "--concurrency", threads, "--record", str(file), *LONG,
        )  # fmt: skip
        assert answer["played"] == 60
        assert not any(player["forfeits"] for player in answer["players"])
    one, four = (sorted(map(opening, games_in(tmp_path / threads))) for threads in ("1", "4"))
    assert one == four and any(moves for _, moves in one)


@pytest.mark.parametrize(
    "move, reason",
    [
        ("os._exit(3)", "it ended with status 3"),
        ("time.sleep(999)", "it gave no move within 50 ms"),
        ("print('bestmove 99', flush=True)", "it played '99', which is not legal"),
        ("os.write(1, b'x' * 2000000)", "it flooded the host with output"),
    ],
    ids=["crash", "hang", "illegal", "flood"],
)
def test_an_engine_that_does_wrong_forfeits_every_game_with_its_reason_in_the_record(tmp_path, move, reason):
    bad = script(tmp_path, "bad.py", HONEST.replace("MOVE", move))
    file = tmp_path / "games"
    time = ["--movetime", "50"] if "no move" in reason else LONG
    answer = document("--game", "color-bridge", "--players", f"random,{bad}", "--games", "2", "--openings", "none", *time, "--record", str(file))
    loser = next(player for player in answer["players"] if player["player"] == bad)
    assert (loser["games"], loser["wins"], loser["forfeits"]) == (2, 0, 2)
    assert len(re.findall(rf'\[Reason "forfeit: {re.escape(reason)}', file.read_text())) == 2
    assert run("replay", str(file)).out.count("forfeits: " + reason) == 2


def test_an_engine_that_cannot_play_the_game_is_named_and_nothing_starts(tmp_path):
    file = tmp_path / "games"
    ran = arena("--game", "color-bridge", "--players", "random,engine:false", "--record", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "duello: --players: The engine 'false' ended with status 1.\n"
    assert not file.exists()


def test_ctrl_c_stops_the_engines_too(tmp_path):
    asked = tmp_path / "asked"
    slow = script(tmp_path, "slow.py", HONEST.replace("MOVE", f"open({str(asked)!r}, 'w').close(); time.sleep(999)"))
    with subprocess.Popen(
        [DUELLO, "arena", "--game", "color-bridge", "--players", f"{slow},random", *LONG, "--no-record"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as child:
        poll(asked.exists, "an engine that thinks")
        assert running(tmp_path)
        child.send_signal(signal.SIGTERM)
        out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 143
    assert err.decode() == "duello: Interrupted after 0 of 100 games.\n"
    assert len(re.findall(r"^ +\d  .* +- +- +0 +0 +0\.0%$", out.decode(), re.M)) == 2, "nothing is known of their ratings"
    assert not running(tmp_path)


def running(folder):
    found = subprocess.run(["pgrep", "-f", str(folder)], capture_output=True, text=True).stdout.split()
    return [pid for pid in found if pid != str(os.getpid())]


OF_THE_PLAN = [
    "--game color-bridge", "--variant steady", "--set length=13", "--games 6", "--games 100", "--gauntlet", "--openings none",
    "--opening-moves 2", "--rounds 3", "--sprt 0,5", "--movetime 5", "--seed 5", "--record x", "--no-record",
]  # fmt: skip
EVERYWHERE = {"--help", "--version", "--color", "--plain"}
NOT_OF_THE_PLAN = {"--players", "--player", "--concurrency", "--log", "--json", "--resume", "--table", "--device", "--distances"}


def test_each_option_is_of_the_plan_or_not():
    named = set(re.findall(r"--[a-z-]+", "\n".join(line[:20] for line in arena("--help").out.splitlines() if line.startswith("  -"))))
    assert named == EVERYWHERE | NOT_OF_THE_PLAN | {each.split()[0] for each in OF_THE_PLAN}


@pytest.mark.parametrize("more", OF_THE_PLAN)
def test_who_goes_on_with_an_arena_cannot_change_it(more, tmp_path):
    file = tmp_path / "games"
    arena("--game", "color-bridge", "--players", "random,perfect", "--games", "4", "--record", str(file))
    text = file.read_text()
    ran = arena("--resume", str(file), *more.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"duello: Give {more.split()[0]} or --resume, not both.\n"
    assert file.read_text() == text


def test_who_goes_on_with_an_arena_names_its_players_or_none(tmp_path):
    file = tmp_path / "games"
    arena("--game", "color-bridge", "--players", "random,perfect", "--games", "2", "--record", str(file))
    ran = arena("--resume", str(file), "--players", "random,level:1")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"duello: The players in '{file}' are others than those that are named; leave --players and --player out.\n"
    assert arena("--resume", str(file), "--players", "random,perfect").status == 0


def test_records_from_elsewhere_run_no_command_unasked(tmp_path):
    trap = f"engine:touch {tmp_path}/trap; {DUELLO} engine"
    file = tmp_path / "games"
    arena("--game", "color-bridge", "--players", f"{trap},random", "--games", "2", "--record", str(file))
    (tmp_path / "trap").unlink()
    text = file.read_text()
    file.write_text(text[: text.rindex("[Game")])
    ran = arena("--resume", str(file))
    assert ran.status == 2
    assert f"wants to run the command 'touch {tmp_path}/trap; {DUELLO} engine'; name all players again" in ran.err
    assert not (tmp_path / "trap").exists()
    assert arena("--resume", str(file), "--players", f"{trap},random").status == 0
    assert (tmp_path / "trap").exists()

    (tmp_path / "trap").unlink()
    game = tmp_path / "game"
    game.write_text(f'[Game "color-bridge"]\n[Player1 "human"]\n[Player2 "{trap}"]\n\n1. 5 *\n')
    ran = run("resume", str(game), stdin="no\n")
    assert (ran.status, ran.err) == (2, "duello: The game is not resumed, as its engine may not run.\n")
    assert not (tmp_path / "trap").exists()
    assert "Updated Track" in run("resume", str(game), stdin="yes\nquit\n").out


def test_an_engines_command_may_hold_commas(tmp_path):
    comma = script(tmp_path, "comma.py", "assert sys.argv[1:] == ['a,b', ',']\n" + HONEST.replace("MOVE", "print('bestmove resign', flush=True)"))
    file = tmp_path / "games"
    answer = document("--game", "color-bridge", "--players", "random,level:1", "--player", f"{comma} a,b ,", "--players", "level:2", "--games", "2", "--gauntlet", *LONG, "--record", str(file))
    assert {player["player"] for player in answer["players"]} == {"random", "level:1", f"{comma} a,b ,", "level:2"}
    assert [set(meeting["players"]) - {"random"} for meeting in answer["encounters"]] == [{"level:1"}, {f"{comma} a,b ,"}, {"level:2"}]
    assert not any(player["forfeits"] for player in answer["players"])
    text = file.read_text()
    file.write_text(text[: text.rindex("[Game")])
    resume = ["--resume", str(file), "--players", "random,level:1", "--player", f"{comma} a,b ,", "--player", "level:2"]
    assert document(*resume)["played"] == answer["played"]


LINE = re.compile(r"\d+\.\d{6} ([><!#]) (.*)")


def dialogue(path):
    head, *lines = path.read_text().splitlines()
    assert re.fullmatch(r"# \d{4}\.\d\d\.\d\d .+", head)
    return head, [LINE.fullmatch(line).groups() for line in lines]


def test_a_log_has_the_whole_dialogue_of_each_engine_and_of_no_other(tmp_path):
    logs = tmp_path / "some" / "logs"
    players = ["--player", f"engine:{DUELLO} engine", "--player", "random", "--player", f"engine:{DUELLO} engine --player level:2"]
    plan = ["--game", "energy-capture", *players, "--games", "6", "--no-record", "--seed", "1", "--concurrency", "2", *LONG]
    assert arena(*plan, "--log", str(logs)).status == 0
    names = sorted(path.name for path in logs.iterdir())
    assert {re.sub(r"-\d+\.log$", "", name) for name in names} == {"player1", "player3"}
    for name in names:
        head, lines = dialogue(logs / name)
        assert head.endswith(" --player level:2") == name.startswith("player3")
        assert lines[:2] == [("#", "started"), (">", "duello")] and lines[-1] == (">", "quit")
        assert ("<", f"id name Duello {VERSION} ({'level:2' if name.startswith('player3') else 'perfect'})") in lines
        # A move is put down before it is revealed only where the engine itself has made it.
        own = {words.split()[1] for who, words in lines if who == "<" and words.startswith("bestmove ")} | {"pass", "?"}
        revealed = set()
        for who, words in lines:
            if who == ">" and words.startswith("reveal"):
                revealed |= set(words.split()[1:])
            if who == ">" and words.startswith("position"):
                assert set(words.split()[4:]) <= own | revealed
    before = {name: (logs / name).read_text() for name in names}
    assert arena(*plan, "--log", str(logs)).status == 0
    assert before.items() <= {path.name: path.read_text() for path in logs.iterdir()}.items()


def test_a_log_says_what_became_of_an_engine(tmp_path):
    bad = script(tmp_path, "bad.py", HONEST.replace("MOVE", "sys.exit('no \\x1b[31m idea')"))
    logs = tmp_path / "logs"
    arena("--game", "color-bridge", "--player", "random", "--player", bad, "--games", "2", "--openings", "none", "--no-record", "--log", str(logs), "--concurrency", "1", *LONG)
    lines = [line for path in logs.iterdir() for line in dialogue(path)[1]]
    assert ("!", "no ?[31m idea") in lines
    assert ("#", "ended with status 1 (no ?[31m idea)") in lines


def test_a_folder_for_logs_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    ran = arena(*QUICK, "--no-record", "--log", str(tmp_path / "file" / "logs"))
    assert (ran.status, ran.out) == (1, "")
    assert re.fullmatch(r"duello: The folder '.*' cannot be made: Not a directory\.\n", ran.err)


def test_one_game_is_called_a_game(tmp_path):
    file = tmp_path / "games"
    plan = ["--game", "color-bridge", "--players", "perfect,random", "--sprt", "0,400", "--games", "1000", "--seed", "1"]
    counted = document(*plan, "--concurrency", "1", "--record", str(file))["counted"]
    *_, last = file.read_text().split("[Game ")
    assert f'[Round "{counted}"]' in last
    file.write_text(file.read_text() + "\n[Game " + last.replace(f'[Round "{counted}"]', f'[Round "{counted + 1}"]'))
    assert "\n1 game behind the decision does not count\n" in arena("--resume", str(file)).out
