"""The games that were played, as a user looks at them: listed, counted, thrown away."""

import json
import os
import resource
import subprocess
import time

import pytest
from table import DUELLO, PATIENCE, environment, lines, run
from test_mistakes import FINISH
from test_records import home, records  # noqa: F401


def history(home, *args):
    ran = run("history", *args, **home)
    assert ran.status == 0, ran.err
    return ran.out


def test_an_empty_history_says_how_to_begin(home):
    assert history(home) == "No game has been kept yet; duello play plays one, and keeps it here.\n"
    assert history(home, "--stats") == history(home)
    assert history(home, "--json") == "[]\n"
    run("play", "color-bridge", stdin=lines("5", "quit"), **home)
    assert history(home, "--player", "nobody") == "No game that is kept fits; duello history without options lists all of them.\n"


@pytest.mark.parametrize("name", [b"\x1b[31mred", b"two\nlines", b"no text \xff\xfe", "bid\u202edi".encode()])
def test_names_of_files_are_spelled_out_where_a_terminal_would_not_show_them(name, home):
    run("play", "color-bridge", stdin=lines("5", "quit"), **home)
    (path,) = records(home)
    os.rename(path, os.path.join(os.path.dirname(path).encode(), name + b".duello"))
    listed = history(home)
    assert listed.count("\n") == 1
    assert listed.strip().isprintable()
    shown = listed.split("  ")[0]
    (game,) = json.loads(history(home, "--json"))
    assert game["name"] == shown
    assert game["file"].endswith(shown + ".duello")
    assert run("history", "--discard", shown, **home).status == 0
    assert history(home, "--json") == "[]\n"


def test_a_file_that_could_not_be_opened_once_is_listed_the_next_time(home):
    for _ in range(2):
        run("play", "color-bridge", "--p1", "random", "--p2", "random", **home)
    for most in range(4, 12):
        subprocess.run(
            [DUELLO, "history", "--rebuild"],
            capture_output=True,
            timeout=PATIENCE,
            env=environment(**home),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)),
        )
        ran = run("history", **home)
        assert (ran.out.count("color-bridge"), ran.err) == (2, ""), most


@pytest.mark.parametrize("date", ["2026-02-30", "2026.02.29", "2026-13-01", "2026-00-10", "2026-11-00", "2026-11", "soon"])
def test_days_that_do_not_exist_are_refused(date, home):
    for option in ("--since", "--until"):
        ran = run("history", option, date, **home)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"duello: {option} must be a date of the calendar as in 2026-11-15, not '{date}'.\n"
    assert run("history", "--since", "2024-02-29", **home).status == 0


def test_an_unfinished_game_can_be_thrown_away(home):
    run("play", "color-bridge", stdin=lines("5", "quit"), **home)
    (path,) = records(home)
    name = os.path.basename(path).removesuffix(".duello")
    out = history(home, "--discard", name)
    assert out.startswith(f"Discarded: {name}  color-bridge  human - human  1 move")
    assert records(home) == []
    ran = run("history", "--discard", name, **home)
    assert (ran.status, ran.err) == (2, f"duello: There is no game '{name}'; duello history lists the games.\n")


def test_a_finished_game_is_never_thrown_away(home, tmp_path):
    run("play", "color-bridge", stdin=lines(*FINISH["color-bridge"]), **home)
    (path,) = records(home)
    name = os.path.basename(path).removesuffix(".duello")
    outside = tmp_path / "outside.duello"
    run("play", "color-bridge", "--record", str(outside), stdin=lines("5", "quit"), **home)
    os.symlink(outside, os.path.join(os.path.dirname(path), "link.duello"))
    assert run("history", "--discard", "link", **home).status == 1
    os.unlink(os.path.join(os.path.dirname(path), "link.duello"))
    for what in (name, "last", path, str(outside), "../../../outside", f"{name}#1"):
        assert run("history", "--discard", what, **home).status == 2, what
    assert records(home) == [path]
    assert outside.exists()


def test_the_finished_games_of_a_series_stay(home):
    game = FINISH["color-bridge"]
    run("play", "color-bridge", "--best-of", "5", stdin=lines(*game, *game, "1", "quit"), **home)
    (path,) = records(home)
    before = os.stat(path)
    history(home, "--discard", os.path.basename(path).removesuffix(".duello"))
    kept = json.loads(history(home, "--json"))
    assert [(entry["result"], entry["resumable"]) for entry in kept] == [("1-0", False), ("1-0", False)]
    assert run("resume", **home).out == "No game is unfinished; duello play begins one.\n"
    assert run("replay", path, **home).status == 0
    assert (os.stat(path).st_mode, os.stat(path).st_mtime) == (before.st_mode, before.st_mtime)


def test_on_a_terminal_a_game_is_thrown_away_only_after_a_yes(home, sit):
    run("play", "color-bridge", stdin=lines("5", "quit"), **home)
    for answer, left in (("no", 1), ("yes", 0)):
        session = sit("history", "--discard", "last", **home).wait_for("throw this game away: ")
        session.press(answer + "\r")
        assert session.end() == 0
        assert len(records(home)) == left


def test_a_game_that_is_being_played_is_not_thrown_away(home, sit):
    session = sit("play", "color-bridge", **home).wait_for_prompt()
    session.enter("5")
    ran = run("history", "--discard", "last", **home)
    assert (ran.status, "Another program is just playing" in ran.err) == (1, True)
    assert len(records(home)) == 1


def test_stats_count_what_each_player_won_and_lost(home):
    for _ in range(2):
        run("play", "color-bridge", "--name1", "Ann", "--p2", "perfect", "--seed", "1", stdin=lines("5-6", "1", "2", "3", "resign"), **home)
    run("play", "color-bridge", "--name1", "Ann", "--name2", "Bob", stdin=lines(*FINISH["color-bridge"]), **home)
    run("play", "capture-the-flag", "--name1", "Ann", stdin=lines("1", "quit"), **home)
    found = {(entry["player"], entry["game"]): entry for entry in json.loads(history(home, "--stats", "--json"))}
    ann = found["Ann", "color-bridge"]
    assert (ann["games"], ann["won"], ann["lost"], ann["unfinished"]) == (3, 1, 2, 0)
    assert found["perfect", "color-bridge"]["won"] == 2
    assert found["perfect", "color-bridge"]["accuracy"] == 1
    assert 0 < ann["accuracy"] < 1
    flag = found["Ann", "capture-the-flag"]
    assert (flag["games"], flag["unfinished"], flag["accuracy"]) == (1, 1, None)
    table = history(home, "--stats", "color-bridge").splitlines()
    assert table[0].split() == ["player", "game", "games", "won", "lost", "unfinished", "accuracy"]
    assert table[1].split()[:6] == ["Ann", "color-bridge", "3", "1", "2", "0"]
    assert len({len(line) for line in table}) == 1
    # As the review of the only game says it.
    (path,) = [entry["file"] for entry in json.loads(history(home, "--json", "--player", "Bob"))]
    assert json.loads(run("review", path, "--json", **home).out)["accuracy"][1] == found["Bob", "color-bridge"]["accuracy"]


def test_many_programs_may_make_the_index_anew_at_once(home):
    for _ in range(6):
        run("play", "capture-the-flag", "--p1", "random", "--p2", "random", **home)
    listed = history(home, "--json")
    for _ in range(3):
        children = [
            subprocess.Popen([DUELLO, "history", "--json", *rebuild], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**home))
            for rebuild in [["--rebuild"], [], ["--rebuild"]] * 10
        ]
        for child in children:
            out, err = child.communicate(timeout=PATIENCE)
            assert (child.returncode, err, out.decode()) == (0, b"", listed)


def test_the_last_game_is_the_one_played_last_in_any_time_zone(home):
    run("play", "color-bridge", stdin=lines("5", "quit"), TZ="UTC-14", **home)
    time.sleep(0.02)  # as fine as file systems count
    run("play", "capture-the-flag", stdin=lines("1", "quit"), TZ="UTC+12", **home)
    assert run("replay", "last", **home).out.startswith("capture-the-flag")
    assert [entry["game"] for entry in json.loads(history(home, "--json"))] == ["capture-the-flag", "color-bridge"]


@pytest.mark.parametrize("name", ["A\u00adnn", "\u3164", "Ann\U000e0041", "\u0301", "\u00a0", "Ann\ufe0f"])
def test_names_show_as_something(name, home):
    ran = run("play", "color-bridge", "--name1", name, stdin=lines("quit"), **home)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("duello: --name1 must be at most 30 printable characters")


def test_paths_in_messages_are_never_cut(tmp_path):
    place = tmp_path / ("x" * 200) / "file"
    table = ["solve", "color-bridge", "--table", str(place)]
    for command in (["replay", str(place)], ["resume", str(place)], ["arena", "--resume", str(place)], table):
        assert str(place) in run(*command).err
