"""Gymnasium's own checks of our environments, and ours."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import duello
from duello.environments.gymnasium import Duel, Duels

GAMES = duello.games()
HIDDEN = [name for name in GAMES if duello.game(name).hidden]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("error")
def test_keeps_to_the_interface(name):
    env = gymnasium.make(f"duello/{name}-v0", render_mode="ansi")
    env_checker.check_env(env.unwrapped)


def played(env, lots, seed=None):
    """A random game; what was told of it."""
    seen, info = env.reset(seed=seed)
    told = [(seen.tobytes(), 0.0, info)]
    while True:
        legal = np.flatnonzero(info["action_mask"])
        seen, reward, terminated, _, info = env.step(int(lots.choice(legal)) if legal.size else 0)
        told.append((seen.tobytes(), reward, info))
        if terminated:
            return told


@pytest.mark.parametrize("name", GAMES)
def test_plays_the_game_against_an_opponent(name):
    """Both seats, both beginners; the moves that were told make the same end."""
    lots = random.Random(1)
    env = Duel(name, rounds=0, opponent="random")
    seats = set()
    for seed in range(20):
        told = played(env, lots, seed)
        *_, (_, reward, info) = told
        end = env.game.position(info["moves"], first=env._bout.position.first)
        assert (1.0 if end.outcome.winner == info["seat"] else -1.0) == reward
        assert not info["action_mask"].any()
        assert all(each == 0.0 for _, each, _ in told[:-1])
        seats.add(info["seat"])
    assert seats == {1, 2}


@pytest.mark.parametrize("opponent", ["random", "level:3", "perfect"])
def test_repeats_games_by_their_seed(opponent):
    def told():
        env = Duel("capture-the-flag", opponent=opponent)
        lots = random.Random(2)
        return [[(seen, reward) for seen, reward, _ in played(env, lots, 7 if not n else None)] for n in range(30)]

    assert told() == told()


def test_cannot_be_won_against_a_perfect_opponent_who_begins_a_won_game():
    lots = random.Random(3)
    env = Duel("color-bridge", opponent="perfect", seat=2, first=1)
    assert all(played(env, lots, seed)[-1][1] == -1.0 for seed in range(20))


def test_gives_a_function_the_view_of_its_seat_and_nothing_else():
    views = []

    def first_of(view):
        views.append((view.seat, view.mover))
        assert isinstance(view, duello.View)
        return view.legal[0]

    played(Duel("color-bridge", opponent=first_of, seat=1, first=2), random.Random(4), 1)
    assert views
    assert set(views) == {(2, 2)}


def test_seats_a_player_with_lots_of_its_own_for_each_game():
    seeds = []

    class Lots:
        def for_game(self, seed):
            seeds.append(seed)
            lots = random.Random(seed)
            return lambda view: lots.choice(view.legal)

        def __call__(self, view):
            raise AssertionError("the player of the game is asked")

    env = Duel("color-bridge", opponent=Lots())
    for seed in (1, 2, 1):
        played(env, random.Random(5), seed)
    _, one, two, again = seeds
    assert one == again != two


def test_wins_when_the_opponent_resigns():
    env = Duel("color-bridge", opponent=lambda view: "resign", seat=1, first=1)
    env.reset()
    _, reward, terminated, _, _ = env.step(0)
    assert (reward, terminated) == (1.0, True)


def test_ends_at_the_first_step_where_the_opponent_has_won_before_it():
    env = Duel("color-capture", tokens=1, colors=1, seat=2, first=1)
    _, info = env.reset()
    assert not info["action_mask"].any()
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, False)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_says_that_no_game_has_begun():
    with pytest.raises(RuntimeError, match=r"reset\(\) begins one"):
        Duel("color-bridge").step(0)


def test_changes_nothing_by_an_illegal_action():
    env = Duel("color-bridge", seat=1, first=1, opponent="perfect")
    env.reset(seed=1)
    before, _, _, _, info = env.step(5)
    assert not info["illegal"]
    after, reward, terminated, truncated, info = env.step(5)
    assert info["illegal"]
    assert (after.tobytes(), reward, terminated, truncated) == (before.tobytes(), 0.0, False, False)


def test_raises_what_an_opponent_does_wrong():
    env = Duel("color-bridge", opponent=lambda view: "99", seat=1, first=1)
    env.reset()
    with pytest.raises(duello.IllegalMove, match="There is no position 99"):
        env.step(0)
    with pytest.raises(ValueError, match="nobody"):
        Duel("color-bridge", opponent="nobody")


@pytest.mark.parametrize("name", HIDDEN)
def test_shows_nothing_of_what_the_opponent_hides(name):
    """Opponents who place all they have in different ways, then pass: the same bytes and moves until the reveal."""
    shown = []
    for places in ("1:15", "5:15", "1:7,3:8", "2:1,3:2,4:12"):
        env = Duel(name, seat=1, first=1, opponent=lambda view, places=places: places)
        seen, info = env.reset(seed=1)
        told = [(seen.tobytes(), info["moves"], info["action_mask"].tobytes())]
        for action in (3, 0, 20):
            seen, _, terminated, _, info = env.step(action)
            assert not terminated
            told.append((seen.tobytes(), info["moves"], info["action_mask"].tobytes()))
        shown.append(told)
    assert shown[0] == shown[1] == shown[2] == shown[3]


@pytest.mark.parametrize("name", GAMES)
def test_steps_many_games_as_a_batch_does(name):
    envs = gymnasium.make_vec(f"duello/{name}-v0", num_envs=8)
    assert isinstance(envs.unwrapped, Duels)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    batch = duello.Batch(name, 8, seed=11)
    arrays = {key: np.asarray(getattr(batch, key)) for key in ("observations", "masks", "movers", "rewards", "ends")}
    seen, infos = envs.reset(seed=11)
    for _ in range(300):
        assert seen in envs.observation_space
        np.testing.assert_array_equal(seen, arrays["observations"])
        np.testing.assert_array_equal(infos["action_mask"], arrays["masks"])
        movers = arrays["movers"].copy()
        actions = np.asarray(batch.random_actions())
        assert actions in envs.action_space
        np.testing.assert_array_equal(envs.unwrapped.random_actions(), actions)
        batch.step(actions)
        seen, rewards, ends, cuts, infos = envs.step(actions)
        np.testing.assert_array_equal(rewards, arrays["rewards"][np.arange(8), movers])
        np.testing.assert_array_equal(infos["rewards"], arrays["rewards"])
        np.testing.assert_array_equal(ends, arrays["ends"] == 1)
        assert ends.dtype == cuts.dtype == np.bool_
        assert not cuts.any()


def test_passes_gymnasiums_checks_of_seeds_and_returned_data():
    for count in (1, 16):
        envs = Duels("color-bridge", count, copy=True)
        env_checker.check_reset_seed_determinism(envs)
        env_checker.check_reset_options(envs)
        env_checker.check_reset_return_type(envs)
    env_checker.check_returned_data_not_reused(Duels("color-bridge", 1, copy=True))


def test_shares_the_memory_of_the_batch_unless_it_shall_not():
    envs = Duels("color-bridge", 4)
    seen, infos = envs.reset(seed=1)
    after, *_, later = envs.step(envs.random_actions())
    assert np.shares_memory(seen, after)
    assert np.shares_memory(infos["action_mask"], later["action_mask"])
    assert np.shares_memory(seen, np.asarray(envs.batch.observations))


def test_works_with_gymnasiums_vector_wrappers():
    envs = RecordEpisodeStatistics(Duels("capture-the-flag", 4, first=1, copy=True))
    _, infos = envs.reset(seed=1)
    lengths = []
    for _ in range(200):
        actions = [random.Random(len(lengths)).choice(np.flatnonzero(row)) for row in infos["action_mask"]]
        *_, infos = envs.step(np.array(actions))
        lengths += list(infos["episode"]["l"][infos["_episode"]]) if "episode" in infos else []
    assert len(lengths) > 50
    assert max(lengths) <= duello.game("capture-the-flag").most_steps


def test_takes_actions_of_any_kind_of_number():
    games = [Duels("color-bridge", 3), Duels("color-bridge", 3)]
    for envs in games:
        envs.reset(seed=1)
    for kind, envs in zip((np.int64, np.int32), games, strict=True):
        envs.step(np.array([1, 2, 3], kind))
    np.testing.assert_array_equal(games[0]._observations, games[1]._observations)


def test_marks_what_was_not_legal():
    envs = Duels("color-bridge", 2, first=1)
    envs.reset(seed=1)
    envs.step(np.array([4, 4]))
    *_, infos = envs.step(np.array([4, 5]))
    assert infos["illegal"].tolist() == [True, False]
    assert infos["movers"].tolist() == [1, 0]
