"""PettingZoo's own tests of our environment, and ours."""

import random
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test

import duello
from duello.environments import pettingzoo

pytestmark = pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # the test warns of dictionaries, its own games have them
GAMES = duello.games()
HIDDEN = [name for name in GAMES if duello.game(name).hidden]


def random_game(env, lots):
    """Plays to the end; yields what was seen and done, turn by turn."""
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        legal = np.flatnonzero(seen["action_mask"])
        action = None if terminated or truncated else int(lots.choice(legal))
        yield agent, seen, reward, action
        env.step(action)


@pytest.mark.parametrize("name", GAMES)
def test_keeps_to_the_interface(name):
    api_test(pettingzoo.env(name), num_cycles=100)
    seed_test(lambda: pettingzoo.env(name), num_cycles=50)
    render_test(lambda **how: pettingzoo.env(name, **how))


def test_is_cut_off_after_so_many_cycles():
    """With one action, as PettingZoo's test draws without a mask, and a path too long to end before."""
    rules = {"flag": 9, "stride": 1}
    max_cycles_test(
        SimpleNamespace(
            env=lambda **how: pettingzoo.env("capture-the-flag", **rules, **how),
            parallel_env=lambda **how: pettingzoo.parallel_env("capture-the-flag", **rules, **how),
        )
    )


def test_runs_pettingzoos_benchmark(capsys):
    performance_benchmark(pettingzoo.env("color-bridge"))
    # How many there are is found out by bench/python.
    assert float(capsys.readouterr().out.split(" turns per second")[0].split()[-1]) > 0


@pytest.mark.parametrize("name", GAMES)
def test_is_the_game_itself(name):
    """Step for step the same as positions, with the winner that they have."""
    env = pettingzoo.env(name, rounds=0)
    lots = random.Random(1)
    for seed in range(20):
        env.reset(seed=seed)
        seat = int(env.agent_selection[-1])
        position = duello.game(name).start(seat)
        rewards = {}
        for agent, seen, reward, action in random_game(env, lots):
            view = position.view(int(agent[-1]))
            assert bytes(seen["observation"]) == view.observation
            assert bytes(seen["action_mask"]) == view.mask
            if action is None:
                rewards[agent] = reward
            else:
                assert position.mover == int(agent[-1])
                position = position.step(action)
        winner = position.outcome.winner
        assert rewards == {f"player_{winner}": 1.0, f"player_{3 - winner}": -1.0}


@pytest.mark.parametrize("name", GAMES)
def test_never_takes_more_steps_than_the_game_says(name):
    game = duello.game(name)
    env = pettingzoo.env(game, rounds=1)
    lots = random.Random(2)
    for seed in range(100):
        env.reset(seed=seed)
        steps = sum(action is not None for *_, action in random_game(env, lots))
        assert 0 < steps <= game.most_steps


def test_tosses_a_coin_after_undecided_rounds_by_its_seed():
    """A run of two can be blocked in a row of three, so that some games come to the toss."""

    def winners(seed):
        env = pettingzoo.env("color-bridge", length=3, run=3, reach=1, rounds=1)
        env.reset(seed=seed)
        lots = random.Random(seed)
        for number in range(60):
            if number:
                env.reset()
            yield {agent: reward for agent, _, reward, action in random_game(env, lots) if action is None}

    all_winners = list(winners(5))
    assert all_winners == list(winners(5))
    assert all_winners != list(winners(6))
    assert {won["player_1"] for won in all_winners} == {1.0, -1.0}


def placed(lots, units, nodes):
    """So many units somewhere, as a move."""
    counts = [0] * nodes
    for _ in range(units):
        counts[lots.randrange(nodes)] += 1
    return ",".join(f"{node}:{count}" for node, count in enumerate(counts, start=1) if count) or "pass"


@pytest.mark.parametrize("name", HIDDEN)
def test_shows_nothing_of_what_is_hidden(name):
    """Two games in which one seat places its units elsewhere: to the other seat they are the same until the reveal."""
    lots = random.Random(3)
    compared = differences = 0
    for number in range(100):
        twins = [pettingzoo.env(name, first=1, render_mode="ansi") for _ in range(2)]
        for env in twins:
            env.reset(seed=1)
        nodes = twins[0].game.rules["nodes"]
        spy, secret = pettingzoo.AGENTS if number % 2 else pettingzoo.AGENTS[::-1]
        left = dict.fromkeys(pettingzoo.AGENTS, twins[0].game.rules["units"])
        while True:
            for look in (
                lambda env, spy=spy: env.observe(spy)["observation"].tobytes(),
                lambda env, spy=spy: env.observe(spy)["action_mask"].tobytes(),
                lambda env: env.agent_selection,
                lambda env: env.render(),
            ):
                assert look(twins[0]) == look(twins[1])
            compared += 1
            mover = twins[0].agent_selection
            units = lots.randrange(min(left[mover], 6) + 1)
            left[mover] -= units
            moves = [placed(lots, units, nodes) for _ in twins]
            for env, move in zip(twins, moves if mover == secret else moves[:1] * 2, strict=True):
                for action in env._bout.position.actions(move):
                    env.step(action)
            differences += mover == secret and moves[0] != moves[1]
            if any(env._is_over or env._bout.position.undecided for env in twins):
                break
    assert compared > 300
    assert differences > 50


def test_refuses_what_is_not_legal_and_goes_on():
    env = pettingzoo.env("color-bridge", first=1)
    env.reset()
    env.step(5)
    with pytest.raises(duello.IllegalMove, match="is not legal"):
        env.step(5)
    with pytest.raises(ValueError, match="action must be from 0 to 20"):
        env.step(21)
    with pytest.raises(ValueError, match="must act"):
        env.step(None)
    assert env.agent_selection == "player_2"
    env.step(6)
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ({"render_mode": "rgb_array"}, "render_mode must be"),
        ({"rounds": -1}, "rounds must be"),
        ({"first": 3}, "first must be"),
        ({"length": 99}, "length"),
    ],
)
def test_complains_of_bad_arguments(how, complaint):
    with pytest.raises(ValueError, match=complaint):
        pettingzoo.env("color-bridge", **how)


def test_takes_a_game_or_its_name_but_no_rules_beside_a_game():
    game = duello.game("color-bridge", length=7)
    assert pettingzoo.env(game).game == pettingzoo.env("color-bridge", length=7).game
    with pytest.raises(ValueError, match="a game that is given has its own"):
        pettingzoo.env(game, length=8)


def test_touches_no_generator_of_anybody_else():
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tobytes()
    env = pettingzoo.env("energy-capture")
    for seed in (None, 1):
        env.reset(seed=seed)
        for _ in random_game(env, random.Random(1)):
            pass
    assert before == (random.getstate(), np.random.get_state()[1].tobytes())


def test_shows_its_board_to_people_and_programs(capsys):
    env = pettingzoo.env("capture-the-flag", first=1, render_mode="human")
    env.reset()
    env.step(0)
    printed = capsys.readouterr().out
    env = pettingzoo.env("capture-the-flag", first=1, render_mode="ansi")
    env.reset()
    before = env.render()
    env.step(0)
    assert printed == f"{before}\n{env.render()}\n"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        bare = pettingzoo.env("capture-the-flag")
        bare.reset()
        assert bare.render() is None
    assert told
