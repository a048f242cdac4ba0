"""Files as they really are: pipes, devices, somebody else's, full disks. Nothing hangs, and nothing is lost."""

import os
import resource
import signal
import subprocess

import pytest
from table import DUELLO, LONG, PATIENCE, environment, is_asleep, is_caught, lines, poll, run
from test_mistakes import FINISH

ARENA = ["arena", "--game", "color-bridge", "--players", "random,random", "--games", "4", "--seed", "1"]


@pytest.fixture
def home(tmp_path):
    return {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_DATA_HOME": str(tmp_path / "data")}


@pytest.fixture
def games(tmp_path):
    """The records of a small arena."""
    file = tmp_path / "games"
    assert run(*ARENA, "--record", str(file)).status == 0
    return file


def places(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    return [str(tmp_path / "pipe"), "/dev/full", "/dev/null", str(tmp_path)]


def test_what_is_not_a_regular_file_is_refused_at_once(tmp_path):
    for place in places(tmp_path):
        for command in (
            [*ARENA, "--record", place],
            ["arena", "--resume", place],
            ["resume", place],
            ["solve", "color-bridge", "--set", "length=5", "--table", place],
        ):
            ran = run(*command)
            assert (ran.status, ran.out) == (1, ""), command
            assert ran.err in (f"duello: '{place}' is not a regular file.\n", f"duello: '{place}' cannot be written: Is a directory.\n")
        chart = run("lab", "color-bridge", "--set", "length=5", "--games", "2", "--svg", place)
        assert (chart.status, chart.out, chart.err) == (1, "", f"duello: The chart '{place}' is not a regular file.\n")
        played = run("play", "color-bridge", "--record", place, stdin=lines(*FINISH["color-bridge"]))
        assert played.status == 0
        assert played.err.startswith("duello: The game is not recorded, but can be played on: ")
        assert not os.path.isfile(place)


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path):
    for what, command in (
        ("table", ["solve", "color-bridge", "--set", "length=5", "--table"]),
        ("chart", ["lab", "color-bridge", "--set", "length=5", "--games", "2", "--svg"]),
    ):
        place = tmp_path / "nowhere" / "file"
        ran = run(*command, str(place))
        assert (ran.status, ran.out) == (1, "")
        assert ran.err == f"duello: The {what} '{place}' cannot be written: No such file or directory.\n"


def test_records_come_through_pipes_too(games):
    for command in ("replay", "review"):
        ran = subprocess.run(["bash", "-c", f'"{DUELLO}" {command} <(cat "{games}")'], capture_output=True, timeout=PATIENCE, env=environment())
        assert (ran.returncode, ran.stderr) == (0, b"")
    assert run("replay", "-", stdin=games.read_text()).status == 0


def test_endless_input_is_refused():
    ran = run("replay", "/dev/zero")
    assert (ran.status, ran.err) == (2, "duello: '/dev/zero' is too large: at most 256 MiB can be read.\n")


def ended_by(number, *args, **env):
    """Sends a signal to a program that is busy or waits, and gives its exit status."""
    with subprocess.Popen([DUELLO, *args], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(**env)) as child:
        try:
            # It has caught what it wants to catch, or waits, or computes.
            poll(lambda: is_caught(child.pid, number) or is_asleep(child.pid), "a signal handler")
            child.send_signal(number)
            return child.wait(PATIENCE)
        finally:
            child.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_a_game_without_an_end(number):
    endless = ["--set", "units=1", "--set", "nodes=1", "--set", "extra=1", "--rounds", "0"]
    arena = ["arena", "--game", "energy-capture", "--players", "perfect,perfect", "--openings", "none", "--no-record", "--concurrency", "1"]
    # To a shell it is the same; before the first game it is the signal itself that ends the program.
    assert ended_by(number, *arena, *endless) in (128 + number, -number)


def test_a_signal_ends_a_program_that_waits_for_records(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for command in ("replay", "review"):
        assert ended_by(signal.SIGTERM, command, str(tmp_path / "pipe")) == -signal.SIGTERM


@pytest.mark.parametrize("end", ["", "Dear diary,\n", "[Ga"])
@pytest.mark.parametrize("change", [lambda text: "", lambda text: text.replace("seed=1", "seed=1 color=red"), lambda text: text.replace('[Event "', '[Site "')])
def test_a_file_that_cannot_be_resumed_stays_as_it_is(change, end, games):
    text = change(games.read_text()) + end
    games.write_text(text)
    ran = run("arena", "--resume", str(games))
    assert (ran.status != 0, ran.out) == (True, "")
    assert ran.err.count("\n") == 1 and str(games) in ran.err
    assert games.read_text() == text


@pytest.mark.parametrize("command", [["replay"], ["review"], ["resume"], ["arena", "--resume"]])
@pytest.mark.parametrize("text", ["Dear diary", '[Game "chess"]\n\n1. e4 *\n', '[Game "color-bridge"]\n\n1. 5 5 *\n'])
def test_a_wrong_record_is_the_fault_of_who_named_it(command, text, tmp_path):
    file = tmp_path / "games"
    file.write_text(text)
    ran = run(*command, str(file))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1 and str(file) in ran.err
    assert file.read_text() == text


def test_an_arena_with_a_game_of_another_plan_stays_as_it_is(games):
    text = games.read_text()
    at = text.rindex("seed=1")
    text = text[:at] + "seed=2" + text[at + 6 :] + "[Game"
    games.write_text(text)
    ran = run("arena", "--resume", str(games))
    assert (ran.status, ran.err) == (2, f"duello: '{games}': A game of another arena is among the records.\n")
    assert games.read_text() == text


def test_a_torn_record_is_told_before_it_is_cut(games):
    text = games.read_text()
    games.write_text(text[:-50])
    torn = len(text[:-50]) - text.rindex("[Game ")
    ran = run("arena", "--resume", str(games))
    assert ran.status == 0
    assert ran.err.startswith(f"The last record in '{games}' is torn; its {torn} bytes are cut off, and the game is played again\n")
    assert sorted(games.read_text().split("[Game ")) == sorted(text.split("[Game "))


def run_limited(size, *args, **env):
    """Where no file grows beyond so many bytes, which is then as on a full disk."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run([DUELLO, *args], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, env=environment(**env), preexec_fn=limit)


def test_a_series_on_a_full_disk_can_be_gone_on_with_once_there_is_room(tmp_path, home):
    file = tmp_path / "series"
    *before, last = FINISH["color-bridge"]
    command = [DUELLO, "play", "color-bridge", "--best-of", "5", "--record", str(file)]
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**home)) as child:

        def enter(*typed, until):
            child.stdin.write(lines(*typed).encode())
            child.stdin.flush()
            while until not in child.stdout.readline():
                pass

        enter(*before, until=f"{before[-1]}\n".encode())
        poll(lambda: file.exists() and f" {before[-1]} *" in file.read_text(), "the record")
        resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))
        enter(last, until=b"Game 2 of at most 5")
        assert file.read_text().endswith("*\n"), "there was no room for the end of the game"
        resource.prlimit(child.pid, resource.RLIMIT_FSIZE, unlimited)
        child.stdin.write(lines("1", "2", "quit").encode())
        child.stdin.close()
        assert child.wait(PATIENCE) == 0
        assert child.stderr.read().count(b"\n") == 1
    assert file.read_text().count('[Result "1-0"]') == 1
    resumed = run("resume", str(file), stdin=lines("quit"), **home)
    assert (resumed.status, resumed.err) == (0, "")
    assert resumed.out.startswith("Game 2 of at most 5\nScore: 1 for Player 1, 0 for Player 2\n")


def test_an_arena_on_a_full_disk_can_be_gone_on_with_once_there_is_room(tmp_path):
    whole, file = tmp_path / "whole", tmp_path / "games"
    assert run(*ARENA, "--record", str(whole)).status == 0
    for size in (400, 1000, 1400):
        file.unlink(missing_ok=True)
        done = run_limited(size, *ARENA, "--concurrency", "3", "--record", str(file))
        assert done.returncode == 1
        assert b"cannot be written: File too large; duello arena --resume goes on when there is room" in done.stderr
        if file.stat().st_size:
            resumed = run("arena", "--resume", str(file))
            assert (resumed.status, "torn" in resumed.err) == (0, False)
            assert sorted(file.read_text().split("[Game ")) == sorted(whole.read_text().split("[Game "))


def test_games_are_listed_although_the_index_cannot_grow(home):
    for _ in range(3):
        run("play", "color-bridge", "--p1", "random", "--p2", "random", **home)
    for size in (0, 5000, 20000):
        listed = run_limited(size, "history", "--rebuild", **home)
        assert (listed.returncode, listed.stderr, listed.stdout.count(b"color-bridge")) == (0, b"", 3)


@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1, 2]], ids=["input", "output", "errors", "all"])
def test_nothing_is_printed_into_a_file_where_a_standard_stream_is_closed(closed, tmp_path):
    """The next file to be opened would get its number."""

    def close():
        for number in closed:
            os.close(number)

    whole, games, table = tmp_path / "whole", tmp_path / "games", tmp_path / "table"
    assert run(*ARENA, "--record", str(whole)).status == 0
    for args in ([*ARENA, "--record", str(games)], ["solve", "color-clash", "--table", str(table)]):
        done = subprocess.run([DUELLO, *args], capture_output=True, timeout=PATIENCE, env=environment(), preexec_fn=close)
        assert done.returncode == (1 if 1 in closed else 0)
        assert b"The output could not be written" in done.stderr or closed != [1]
    assert sorted(games.read_text().split("[Game ")) == sorted(whole.read_text().split("[Game "))
    assert run("solve", "color-clash", "--table", str(table)).status == 0


def test_a_table_that_may_not_grow_is_refused_with_its_whole_name(tmp_path):
    table = tmp_path / ("a-long-name-" * 5)
    done = run_limited(1000, "solve", "color-clash", "--table", str(table))
    assert (done.returncode, done.stderr.decode()) == (1, f"duello: The table '{table}' cannot be written: File too large.\n")
    assert os.listdir(tmp_path) == []
    table.write_text("something else")
    assert f"'{table}' is not a table" in run("solve", "color-clash", "--table", str(table)).err


COMMANDS = {
    "tab": b"a\tb",
    "newline": b"a\nb",
    "quotes": b"\"a\" 'b' \\ ;&|",
    "no UTF-8": b"\xff\xc3(",
    "invisible": "a\u00adb".encode(),
}


@pytest.mark.parametrize("noise", COMMANDS.values(), ids=COMMANDS.keys())
def test_whatever_command_plays_can_be_resumed_and_reviewed(noise, tmp_path, home):
    # A shell takes what is behind : for words that mean nothing.
    engine = b"engine:NOISE='" + noise.replace(b"'", b"'\\''") + b"'; exec \"" + DUELLO.encode() + b'" engine'
    file = str(tmp_path / "games")
    played = run("play", "capture-the-flag", "--p2", engine, "--record", file, *LONG, stdin=lines("1", "quit"), **home)
    assert (played.status, played.err) == (0, "")
    assert run("replay", file, **home).status == 0
    refused = run("resume", file, stdin=lines("no"), **home)
    assert "This record wants to run the command" in refused.out
    resumed = run("resume", file, stdin=lines("yes", *["1"] * 9), **home)
    assert (resumed.status, resumed.err) == (0, "")
    assert run("review", file, **home).status == 0
    assert run("review", file, "--json", **home).status == 0
    # And in an arena.
    arena = ["arena", "--game", "capture-the-flag", "--games", "2"]
    if b"," not in engine:
        records = str(tmp_path / "arena")
        ran = run(*arena, "--players", b"random," + engine, "--record", records, "--json", *LONG, **home)
        assert ran.status == 0, ran.err
        assert run("arena", "--resume", records, "--players", b"random," + engine, **home).status == 0


def test_all_of_a_command_is_shown_before_it_may_run(tmp_path, home):
    for i, command in enumerate(["./bot " + "x" * 1000 + " && evil", "./bot\t\u202eevil"]):
        file = tmp_path / f"games{i}"
        text = command.replace("\t", "\\x09").replace("\u202e", "\\xe2\\x80\\xae")
        file.write_text(f'[Game "capture-the-flag"]\n[Player2 "engine:{text}"]\n\n1. 1 *\n')
        ran = run("resume", str(file), stdin=lines("no"), **home)
        assert ran.status == 2
        shown = "".join(line[4:] for line in ran.out.splitlines() if line.startswith("    "))
        assert shown == text
        event = f"arena players=random,engine:{command.replace(' ', '%20')} pairings=everybody games=2 openings=none moves=0 rounds=10 movetime=1000 seed=1"
    file.write_text(f'[Game "capture-the-flag"]\n[Event "{event.replace(command.replace(" ", "%20"), "x" * 1000)}"]\n[Round "1"]\n[Result "1-0"]\n\n1-0\n')
    ran = run("arena", "--resume", str(file), **home)
    assert f"wants to run the command '{'x' * 1000}'; name all players again" in ran.err


def test_a_way_through_ones_own_folder_makes_no_record_ones_own(tmp_path, home):
    own = tmp_path / "state" / "duello" / "games"
    own.mkdir(parents=True)
    foreign = tmp_path / "foreign"
    foreign.write_text(f'[Game "capture-the-flag"]\n[Player2 "engine:touch {tmp_path}/ran"]\n\n1. 1 *\n')
    (own / "link.duello").symlink_to(foreign)
    for path in (f"{own}/../../../foreign", f"{own}/link.duello", "link"):
        ran = run("resume", path, stdin=lines("no"), **home)
        assert "Type yes to allow it" in ran.out, path
    assert not (tmp_path / "ran").exists()


def test_thousands_of_players_are_refused_with_a_sentence(tmp_path):
    players = ",".join(["random"] * 30000)
    event = f"arena players={players} pairings=everybody games=2 openings=none moves=0 rounds=10 movetime=1000 seed=1"
    file = tmp_path / "games"
    file.write_text(f'[Game "capture-the-flag"]\n[Event "{event}"]\n[Round "1"]\n[Result "1-0"]\n\n1-0\n')
    ran = run("arena", "--resume", str(file))
    assert (ran.status, ran.err) == (2, f"duello: '{file}': The tag Event cannot be played: An arena has at most 256 players, not 30000.\n")
    ran = run("arena", "--game", "capture-the-flag", "--players", ",".join(["random"] * 257))
    assert (ran.status, ran.err) == (2, "duello: An arena has at most 256 players, not 257.\n")
