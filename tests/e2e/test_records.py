"""Games are kept as they are played: nothing that was shown is ever lost, and every game can be gone on with."""

import json
import os
import re
import resource
import signal
import sqlite3
import stat
import subprocess

import pytest
from table import DUELLO, GAMES, PATIENCE, environment, lines, run
from test_mistakes import FINISH

LEFT, RIGHT, HOME, END = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F"
PART = re.compile(r"\.part$")


@pytest.fixture
def home(tmp_path):
    """The settings of a user who has played nothing yet."""
    return {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_DATA_HOME": str(tmp_path / "data")}


def records(home):
    folder = os.path.join(home["XDG_STATE_HOME"], "duello/games")
    if not os.path.isdir(folder):
        return []
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".duello"))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def moves(path):
    """The moves of a record, without numbers and result; hidden ones as ~."""
    body = text(path).split("\n\n", 1)[1]
    words = [word for word in body.split() if not re.fullmatch(r"\d+\.|1-0|0-1|\*", word)]
    return ["~" if word.startswith("~") else word for word in words]


def canonical(game, typed):
    return [move.replace(" ", "-") if game == "color-bridge" else move for move in typed]


# Without moves that the rules make for a player, so that the lines are the moves.
TYPED = {**FINISH, "energy-capture": ["1:5", "2:6", "4:1", "3:2", "pass", "pass", "5:3", "5:1", "pass", "5:1", "pass"]}


@pytest.mark.parametrize("game", GAMES)
def test_kill_9_at_every_move_loses_nothing(game, home, sit):
    typed = TYPED[game]
    for count in range(1, len(typed)):
        before = set(records(home))
        session = sit("play", game, "--p2", "human", TERM="dumb", **home).wait_for_prompt()
        for move in typed[:count]:
            session.enter(move)
        session.signal(signal.SIGKILL)
        session.end()
        (path,) = set(records(home)) - before
        kept = moves(path)
        assert len(kept) == count
        if game != "energy-capture":
            assert kept == canonical(game, typed[:count])
        else:
            # Sudden death begins with the seventh move; what was revealed before is open.
            assert kept == (["~"] * count if count < 6 else typed[:6] + ["~"] * (count - 6))
            assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        resumed = run("resume", path, stdin=lines(*typed[count:]), **home)
        assert resumed.status == 0, resumed.err
        assert moves(path)[: len(typed)] == canonical(game, typed)
        assert re.search(r'\[Result "(1-0|0-1)"\]', text(path))
        assert stat.S_IMODE(os.stat(path).st_mode) & 0o044 == 0o044 & ~current_umask()
        os.unlink(path)


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_game_ends_as_one_that_was_never_left(game, home):
    typed = FINISH[game]
    whole = run("play", game, "--record", os.path.join(home["XDG_STATE_HOME"], "whole"), "--seed", "1", stdin=lines(*typed))
    assert whole.err.startswith("duello: The game is not recorded"), "the folder is not there yet"
    os.makedirs(home["XDG_STATE_HOME"])
    run("play", game, "--record", os.path.join(home["XDG_STATE_HOME"], "whole"), "--seed", "1", stdin=lines(*typed))
    run("play", game, "--seed", "1", stdin=lines(*typed[:2], "quit"), **home)
    run("resume", stdin=lines("1", *typed[2:]), **home)
    (path,) = records(home)
    assert text(path) == text(os.path.join(home["XDG_STATE_HOME"], "whole"))


def test_resume_lists_the_unfinished_games_only(home):
    assert run("resume", **home).out == "No game is unfinished; duello play begins one.\n"
    run("play", "color-bridge", "--name1", "Ann", "--name2", "Bob", stdin=lines("5", "quit"), **home)
    run("play", "color-bridge", stdin=lines(*FINISH["color-bridge"]), **home)
    run("play", "capture-the-flag", "--p2", "random", stdin=lines("quit"), **home)  # no move, nothing to keep
    listed = run("resume", stdin=lines("quit"), **home).out
    assert len(re.findall(r"unfinished", listed)) == 1
    assert "Ann - Bob" in listed


def test_a_game_that_is_being_played_cannot_be_resumed_by_another(home, sit):
    session = sit("play", "color-bridge", **home).wait_for_prompt()
    session.enter("5")
    (path,) = records(home)
    ran = run("resume", path, stdin=lines("6"), **home)
    assert (ran.status, ran.out) == (1, "")
    assert "Another program is just playing" in ran.err
    session.enter("6")
    assert moves(path) == ["5", "6"]


def test_a_secret_game_that_others_could_read_is_closed_to_them_when_it_is_resumed(home):
    run("play", "energy-capture", stdin=lines("1:5", "quit"), **home)
    (path,) = records(home)
    os.chmod(path, 0o644)
    run("resume", path, stdin=lines("quit"), **home)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_a_series_is_resumed_in_the_middle(home):
    game = FINISH["color-bridge"]
    players = ["--name1", "Ann", "--name2", "Bob", "--best-of", "3"]
    run("play", "color-bridge", *players, stdin=lines(*game, "1", "quit"), **home)
    (path,) = records(home)
    assert [tag for tag in text(path).split("\n") if tag.startswith("[Series ")] == ['[Series "1 of 3"]', '[Series "2 of 3"]']
    resumed = run("resume", path, stdin=lines("11", "2", "10", "3"), **home)
    assert resumed.status == 1  # game 3 is not played
    assert resumed.out.startswith("Game 2 of at most 3\nScore: 1 for Ann, 0 for Bob\n")
    assert "Score: 1 for Ann, 1 for Bob" in resumed.out
    # Between two games there is something to go on with, too.
    resumed = run("resume", path, stdin=lines(*game), **home)
    assert resumed.status == 0
    assert resumed.out.endswith("Final score: 2 for Ann, 1 for Bob\nAnn wins the series!\n")
    assert run("resume", path, **home).status == 2
    assert text(path).count("[Game ") == 3


def test_the_computer_goes_on_playing_in_a_resumed_game(home):
    run("play", "capture-the-flag", "--p2", "perfect", "--seed", "4", stdin=lines("1", "quit"), **home)
    resumed = run("resume", stdin=lines("1", "1", "1", "1", "1", "1", "1", "1", "1"), **home)
    assert resumed.status == 0
    assert "wins" in resumed.out


def test_undo_is_undone_in_the_record_too(home):
    run("play", "color-bridge", stdin=lines("5", "6", "undo", "9", "quit"), **home)
    (path,) = records(home)
    assert moves(path) == ["5", "9"]


def test_record_puts_games_at_the_end_of_a_file_and_no_record_keeps_none(home, tmp_path):
    file = tmp_path / "games"
    for _ in range(2):
        run("play", "color-bridge", "--record", str(file), stdin=lines(*FINISH["color-bridge"]), **home)
    assert text(file).count("[Game ") == 2
    run("play", "color-bridge", "--no-record", stdin=lines(*FINISH["color-bridge"]), **home)
    assert records(home) == []
    assert run("replay", str(file), **home).out.count("wins by forming") == 2
    ran = run("play", "color-bridge", "--no-record", "--record", "x", **home)
    assert (ran.status, ran.err) == (2, "duello: Give --record or --no-record, not both.\n")


@pytest.mark.parametrize("folder", ["/proc/nowhere", "/dev/null/x"], ids=["read-only", "no folder"])
@pytest.mark.parametrize("game", GAMES)
def test_a_folder_that_cannot_be_written_gives_one_sentence_and_the_game_is_finished(game, folder):
    good = run("play", game, stdin=lines(*FINISH[game]))
    ran = run("play", game, stdin=lines(*FINISH[game]), XDG_STATE_HOME=folder)
    assert (ran.status, ran.out) == (0, good.out)
    assert re.fullmatch(r"duello: The game is not recorded, but can be played on: .*\.\n", ran.err)


@pytest.mark.parametrize("room", ["for nothing", "for all but the end"])
@pytest.mark.parametrize("game", GAMES)
def test_a_full_disk_gives_one_sentence_and_the_game_is_finished(game, room, home, tmp_path):
    whole = tmp_path / "whole"
    run("play", game, "--seed", "12345678901234567890", "--record", str(whole), stdin=lines(*FINISH[game]))
    most = 150 if room == "for nothing" else whole.stat().st_size - 1

    def with_a_full_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    os.makedirs(home["XDG_STATE_HOME"])
    done = subprocess.run(
        [DUELLO, "play", game, "--seed", "12345678901234567890"],
        input=lines(*FINISH[game]).encode(),
        capture_output=True,
        timeout=PATIENCE,
        env=environment(**home),
        preexec_fn=with_a_full_disk,
    )
    assert done.returncode == 0
    assert done.stdout.decode() == run("play", game, "--seed", "12345678901234567890", "--no-record", stdin=lines(*FINISH[game])).out
    assert re.fullmatch(rb"duello: The game is not recorded, but can be played on: .*File too large\.\n", done.stderr)
    # What is there is a record all the same.
    assert len(records(home)) == (0 if room == "for nothing" else 1)
    for path in records(home):
        assert run("replay", path, **home).out.endswith("The game is unfinished.\n")


def test_many_programs_at_once_corrupt_nothing(home):
    games = [
        subprocess.Popen(
            [DUELLO, "play", GAMES[i % 5], "--p1", "random", "--p2", "random"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=environment(**home),
        )
        for i in range(20)
    ]
    lists = [
        subprocess.Popen([DUELLO, "history", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**home))
        for _ in range(8)
    ]
    for child in games:
        assert child.wait(PATIENCE) == 0
    for child in lists:
        out, err = child.communicate(timeout=PATIENCE)
        assert (child.returncode, err) == (0, b"")
        json.loads(out)
    listed = json.loads(run("history", "--json", **home).out)
    assert len(listed) == 20
    assert {entry["result"] for entry in listed} <= {"1-0", "0-1"}
    assert not [name for name in os.listdir(os.path.dirname(listed[0]["file"])) if PART.search(name)]
    index = sqlite3.connect(os.path.join(os.path.dirname(listed[0]["file"]), "index.sqlite"))
    assert index.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    index.close()
    assert json.loads(run("history", "--rebuild", "--json", **home).out) == listed


def test_history_filters(home):
    run("play", "color-bridge", "--name1", "Ann", stdin=lines("5", "quit"), **home)
    run("play", "color-bridge", "--p2", "random", "--p1", "random", **home)
    run("play", "capture-the-flag", "--p2", "perfect", "--p1", "random", **home)

    def count(*options):
        return len(json.loads(run("history", "--json", *options, **home).out))

    assert count() == 3
    assert count("color-bridge") == 2
    assert count("--player", "ann") == 1
    assert count("--result", "unfinished") == 1
    assert count("--result", "1-0") + count("--result", "0-1") == 2
    assert count("--since", "2000-01-01", "--until", "2000-12-31") == 0
    assert count("--limit", "2") == 2
    assert "Ann - human" in run("history", **home).out
    assert run("history", "--since", "soon", **home).status == 2
    assert run("history", "chess", **home).status == 2


@pytest.mark.parametrize(
    "body, says",
    [
        ("1. 5-6 7", "Line 4, column 1: the game has no result (1-0, 0-1 or *) behind its last move."),
        ("1. 5-6 6 *", "Line 3, column 8: move 2 ('6') is not legal: Position 6 is already Red."),
        ("1. 5-6 7 2. 4 8 *", "Line 3, column 15: move 4 ('8') is one too many: the game is over after move 3."),
    ],
)
def test_a_wrong_record_is_named_with_its_place(body, says, tmp_path):
    file = tmp_path / "wrong.duello"
    file.write_text(f'[Game "color-bridge"]\n\n{body}\n')
    ran = run("replay", str(file))
    assert (ran.status, ran.out, ran.err) == (2, "", f"duello: {file}: {says}\n")


def test_replay_on_a_pipe_reads_like_the_game(tmp_path, home):
    for game in GAMES:
        file = tmp_path / game
        played = run("play", game, "--record", str(file), stdin=lines(*FINISH[game]), **home)
        shown = run("replay", str(file), **home)
        assert (shown.status, shown.err) == (0, "")
        assert shown.out.splitlines()[-1] == played.out.splitlines()[-1]
        assert "(hidden)" not in shown.out
    everything = "".join(text(tmp_path / game) + "\n" for game in GAMES)
    assert run("replay", "/dev/stdin", stdin=everything, **home).out.count("Game ") >= 5


def test_replay_keeps_the_secrets_of_an_unfinished_game(home):
    run("play", "energy-capture", stdin=lines("1:13", "2:12", "quit"), **home)
    shown = run("replay", "last", **home)
    assert shown.status == 0
    assert "13" not in shown.out and "12" not in shown.out
    assert shown.out.endswith("The game is unfinished.\n")


def test_replay_steps_with_the_arrow_keys(tmp_path, home, sit):
    file = tmp_path / "game"
    run("play", "color-bridge", "--record", str(file), stdin=lines(*FINISH["color-bridge"]), **home)
    session = sit("replay", str(file), **home)
    session.wait_for("q quits")
    assert "5-6 7 4 1-0" in session.terminal.screen
    for key, line in [(RIGHT, "[5-6] 7 4"), (END, "5-6 7 [4]"), (LEFT, "5-6 [7] 4"), (HOME, "5-6 7 4"), (END, "5-6 7 [4]")]:
        session.press(key)
        session.wait_for("q quits")
        assert f"{line} 1-0" in session.terminal.screen
    assert any("wins by forming" in line for line in session.terminal.screen)
    session.press("q")
    assert session.end() == 0
    assert not session.terminal.page_is_open
