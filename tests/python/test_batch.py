"""Many games at once."""

import ctypes
import gc
import os
import random
import threading

import numpy as np
import pytest

import duello
from duello._desk import ask

GAMES = [duello.game(name) for name in duello.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
ARRAYS = ("rewards", "gains", "ends", "illegal", "movers", "masks", "observations")


def arrays(batch):
    return {name: np.asarray(getattr(batch, name)) for name in ARRAYS}


def same(one, two):
    return all(np.array_equal(np.asarray(getattr(one, name)), np.asarray(getattr(two, name))) for name in ARRAYS)


def follow(game, count, steps, *, rounds=10, seed=1):
    """Compares each step with the same game played position by position. How many have ended."""
    batch = duello.Batch(game, count, seed=seed, rounds=rounds)
    lots = random.Random(seed)
    seen = arrays(batch)
    positions = [game.start(int(mover) + 1) for mover in seen["movers"]]
    ended = 0
    for _ in range(steps):
        actions = np.array(batch.random_actions())
        for i in range(count):
            if lots.random() < 0.1:
                actions[i] = lots.randrange(-1, game.actions + 1)
        batch.step(actions)
        for i, action in enumerate(actions.tolist()):
            position = positions[i]
            mover = position.mover
            is_legal = 0 <= action < game.actions and position.mask[action] == 1
            if is_legal:
                position = position.step(action)
            assert seen["illegal"][i] == (not is_legal)
            is_undecided = position.outcome is None
            is_tossed = is_undecided and rounds != 0 and position.undecided >= rounds
            assert seen["ends"][i] == (is_tossed or not is_undecided)
            rewards = seen["rewards"][i].tolist()
            if is_tossed:
                assert rewards in ([1, -1], [-1, 1])
            else:
                winner = 0 if is_undecided else position.outcome.winner
                assert rewards == [0 if not winner else 1 if winner == seat else -1 for seat in (1, 2)]
            assert seen["gains"][i] == rewards[mover - 1]
            if seen["ends"][i]:
                ended += 1
                position = game.start(int(seen["movers"][i]) + 1)
            positions[i] = position
            assert seen["movers"][i] == position.mover - 1
            assert seen["masks"][i].tobytes() == position.mask
            assert seen["observations"][i].tobytes() == position.view(position.mover).observation
    return ended


@every_game
def test_a_batch_is_its_games_played_alone(game):
    """Here with every array; the suite of the library does it a million times, and the next test without them."""
    assert follow(game, 100, 100) > 300


VARIANTS = [duello.game(each["id"], variant=one["name"]) for each in ask("games") for one in each["variants"]]


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_so_it_is_under_other_rules(game):
    follow(game, 10, 100, rounds=2, seed=5)


@every_game
def test_millions_of_steps_are_games_by_the_rules(game):
    """A batch under two seeds, cut in two and on two threads plays the same games; all ends are real ones."""
    count, steps = 4000, 120
    whole = duello.Batch(game, count, seed=7)
    threaded = duello.Batch(game, count, seed=7, threads=2)
    low = duello.Batch(game, count // 2, seed=7)
    high = duello.Batch(game, count // 2, seed=7, first_number=count // 2)
    ended = 0
    for step in range(steps):
        if step % 2:
            actions = np.asarray(whole.random_actions())
            assert np.array_equal(actions, np.asarray(threaded.random_actions()))
            low.random_actions(), high.random_actions()
            whole.step(actions), threaded.step(actions)
            low.step(actions[: count // 2]), high.step(actions[count // 2 :])
        else:
            for batch in (whole, threaded, low, high):
                batch.step_randomly()
        ended += int(np.asarray(whole.ends).sum())
        assert not np.asarray(whole.illegal).any()
        assert same(whole, threaded)
        for name in ARRAYS:
            halves = np.concatenate([np.asarray(getattr(low, name)), np.asarray(getattr(high, name))])
            assert np.array_equal(np.asarray(getattr(whole, name)), halves)
    assert ended > count


@every_game
def test_seeds_make_it_repeatable(game):
    random.seed(5)
    np.random.seed(5)
    before = random.getstate(), np.random.get_state()[1].tolist()
    one, two, three = duello.Batch(game, 500, seed=3), duello.Batch(game, 500, seed=3), duello.Batch(game, 500, seed=4)
    differs = False
    for _ in range(20):
        for batch in (one, two, three):
            batch.step_randomly()
        assert same(one, two)
        differs = differs or not same(one, three)
    assert differs
    one.reset()
    assert same(one, duello.Batch(game.name, 500, seed=3))
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


@every_game
def test_arrays_are_shared(game):
    batch = duello.Batch(game, 32, seed=1)
    for name in ARRAYS:
        array = getattr(batch, name)
        one, two, three = np.asarray(array), np.from_dlpack(array), np.asarray(memoryview(array))
        assert np.shares_memory(one, two)
        assert np.shares_memory(one, three)
        assert one.shape == two.shape == array.shape
        assert one.dtype == two.dtype == (np.float32 if name in ("rewards", "gains") else np.uint8)
        assert not one.flags.writeable
        assert not two.flags.writeable
        assert one.ctypes.data % 64 == 0
        assert array.__dlpack_device__() == (1, 0)
        assert len(array) == 32
        with pytest.raises(BufferError):
            array.__dlpack__(copy=True)
        with pytest.raises(BufferError):
            array.__dlpack__(dl_device=(2, 0))
        with pytest.raises(BufferError):
            array.__dlpack__(stream=1)
        del array
    assert batch.observations.shape == (32, game.observation_size)
    assert batch.masks.shape == (32, game.actions)


def test_rows_are_not_lent_to_who_wants_columns():
    by_columns = 0x58  # PyBUF_F_CONTIGUOUS
    batch = duello.Batch("color-bridge", 2)
    view = ctypes.create_string_buffer(256)
    with pytest.raises(BufferError):
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(batch.masks), view, by_columns)
    for lent in (batch.movers, duello.Batch("color-bridge", 1).masks):
        assert ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(lent), view, by_columns) == 0
        ctypes.pythonapi.PyBuffer_Release(view)
    before = np.asarray(batch.observations).copy()
    shared = np.from_dlpack(batch.observations)
    batch.step_randomly()
    assert not np.array_equal(before, shared)


def test_arrays_outlive_the_batch():
    batch = duello.Batch("color-bridge", 1000, threads=2)
    capsule = batch.masks.__dlpack__()
    lent = np.from_dlpack(batch.observations)
    shared = np.asarray(batch.masks)
    drawn = np.asarray(batch.random_actions())
    del batch
    gc.collect()
    assert shared.sum() == 21_000
    assert lent.sum() == 0
    assert drawn.max() < 21
    assert "dltensor" in repr(capsule)


@every_game
def test_an_illegal_action_changes_nothing(game):
    batch = duello.Batch(game, 5, seed=2)
    before = {name: array.copy() for name, array in arrays(batch).items()}
    batch.step(np.array([-1, game.actions, 2**31, -(2**40), 2**62]))
    after = arrays(batch)
    assert after["illegal"].tolist() == [1] * 5
    for name in ("rewards", "ends", "movers", "masks", "observations"):
        assert np.array_equal(before[name], after[name])


@pytest.mark.parametrize(
    "actions",
    [
        [0, 0, 0],
        None,
        "000",
        np.zeros(2, np.int32),
        np.zeros(4, np.int32),
        np.zeros(3, np.float32),
        np.zeros(3, np.uint32),
        np.zeros(3, ">i4"),
        np.zeros(3, bool),
        np.zeros(6, np.int32)[::2],
    ],
)
def test_actions_that_are_none_are_refused(actions):
    with pytest.raises((TypeError, ValueError), match="an array of 3 numbers of type int32 or int64"):
        duello.Batch("color-bridge", 3).step(actions)


def test_actions_of_other_types_are_the_same():
    import array

    batches = [duello.Batch("color-bridge", 3, first=1) for _ in range(4)]
    given = (np.array([3, 4, 5], np.int32), np.array([3, 4, 5]), array.array("i", [3, 4, 5]), np.array([[3], [4], [5]]))
    for batch, actions in zip(batches, given, strict=True):
        batch.step(actions)
        assert same(batches[0], batch)
    assert [batches[0].move(i, 3) for i in range(3)] == ["4"] * 3


@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_actions_may_lie_anywhere(kind):
    """The sanitizer sees what an odd address does."""
    actions = np.frombuffer(b"\0" + np.array([3, 4, 5], kind).tobytes(), kind, offset=1)
    batch = duello.Batch("color-bridge", 3, first=1)
    batch.step(actions)
    assert np.asarray(batch.masks).sum(axis=0).tolist()[2:6] == [3, 2, 2, 2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"count": 0}, "count must be from 1"),
        ({"count": 2**40}, "count must be from 1"),
        ({"count": 1, "seed": -1}, "A seed must be"),
        ({"count": 1, "seed": 2**64}, "A seed must be"),
        ({"count": 1, "first": 3}, "first must be from 1 to 2"),
        ({"count": 1, "first_number": -1}, "first_number must be a number of at most 64 bits"),
        ({"count": 1, "rounds": -1}, "rounds must be from 0"),
        ({"count": 1, "threads": 0}, "threads must be from 1"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        duello.Batch("color-bridge", **arguments)


def test_arguments_have_names():
    for arguments in ((), ("color-bridge",), ("color-bridge", 1, 0, None, 0, 0, 1, 1), (None, 1), (3, 1)):
        with pytest.raises(TypeError):
            duello.Batch(*arguments)
    with pytest.raises(TypeError, match=r"Batch\(\) has no argument size"):
        duello.Batch("color-bridge", size=3)
    with pytest.raises(TypeError, match="count twice"):
        duello.Batch("color-bridge", 3, count=3)


def test_memory_that_cannot_be_had_is_an_error():
    with pytest.raises(MemoryError, match=r"4294967296 games need up to .+ of memory, and .+ are free\."):
        duello.Batch("color-clash", 2**32)


def test_one_thread_at_a_time_steps_a_batch():
    batch = duello.Batch("energy-capture", 20_000)
    refused, done = [], []

    def step():
        for _ in range(20):
            try:
                batch.step_randomly()
                done.append(1)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done
    assert len(done) + len(refused) == 80
    assert set(refused) <= {"Another thread is stepping this batch."}


def test_threads_do_not_follow_a_fork():
    batch = duello.Batch("color-bridge", 5000, threads=2)
    batch.step_randomly()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            batch.step_randomly()
        except RuntimeError:
            del batch
            gc.collect()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    batch.step_randomly()


def test_who_begins_can_be_said():
    assert set(np.asarray(duello.Batch("color-bridge", 100, first=2).movers)) == {1}
    assert set(np.asarray(duello.Batch("color-bridge", 100).movers)) == {0, 1}
    assert set(np.asarray(duello.Batch("color-clash", 100).movers)) == {0}


def test_a_coin_decides_after_undecided_rounds():
    endless = duello.game("color-bridge", length=2, run=2, reach=1)
    batch = duello.Batch(endless, 50, rounds=3)
    ends = []
    for _ in range(12):
        batch.step_randomly()
        ends.append(int(np.asarray(batch.ends).sum()))
    assert ends == [0, 0, 0, 0, 0, 50] * 2
