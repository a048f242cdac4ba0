"""Evaluations: what a player gives away, and how sure that is."""

import math
import random

import agents_for_tests as agents
import pytest

import duello
from duello._evaluate import measured

SEED = 2**60
OPEN = [name for name in duello.games() if not duello.game(name).hidden]
HIDDEN = [name for name in duello.games() if duello.game(name).hidden]


@pytest.mark.parametrize("name", duello.games())
def test_perfect_play_has_no_regret(name):
    found = duello.evaluate("perfect", duello.game(name), games=10, seed=SEED)
    assert found.regret.value == pytest.approx(0, abs=1e-12)
    assert found.best_moves.value == 1
    assert found.mistakes == () or max(each.regret for each in found.mistakes) < 1e-12
    assert found.decisions


@pytest.mark.parametrize("name", OPEN)
def test_regret_is_that_of_the_solution(name):
    game = duello.game(name)
    solution = game.solve()
    found = duello.evaluate(agents.Gambler(), game, games=10, seed=SEED)
    records = found.records()
    assert len(records) == found.games == 10
    for each in found.decisions:
        record = records[each.game]
        assert record.players[each.seat - 1] == "python:gambler"
        position = game.position(record.moves[: each.number - 1], first=record.first)
        assert position.mover == each.seat
        assert len(position.legal) > 1
        assert each.move == record.moves[each.number - 1]
        assert each.regret == solution.regret(position, each.move)
        assert each.is_best == (each.move in solution.best(position))
    total = math.fsum(each.regret for each in found.decisions)
    assert found.regret.value == pytest.approx(total / len(found.decisions))
    assert list(found.to_pandas()["regret"]) == [each.regret for each in found.decisions]


def test_every_choice_is_a_decision_and_nothing_else():
    game = duello.game(OPEN[0])
    found = duello.evaluate("random", game, games=6, openings="none", seed=SEED)
    numbers = set()
    for index, record in enumerate(found.records()):
        position = game.start(record.first)
        for number, move in enumerate(record.moves, 1):
            if position.mover == 1 + index % 2 and len(position.legal) > 1:
                numbers.add((index, number))
            position = position.play(move)
    assert {(each.game, each.number) for each in found.decisions} == numbers


def test_given_moves_are_no_decisions():
    found = duello.evaluate("random", duello.game(OPEN[1]), games=20, opening_moves=3, seed=SEED)
    assert any('[Opening "3"]' in record.text for record in found.records())
    for each in found.decisions:
        given = [line for line in found.records()[each.game].text.splitlines() if line.startswith("[Opening ")]
        assert not given or each.number > int(given[0].split('"')[1])


def test_a_hidden_phase_is_one_decision():
    found = duello.evaluate("random", duello.game(HIDDEN[0]), games=10, seed=SEED)
    assert 0 < found.regret.value < 2
    assert len(found.decisions) >= 10


def test_faults_are_no_losses_of_play():
    found = duello.evaluate(agents.nonsense, duello.game(OPEN[1]), games=4, seed=SEED)
    assert (found.forfeited, found.resigned, found.decisions) == (4, 0, ())
    assert math.isnan(found.win_rate.value)
    assert (found.win_rate.low, found.win_rate.high) == (0, 1)
    assert "4 forfeited" in str(found)
    other = duello.evaluate("random", duello.game(OPEN[1]), opponent=agents.nonsense, games=4, seed=SEED)
    assert (other.forfeited, other.resigned) == (0, 0)


def test_a_better_player_is_found_to_be_better():
    game = duello.game(OPEN[1])
    found = [duello.evaluate(who, game, games=60, seed=SEED) for who in ("random", "level:3", "perfect")]
    assert found[0].regret.low > found[1].regret.high
    assert found[1].regret.low > found[2].regret.high
    assert found[0].win_rate.high < found[2].win_rate.low


@pytest.mark.parametrize(("chance", "together"), [(0.3, False), (0.3, True), (0.97, False), (0.6, True)])
def test_intervals_hold_what_they_promise(chance, together):
    lots = random.Random(1)
    held = 0
    for _ in range(400):
        clusters = []
        for _ in range(60):
            size = lots.randint(1, 4)
            shared = lots.random() < chance
            hits = [shared if together else lots.random() < chance for _ in range(size)]
            clusters.append((float(sum(hits)), size))
        found = measured(clusters)
        held += found.low <= chance <= found.high
    assert held / 400 > 0.92
