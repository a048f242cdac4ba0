"""Equilibria, exactly."""

import itertools
import json
import random
from fractions import Fraction

import program
import pytest

import duello
from duello import _duello

GAME = duello.game("energy-capture")


def won(one, two):
    lead = sum((a > b) - (a < b) for a, b in zip(one, two, strict=True))
    return (lead > 0) - (lead < 0)


def ordered_by_hand(one, two):
    """What two mixed strategies, field by field, win from each other."""
    total = sum(one.values()) * sum(two.values())
    return sum(Fraction(v) * w * won(a, b) for a, v in one.items() for b, w in two.items()) / total


def in_all_orders(mixed):
    spread = {}
    for units, weight in mixed.items():
        orders = list(itertools.permutations(units))
        for order in orders:
            spread[order] = spread.get(order, 0) + Fraction(weight) / len(orders)
    return spread


def allocations(units, fields):
    if fields == 0:
        yield ()
        return
    for here in range(units + 1):
        for rest in allocations(units - here, fields - 1):
            yield (here, *rest)


def any_mixture(chance, units, fields, parts):
    every = list(allocations(units, fields))
    return {chance.choice(every): Fraction(chance.randrange(1, 50), chance.randrange(1, 50)) for _ in range(parts)}


def test_equilibria_are_those_of_the_program():
    told = json.loads(program.said("solve", GAME.name, "--json"))
    found = GAME.equilibrium()
    assert found.value == told["value"] == 0
    assert found.exploitability() == told["exploitability"] == 0
    assert isinstance(found.value, Fraction)
    assert found.strategy == {tuple(each["allocation"]): Fraction(each["fraction"]) for each in told["equilibrium"]}
    assert sum(found.strategy.values()) == 1
    later = told["sudden_death"]
    assert len(found.phases) == 1 + len(later)
    for phase, each in zip(found.phases[1:], later, strict=True):
        assert (phase.units, phase.fields) == (each["units"], each["nodes"])
        assert phase.strategy == {tuple(e["allocation"]): Fraction(e["fraction"]) for e in each["equilibrium"]}


def test_nothing_wins_from_an_equilibrium():
    """Every allocation, spent or not, field by field, in several small games."""
    for units, fields in ((3, 3), (6, 3), (7, 3), (5, 5)):
        phase = duello.game("energy-capture", units=units, nodes=fields).equilibrium().phases[0]
        strategy = in_all_orders(phase.strategy)
        for units_placed in allocations(units, fields):
            assert ordered_by_hand({units_placed: 1}, strategy) <= 0


def test_expectations_are_exact():
    chance = random.Random(1)
    phase = duello.game("energy-capture", units=6, nodes=3).equilibrium().phases[0]
    for _ in range(20):
        one, two = any_mixture(chance, 6, 3, 4), any_mixture(chance, 6, 3, 5)
        assert phase.expected(one, two, ordered=True) == ordered_by_hand(one, two)
        assert phase.expected(one, two) == ordered_by_hand(in_all_orders(one), in_all_orders(two))
        assert phase.expected(one, two) == -phase.expected(two, one)
        mixed_equilibrium = in_all_orders(phase.strategy)
        assert phase.expected(one) == ordered_by_hand(in_all_orders(one), mixed_equilibrium)
        assert phase.expected(one, ordered=True) == ordered_by_hand(one, mixed_equilibrium)


def test_exploitability_is_what_the_best_of_all_replies_wins():
    chance = random.Random(2)
    phase = duello.game("energy-capture", units=5, nodes=3).equilibrium().phases[0]
    for _ in range(8):
        mixed = any_mixture(chance, 5, 3, 4)
        for ordered, spread in ((True, mixed), (False, in_all_orders(mixed))):
            best = max(ordered_by_hand({reply: 1}, spread) for reply in allocations(5, 3))
            assert phase.exploitability(mixed, ordered=ordered) == best
            reply, gain = phase.best_reply(mixed, ordered=ordered)
            assert gain == best
            assert ordered_by_hand({reply: 1}, spread) == best


def test_weights_may_be_of_any_kind():
    phase = GAME.equilibrium().phases[0]
    one = (5, 5, 5, 0, 0)
    two = (3, 3, 3, 3, 3)
    assert phase.expected({one: 2, two: 2}) == phase.expected({one: 0.5, two: 0.5})
    assert phase.expected({one: Fraction(1, 10**40), two: Fraction(1, 10**40)}) == phase.expected({one: 1, two: 1})
    assert phase.expected({one: 1, two: 0}) == phase.expected({one: 7})


@pytest.mark.parametrize(
    ("mixed", "sentence"),
    [
        ({}, "A strategy needs a weight that is not 0"),
        ({(15, 0, 0, 0, 0): 0}, "A strategy needs a weight that is not 0"),
        ({(15, 0, 0, 0, 0): -1}, "A weight must not be negative"),
        ({(15, 0, 0): 1}, "An allocation has 5 numbers, not 3"),
        ({(16, 0, 0, 0, 0): 1}, "Every number is from 0 to 15, not 16"),
        ({(-1, 0, 0, 0, 0): 1}, "Every number is from 0 to 15, not -1"),
        ({(15, 1, 0, 0, 0): 1}, "An allocation has at most 15 in all, not 16"),
    ],
)
def test_what_is_no_strategy_is_refused(mixed, sentence):
    phase = GAME.equilibrium().phases[0]
    for ask in (phase.expected, phase.exploitability, phase.best_reply):
        with pytest.raises(ValueError, match=sentence):
            ask(mixed)


def test_raw_weights_are_whole_numbers():
    for weight in ("", "x", "-1", "1.5", " 1"):
        with pytest.raises(ValueError, match="A weight is a whole number"):
            _duello.best_answer(3, 1, [((3,), weight)], False)
    assert _duello.best_answer(3, 1, [((2,), "007")], False) == ((3,), "1")


def test_too_much_is_refused():
    phase = duello.game("energy-capture", units=20, nodes=7, extra=5).equilibrium().phases[0]
    chance = random.Random(3)
    mixed = {}
    while len(mixed) < 5000:
        units = [0] * 7
        for _ in range(20):
            units[chance.randrange(7)] += 1
        mixed[tuple(units)] = 1
    with pytest.raises(ValueError, match="too many allocations"):
        phase.exploitability(mixed, ordered=True)
    with pytest.raises(ValueError, match="at most 4000 can be solved"):
        duello.game("energy-capture", units=60, nodes=15).equilibrium()
