"""OpenSpiel's own tests of our games, and its solvers against ours."""

import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, generate_playthrough, value_iteration

import duello
from duello.environments import openspiel

GAMES = duello.games()
SMALL = {
    "color-capture": {"tokens": 7},
    "color-bridge": {"length": 5},
    "capture-the-flag": {"flag": 3},
    "color-clash": {"disks": 2, "positions": 6},
}
HIDDEN = {"units": 2, "nodes": 3, "extra": 1, "rounds": 1}


def load(name, **parameters):
    return pyspiel.load_game(openspiel.name(name), parameters)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("first", [0, 1])
def test_passes_random_simulations(name, first):
    pyspiel.random_sim_test(load(name, first=first, rounds=2), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_has_a_playthrough_that_is_the_same_again(name, tmp_path):
    parameters = {**(SMALL.get(name) or HIDDEN), "rounds": 2}
    game = openspiel.name(name) + "(" + ",".join(f"{key}={value}" for key, value in parameters.items()) + ")"
    text = generate_playthrough.playthrough(game, action_sequence=None, seed=1, alsologtostdout=False)
    flags.FLAGS.mark_as_parsed()  # as its own tests do
    kept = tmp_path / "playthrough.txt"
    kept.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(kept)
    assert original == again
    assert text.count("# State ") > 2
    assert 'GameType.short_name = "' + openspiel.name(name) in text


def positions_of(game):
    """All positions that can be reached, by how OpenSpiel's states spell them."""
    spelled = {}
    todo = [game.new_initial_state()]
    while todo:
        state = todo.pop()
        if str(state) in spelled:
            continue
        spelled[str(state)] = state.position
        if not state.is_terminal() and not state.is_chance_node():
            todo += [state.child(action) for action in state.legal_actions()]
    return spelled


@pytest.mark.parametrize("name", list(SMALL))
def test_agrees_with_value_iteration_on_every_position(name):
    """A coin after some rounds is worth nothing to either, as is a game that nobody can force."""
    rules = SMALL[name]
    game = load(name, **rules, rounds=4)
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-6, cyclic_game=True)
    solution = duello.game(name, **rules).solve()
    seen = set()
    for spelled, position in positions_of(game).items():
        if spelled not in values or position.undecided:
            continue
        worth = values[spelled]
        if position.outcome is None:
            ours = {"win": 1, "loss": -1, "neither": 0}[solution[position].kind] * (1 if position.mover == 1 else -1)
            assert ours == pytest.approx(worth), spelled
        else:
            assert worth == (1 if position.outcome.winner == 1 else -1)
        seen.add(worth)
    assert len(values) > 30
    assert seen >= {1, -1}


class OurPolicy(policies.Policy):
    """Our equilibrium as OpenSpiel plays it: all units in the first turn of a phase, share by share, then a pass."""

    def __init__(self, game, rules):
        super().__init__(game, [0, 1])
        self.nodes = rules["nodes"]
        self.most = max(rules["units"], rules["extra"])
        self.phases = {}
        for phase in duello.game("energy-capture", **rules).equilibrium().phases:
            orders = {}
            for allocation, weight in phase.strategy.items():
                alike = set(permutations(allocation))
                orders |= dict.fromkeys(alike, weight / len(alike))
            self.phases[phase.units, phase.fields] = orders

    def action_probabilities(self, state, player_id=None):
        player = state.current_player() if player_id is None else player_id
        parts = np.frombuffer(state.position.view(player + 1).observation, np.uint8)
        mine, theirs, placed, draft = parts[: 4 * self.nodes].reshape(4, self.nodes)
        legal = state.legal_actions(player)
        open_nodes = np.flatnonzero((mine | theirs) == 0)
        mixed = self.phases.get((int(parts[4 * self.nodes] + draft.sum()), len(open_nodes)), {})
        shares = dict.fromkeys(legal, Fraction(0))
        last = np.flatnonzero(draft)[-1] if draft.any() else -1
        for allocation, weight in mixed.items() if not placed.any() else ():
            units = dict(zip(open_nodes.tolist(), allocation, strict=True))
            if all(units[node] == draft[node] for node in units if node <= last):
                rest = [node for node in units if node > last and units[node]]
                shares[1 + rest[0] * self.most + units[rest[0]] - 1 if rest else 0] += weight
        total = sum(shares.values())
        if total == 0:  # it never comes there by itself
            return {action: 1.0 if action == legal[0] else 0.0 for action in legal}
        return {action: float(share / total) for action, share in shares.items()}


def test_cannot_take_advantage_of_our_equilibrium():
    """OpenSpiel's best response against it wins nothing, while it does win from a player who acts at random."""
    rules = {"units": 2, "nodes": 3, "extra": 1}
    game = load("energy-capture", **rules, rounds=1)
    assert exploitability.nash_conv(game, OurPolicy(game, rules)) == pytest.approx(0, abs=1e-9)
    assert exploitability.nash_conv(game, policies.UniformRandomPolicy(game)) > 0.5


def test_agrees_with_cfr_on_a_small_hidden_game():
    """The value is 0 for both, and counterfactual regret comes ever closer to it."""
    game = load("energy-capture", **HIDDEN)
    solver = cfr.CFRPlusSolver(game)
    steps = []
    for iterations in (2, 20):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        average = solver.average_policy()
        steps.append(exploitability.nash_conv(game, average))
    values = expected_game_score.policy_value(game.new_initial_state(), [average, average])
    assert steps[1] < steps[0] / 3
    assert steps[1] < 0.05
    assert abs(values[0] - float(duello.game("energy-capture", units=2, nodes=3, extra=1).equilibrium().value)) < 0.05


@pytest.mark.parametrize("name", [name for name in GAMES if duello.game(name).hidden])
def test_has_information_states_that_tell_no_secret(name):
    """Positions that one player cannot tell apart have one string and one tensor, whatever the other has placed."""
    game = load(name)
    for ours, theirs in [(["1:3"], ("2:5", "4:5")), (["1:15"], ("5:2", "1:1,2:1")), (["pass"], ("3:9", "1:3,2:6"))]:
        told = []
        for secret in theirs:
            state = game.new_initial_state()
            for move in (*ours, secret):
                for action in state.position.actions(move):
                    state.apply_action(action)
            told.append(
                (
                    state.information_state_string(0),
                    np.asarray(state.information_state_tensor(0)).tobytes(),
                    state.observation_string(0),
                    np.asarray(state.observation_tensor(0)).tobytes(),
                )
            )
            assert state.information_state_string(1) != told[-1][0]
        assert told[0] == told[1]


@pytest.mark.parametrize("name", GAMES)
def test_has_a_tensor_for_each_information_state(name):
    """Strings and tensors tell the same states apart."""
    game = load(name, **(SMALL.get(name) or HIDDEN))
    lots = random.Random(1)
    tensors = {}
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            for player in (0, 1):
                tensor = np.asarray(state.information_state_tensor(player)).tobytes()
                assert tensors.setdefault(state.information_state_string(player), tensor) == tensor
            actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(lots.choice(actions))
    assert len(set(tensors.values())) == len(tensors) > 20


@pytest.mark.parametrize("name", GAMES)
def test_is_the_game_itself(name):
    game = load(name)
    lots = random.Random(1)
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal() and not state.is_chance_node():
            assert state.current_player() == state.position.mover - 1
            assert state.legal_actions() == [a for a, legal in enumerate(state.position.mask) if legal]
            state.apply_action(lots.choice(state.legal_actions()))
        if state.is_terminal():
            winner = state.position.outcome.winner
            assert state.returns() == [1.0 if winner == 1 else -1.0, 1.0 if winner == 2 else -1.0]


def test_tosses_who_begins_and_who_wins():
    game = load("color-bridge", length=3, run=3, reach=1, rounds=1, first=0)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    assert [state.action_to_string(action) for action in (0, 1)] == ["first:1", "first:2"]
    state.apply_action(1)
    assert state.current_player() == 1
    for action in (0, 1, 2):
        state.apply_action(action)
    assert state.is_chance_node()
    assert state.action_to_string(0) == "winner:1"
    state.apply_action(0)
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [({"first": 3}, "first must be"), ({"rounds": 0}, "rounds must be"), ({"length": 99}, "length")],
)
def test_complains_of_bad_parameters(parameters, complaint):
    with pytest.raises(Exception, match=complaint):
        load("color-bridge", **parameters)


def test_names_every_game():
    assert {openspiel.name(name) for name in GAMES} <= set(pyspiel.registered_names())
    assert policies.UniformRandomPolicy(load(GAMES[0]))
