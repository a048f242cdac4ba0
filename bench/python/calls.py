"""Prints what single calls of the package cost, in nanoseconds of processor time.

`calls.py` measures the package that is installed; `calls.py ONE TWO` two of them in turns, each in the environment of
that Python, so that both see the same machine. The best of many short times counts, as others are on the machine, too.
"""

import json
import subprocess
import sys
import time

TURNS = 7
ROUNDS = 40
SECONDS = 0.001


def cost(work):
    """Nanoseconds a call, at best."""
    count, took = 1, 0.0
    while took < SECONDS:
        count *= 2
        start = time.perf_counter()
        for _ in range(count):
            work()
        took = time.perf_counter() - start
    best = took
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(count):
            work()
        best = min(best, time.perf_counter() - start)
    return 1e9 * best / count


def calls():
    import numpy

    import duello

    game = duello.game("color-bridge")
    position = game.position(["5-6"])
    again = game.position(["5-6"])
    view = position.view(2)
    solution = game.solve()
    works = {
        "game.start()": game.start,
        "game.start(first=2)": lambda: game.start(first=2),
        "position.play(move)": lambda: position.play("1-2"),
        "position.step(action)": lambda: position.step(0),
        "position.view(seat)": lambda: position.view(2),
        "position.pick(index)": lambda: position.pick(3),
        "position.mover": lambda: position.mover,
        "position.outcome": lambda: position.outcome,
        "position.legal": lambda: position.legal,
        "position.legal_count": lambda: position.legal_count,
        "position.mask": lambda: position.mask,
        "position.moves": lambda: position.moves,
        "position.game": lambda: position.game,
        "position == position": lambda: position == again,
        "hash(position)": lambda: hash(position),
        "str(position)": lambda: str(position),
        "view.mask": lambda: view.mask,
        "view.observation": lambda: view.observation,
        "view.legal": lambda: view.legal,
        "solution[position]": lambda: solution[position],
        "solution.best(position)": lambda: solution.best(position),
        "solution.regret(position, move)": lambda: solution.regret(position, "1"),
    }
    for games in (1, 64, 4096):
        batch = duello.Batch(game, games, seed=1)
        actions = numpy.array(batch.random_actions())
        works[f"{games}: batch.step(array)"] = lambda batch=batch, actions=actions: batch.step(actions)
        works[f"{games}: batch.step_randomly()"] = batch.step_randomly
        works[f"{games}: batch.step(random_actions())"] = lambda batch=batch: batch.step(batch.random_actions())
        works[f"{games}: asarray(batch.masks)"] = lambda batch=batch: numpy.asarray(batch.masks)
    return {name: cost(work) for name, work in works.items()}


def measured(python):
    told = subprocess.run([python, __file__, "--json"], check=True, capture_output=True, text=True).stdout
    return json.loads(told)


def main(pythons):
    best = [{} for _ in pythons]
    for _ in range(TURNS):
        for which, python in enumerate(pythons):
            for name, took in measured(python).items():
                best[which][name] = min(took, best[which].get(name, took))
    for name, one in best[0].items():
        others = "".join(f"{each[name]:>12.0f}{each[name] / one:>8.2f}" for each in best[1:])
        print(f"{name:<36}{one:>12.0f}{others}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--json"]:
        print(json.dumps(calls()))
    else:
        main(sys.argv[1:] or [sys.executable])
