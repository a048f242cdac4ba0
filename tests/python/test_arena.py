"""Arenas and the lab: the same tables as the program's."""

import json

import agents_for_tests as agents
import numpy as np
import pytest

import duello
from duello._parts import pairs_in_parts

SEED = 2**60
OPEN = [name for name in duello.games() if not duello.game(name).hidden]
HIDDEN = [name for name in duello.games() if duello.game(name).hidden]


@pytest.mark.parametrize(
    ("name", "openings", "gauntlet", "seed"),
    [(OPEN[0], "random", False, 5), (OPEN[1], "balanced", True, SEED), (HIDDEN[0], "none", False, SEED)],
)
def test_an_arena_is_that_of_the_program(tmp_path, name, openings, gauntlet, seed):
    file = tmp_path / "records"
    players = ["random", "level:2", "perfect"]
    told = json.loads(
        agents.program(
            *("arena", "--game", name, "--players", ",".join(players), "--games", "20", "--openings", openings),
            *("--seed", str(seed), "--concurrency", "1", "--record", str(file), "--json"),
            *(["--gauntlet"] if gauntlet else []),
        )
    )
    table = duello.arena(duello.game(name), players, games=20, openings=openings, gauntlet=gauntlet, seed=seed)
    assert table.plan == told["plan"]
    assert table.text + "\n" == agents.undated(file.read_text())
    assert table.played == told["played"]
    for mine, theirs in zip(table.rows(), told["players"], strict=True):
        assert mine.pop("player") == theirs.pop("player")
        assert mine == pytest.approx(theirs, rel=1e-9)
    for mine, theirs in zip(table.encounters, told["encounters"], strict=True):
        assert vars(mine) == {key: tuple(value) if isinstance(value, list) else value for key, value in theirs.items()}
    assert table.first_share == pytest.approx(tuple(told["first"].values()))


def test_functions_play_in_an_arena():
    game = duello.game(OPEN[1])
    table = duello.arena(game, [agents.first_move, agents.last_move, "perfect"], games=20, seed=SEED)
    assert table.players[0].player == "perfect"
    assert {each.player for each in table.players} == {"python:first_move", "python:last_move", "perfect"}
    assert sum(each.wins for each in table.players) == table.played == 60
    assert len(table.records()) == 60
    assert table["perfect"].games == 40
    assert str(table).splitlines()[1].split()[1] == "perfect"
    assert list(table.to_pandas()["player"]) == [each.player for each in table.players]
    with pytest.raises(KeyError):
        table["nobody"]


def test_forfeits_are_counted_apart():
    table = duello.arena(duello.game(OPEN[1]), ["random", agents.nonsense], games=10, seed=SEED)
    assert table["python:nonsense"].forfeits == 10
    assert "10 forfeited" in str(table)


def test_players_with_the_same_name_are_told_apart():
    table = duello.arena(duello.game(OPEN[1]), [agents.first_move, agents.first_move], games=2, seed=SEED)
    assert {each.player for each in table.players} == {"python:first_move", "python:first_move-2"}


def test_wrong_arenas_are_refused():
    game = duello.game(OPEN[1])
    for players, given, sentence in [
        (["random"], {}, "at least two players"),
        (["random", "perfekt"], {}, "There is no player 'perfekt'"),
        (["random", "perfect"], {"games": 3}, "an even number of games"),
        (["random", "perfect"], {"openings": "wild"}, "openings must be"),
        (["random", "python:mine"], {}, "Give the function itself"),
        (["random", "perfect"], {"opening_moves": -1}, "opening_moves must be from 0"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            duello.arena(game, players, **({"games": 2, "seed": SEED} | given))


def test_parts_cover_all_games_and_keep_pairs_together():
    for games in (2, 4, 126, 128, 130, 1000, 12346):
        parts = pairs_in_parts(games)
        assert [number for begin, end in parts for number in range(begin, end)] == list(range(games))
        assert all(begin % 2 == 0 for begin, _ in parts)
        assert len(parts) <= 64


@pytest.mark.parametrize(
    ("name", "rules"), [(OPEN[1], {"length": range(2, 8), "run": (3, 4)}), (HIDDEN[0], {"units": 3})]
)
def test_the_lab_is_that_of_the_program(name, rules):
    settings = {
        key: f"{min(value)}..{max(value)}" if not isinstance(value, int) else value for key, value in rules.items()
    }
    sets = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    told = json.loads(agents.program("lab", name, *sets, "--games", "50", "--seed", "3", "--json"))
    table = duello.lab(name, games=50, seed=3, **rules)
    flat = [each.pop("rules") | each for each in told["variants"]]
    assert [{key: value for key, value in row.items() if value is not None} for row in table] == flat
    assert table.columns[: len(duello.game(name).rules)] == tuple(duello.game(name).rules)
    assert table.left_out == ()
    assert len(table.to_pandas()) == len(table) == len(str(table).splitlines()) - 1


def test_a_wrong_lab_is_refused():
    with pytest.raises(ValueError, match="There is no game 'chess'"):
        duello.lab("chess")
    with pytest.raises(ValueError, match="must be 1 to 31, not '99'"):
        duello.lab(OPEN[1], length=99)
    with pytest.raises(ValueError, match="A rule has no values"):
        duello.lab(OPEN[1], length=())
    with pytest.raises(ValueError, match="games"):
        duello.lab(OPEN[1], length=3, games=0)


def test_numbers_may_be_of_numpy():
    assert duello.lab(OPEN[1], length=np.arange(3, 5), run=np.int64(2), games=50) == duello.lab(
        OPEN[1], length=range(3, 5), run=2, games=50
    )


def test_a_gauntlet_is_a_truth():
    class Neither:
        def __bool__(self):
            raise LookupError("neither true nor false")

    with pytest.raises(LookupError):
        duello.arena(duello.game(OPEN[1]), ["random", "perfect"], gauntlet=Neither())
