"""Engines that try to predict the other side, from what they receive and from the records of finished games."""

import re
import subprocess

import pytest
from table import DUELLO, LONG, ROOT, lines, run

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
SERIES = 4  # as many games as the search looks at


@pytest.fixture(scope="module")
def search(tmp_path_factory):
    """Runs the program that guesses seeds."""
    program = tmp_path_factory.mktemp("search") / "seed_search"
    subprocess.run(["gcc", "-O2", "-o", program, ROOT / "tests/e2e/seed_search.c"], check=True)
    return lambda *args: subprocess.run([program, *map(str, args)], check=True, capture_output=True, text=True).stdout.splitlines()


def unmixed(x):
    """Goes back through the last step of a SplitMix64 generator."""

    def unshifted(x, by):
        y = x
        for _ in range(64 // by):
            y = x ^ (y >> by)
        return y

    x = unshifted(x, 31) * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    x = unshifted(x, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    return unshifted(x, 30)


def seats_seed(told):
    """From the seed that an engine gets with its first move in a game: the seat's generator is one number further."""
    return unmixed(unmixed(told) - STEP & MASK)


def first_told(log):
    """The seeds of the first questions of each game, from what the host wrote to an engine."""
    return [int(seed) for seed in re.findall(r"^game (?:.*\n)*?go .*seed (\d+)$", log, re.MULTILINE)]


def logging(log):
    return f"engine:tee -a {log} | {DUELLO} engine --player random"


@pytest.mark.parametrize("game", ["energy-capture", "color-bridge"])
@pytest.mark.parametrize("where", ["play", "arena"])
def test_no_small_seed_explains_what_an_engine_learns(search, tmp_path, game, where):
    def learnt(name, player):
        log, record = tmp_path / f"{name}.log", tmp_path / name
        if where == "play":
            args = ["play", game, "--p1", "level:3", "--p2", player(log), "--first", "1", "--best-of", str(SERIES)]
        else:
            args = ["arena", "--game", game, "--players", f"level:3,{player(log)}", "--games", str(SERIES)]
        more = LONG if player is logging else []
        ran = run(*args, "--seed", "54321", "--record", str(record), *more)
        assert ran.status == 0 and "forfeit" not in ran.out
        recorded = seeds(record)
        told = first_told(log.read_text()) if log.exists() else []
        return recorded, [*told, *map(seats_seed, told)]

    recorded, none = learnt("without-an-engine", lambda log: "random")
    assert set(search("roots", *recorded)) == {"54321"} and none == [], "where no engine plays, the search works"
    recorded, told = learnt("with-an-engine", logging)
    assert len(recorded) >= 2 and len(told) >= 4
    assert search("roots", *recorded, *told) == []


def test_an_engine_cannot_predict_a_program_in_an_open_game(search, tmp_path):
    roots = range(16)

    def predicted(root):
        asked = f"game color-bridge\nready\nposition first 1 moves\ngo movetime 1000 seed {search('seats', root)[0]}\n"
        return re.search(r"bestmove (\S+)", run("engine", "--player", "level:1", stdin=asked).out)[1]

    def played(root, player):
        ran = run("play", "color-bridge", "--p1", "level:1", "--p2", player, "--seed", str(root), "--record", str(tmp_path / f"{player[:6]}-{root}"), *(LONG if player != "random" else []))
        assert ran.status == 0
        return re.search(r"^1\. (\S+)", (tmp_path / f"{player[:6]}-{root}").read_text(), re.MULTILINE)[1]

    predictions = [predicted(root) for root in roots]
    assert len(set(predictions)) > 4
    assert [played(root, "random") for root in roots] == predictions, "where no engine plays, the prediction works"
    assert [played(root, logging(tmp_path / "log")) for root in roots] != predictions


def seeds(file):
    return re.findall(r'\[Seed "(.*)"\]', file.read_text())


def test_a_record_does_not_show_its_seed_before_the_game_is_over(tmp_path):
    file = tmp_path / "game"
    run("play", "energy-capture", "--p2", "perfect", "--seed", "123456789", "--record", str(file), stdin="1:5\nquit\n")
    assert '[Result "*"]' in file.read_text() and "123456789" not in file.read_text()
    assert run("resume", str(file), stdin="resign\n").status == 0
    assert seeds(file) == ["123456789"]


def test_a_series_does_not_show_the_seed_of_its_next_game(tmp_path):
    """Nor one from which it could be counted on, and it is the same whether the series was left in between or not."""
    whole, left = tmp_path / "whole", tmp_path / "left"
    series = ["play", "energy-capture", "--p2", "random", "--best-of", "4", "--seed", "123456789", "--record"]
    run(*series, str(whole), stdin=lines(*["resign"] * 4))
    run(*series, str(left), stdin=lines("resign", "1:1", "quit"))
    assert left.read_text().count("[Game ") == 2 and "123456789" not in left.read_text()
    assert re.fullmatch(r"\d{15,20}", seeds(left)[0]) and seeds(left)[1].startswith("~")
    run("resume", str(left), stdin=lines(*["resign"] * 3))
    assert seeds(left) == seeds(whole)
    assert len(set(seeds(whole))) == 3 and "123456789" not in whole.read_text()


def test_a_game_of_a_series_is_played_again_from_its_own_seed(tmp_path):
    series, alone = tmp_path / "series", tmp_path / "alone"
    run("play", "energy-capture", "--p1", "random", "--p2", "level:3", "--best-of", "3", "--seed", "4", "--record", str(series))
    second = series.read_text().split("\n[Game ")[1]
    run("play", "energy-capture", "--p1", "level:3", "--p2", "random", "--seed", seeds(series)[1], "--record", str(alone))
    assert alone.read_text().split("\n\n")[1].split() == second.split("\n\n")[1].split()
