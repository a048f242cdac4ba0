"""Nothing grows, nothing crashes: long use, threads, other interpreters."""

import gc
import random
import resource
import subprocess
import sys
import threading

import pytest
from program import PATIENCE

import duello

# What costs next to nothing to import, or is there already in most programs.
QUICK = {
    *("abc", "annotationlib", "ast", "atexit", "collections", "contextlib", "copyreg", "enum", "functools", "heapq"),
    *("itertools", "keyword", "operator", "opcode", "re", "reprlib", "sre", "string", "types", "typing", "warnings"),
    "weakref",
}


def used():
    """Bytes that this process has in memory now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def play(game):
    chance = random.Random(1)
    position = game.start()
    while position.mover:
        view = position.view(position.mover)
        view.observation, view.mask, view.moves, hash(view), hash(position), str(position), view.scene()
        position = position.step(chance.choice([action for action, legal in enumerate(view.mask) if legal]))
    return position.outcome


def wrong(game):
    for act in (
        lambda: game.start().play("nothing"),
        lambda: game.start().step(-1),
        lambda: duello.game("nothing"),
        lambda: duello.Batch(game, -1),
        lambda: game.start().view(9),
        lambda: game.position(["zz"]),
    ):
        with pytest.raises((ValueError, TypeError)):
            act()


def batches(game):
    batch = duello.Batch(game, 50)
    for _ in range(5):
        batch.step(batch.random_actions())
        memoryview(batch.observations), batch.masks.__dlpack__(), batch.rewards.__dlpack__(max_version=(1, 0))


def solve(game):
    if game.hidden:
        game.equilibrium().exploitability({(15, 0, 0, 0, 0): 1}, ordered=True)
    else:
        solution = game.solve()
        solution.moves(game.start()), solution.line(game.start()), memoryview(solution.table)


@pytest.mark.parametrize("work", [play, wrong, batches, solve])
def test_nothing_grows(work):
    games = [duello.game(name) for name in duello.games()]
    for game in games:
        for _ in range(20):
            work(game)
    gc.collect()
    objects, before = len(gc.get_objects()), used()
    for game in games:
        for _ in range(60):
            work(game)
    gc.collect()
    assert len(gc.get_objects()) < objects + 200
    assert used() < before + 4_000_000


def test_reference_counts_stay():
    game = duello.game("color-bridge")
    position = game.start()
    for thing in (game, position, duello.Position, duello.View, duello.Outcome):
        before = sys.getrefcount(thing)
        for _ in range(200):
            play(game)
            position.view(1), position.play("1"), position.game, position.mask, repr(position), position == position
        gc.collect()
        assert abs(sys.getrefcount(thing) - before) < 20


def test_threads_share_games_and_positions():
    games = [duello.game(name) for name in duello.games()]
    starts = [game.start() for game in games]
    troubles = []

    def work():
        try:
            for _ in range(5):
                for game, start in zip(games, starts, strict=True):
                    play(game)
                    assert hash(start) == hash(game.start())
                    batches(game)
                    solve(game)
        except BaseException as trouble:
            troubles.append(trouble)
            raise

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles


IN_ANOTHER = """
import sys
sys.path[:] = {path!r}
try:
    import duello
except ImportError as error:
    assert str(error) == "Only the main interpreter of a process can import duello.", error
else:
    raise SystemExit("no error")
"""


def test_other_interpreters_are_refused_and_break_nothing():
    """In a process of its own, so that a crash is a test that fails."""
    script = f"""
import sys
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
import threading, duello
code = {IN_ANOTHER.format(path=sys.path)!r}
def run():
    for _ in range(3):
        try:
            other = interpreters.create()
        except TypeError:
            other = interpreters.create("legacy")
        interpreters.run_string(other, code)
        interpreters.destroy(other)
run()
threads = [threading.Thread(target=run) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
game = duello.game(duello.games()[1])
assert game.solve()[game.start()].kind == "win"
print("well")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr


def test_it_is_imported_quickly_and_brings_nothing_along():
    """Nothing but itself and a few modules of Python that are quick."""
    script = "import sys; before = set(sys.modules); import duello; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    brought = {module.split(".")[0].lstrip("_") for module in done.stdout.split()}
    assert brought - {"duello"} <= QUICK


def test_it_ends_while_threads_work():
    """The process ends although a thread solves and another one steps."""
    script = """
import threading, time, duello
def solve(): duello.game("color-bridge", length=17).solve()
def step():
    batch = duello.Batch("energy-capture", 100_000, threads=2)
    while True: batch.step_randomly()
for work in (solve, step): threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
