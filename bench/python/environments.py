"""Prints how fast Python steps, imports and solves, beside plain environments of the same games and the program.

`environments.py PROGRAM` with the path of the program. Steps are counted by processor time, so that others on the
machine do not matter much, and the best of three counts. Only what two threads do is by the clock: there the best of
many short times counts, since others need to be quiet on both cores.
"""

import json
import subprocess
import sys
import time
from functools import partial
from random import Random

import plain

import duello
from duello.environments import gymnasium, pettingzoo

GAMES = 4096
SECONDS = 0.25
TIMES = 3
SHORT_TIMES = 1500
SHORT_STEPS = 3
PLAIN = {"color-bridge": plain.PlainBridge, "capture-the-flag": plain.PlainFlag}


def rate(work, steps, clock=time.process_time):
    """Steps a second; `work` does so many of them, or says how many."""
    best = 0.0
    for _ in range(TIMES):
        done = 0
        start = clock()
        while (passed := clock() - start) < SECONDS:
            done += work() or steps
        best = max(best, done / passed)
    return best


def random_game(env, lots):
    """Plays one to the end, as PettingZoo has it; how many steps that took."""
    env.reset()
    steps = 0
    for _ in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        if terminated:
            env.step(None)
            continue
        legal = seen["action_mask"].nonzero()[0]
        env.step(int(legal[lots.randrange(len(legal))]))
        steps += 1
    return steps


def bare_game(raw, lots):
    """Of a plain environment only the rules, the masks and the observations, without what PettingZoo asks for."""
    raw.reset()
    steps = 0
    while True:
        agent = raw.agent_selection
        player = raw.possible_agents.index(agent) + 1
        legal = raw.observe(agent)["action_mask"].nonzero()[0]
        raw.play(player, int(legal[lots.randrange(len(legal))]))
        steps += 1
        if raw.has_won(player):
            return steps
        raw.agent_selection = raw.possible_agents[2 - player]


def on_threads(game):
    """Steps a second of one thread and of two, by the clock, in turns."""
    batches = [duello.Batch(game, 2 * GAMES, seed=1, threads=count) for count in (1, 2)]
    best = [0.0, 0.0]
    for _ in range(SHORT_TIMES):
        for which, batch in enumerate(batches):
            start = time.perf_counter()
            for _ in range(SHORT_STEPS):
                batch.step_randomly()
            best[which] = max(best[which], SHORT_STEPS * len(batch) / (time.perf_counter() - start))
    return best


def vector(game):
    """The vector environment, and the batch alone, given the same actions."""
    envs = gymnasium.Duels(game, GAMES)
    envs.reset(seed=1)
    batch = duello.Batch(game, GAMES, seed=1)
    by_env = by_batch = 0.0
    for _ in range(2):  # in turns, so that both see the same machine
        by_batch = max(by_batch, rate(lambda: batch.step(batch.random_actions()), GAMES))
        by_env = max(by_env, rate(lambda: envs.step(envs.random_actions()) and None, GAMES))
    return by_env, by_batch


def processor_time(command):
    """Of a process of its own."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)"
    )
    told = [
        subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True).stdout
        for _ in range(9)
    ]
    return min(float(each.split()[-1]) for each in told)


def steps_table():
    print(
        f"{'Million steps a second':<24}{'plain':>8}{'bare':>8}{'pettingzoo':>12}{'batch':>8}{'vector':>8}{'of it':>7}"
        f"{'random':>8}{'2 threads':>11}{'times':>7}{'of plain':>10}{'of bare':>9}"
    )
    for name in duello.games():
        game = duello.game(name)
        lots = Random(1)
        slow = rate(partial(random_game, plain.env(PLAIN[name]()), lots), 0) if name in PLAIN else None
        bare = rate(partial(bare_game, PLAIN[name](), lots), 0) if name in PLAIN else None
        zoo = rate(partial(random_game, pettingzoo.env(game), lots), 0)
        by_env, by_batch = vector(game)
        batch = duello.Batch(game, GAMES, seed=1)
        alone = rate(batch.step_randomly, GAMES)
        one, two = on_threads(game)
        print(
            f"{game.title:<24}{f'{slow / 1e6:.4f}' if slow else '':>8}{f'{bare / 1e6:.4f}' if bare else '':>8}"
            f"{zoo / 1e6:>12.3f}{by_batch / 1e6:>8.1f}{by_env / 1e6:>8.1f}{by_env / by_batch:>7.0%}{alone / 1e6:>8.1f}"
            f"{two / 1e6:>11.1f}{two / one:>7.2f}{f'{alone / slow:.0f}' if slow else '':>10}"
            f"{f'{alone / bare:.0f}' if bare else '':>9}"
        )


def import_table():
    bare = processor_time([sys.executable, "-c", "pass"])
    whole = processor_time([sys.executable, "-c", "import duello"])
    print(f"\nimport duello: {1000 * (whole - bare):.1f} ms beside the {1000 * bare:.1f} ms of Python itself")


def solve_table(program):
    print(f"\n{'Solved in ms':<26}{'python':>9}{'program':>9}")
    for name, length in (("color-bridge", 13), ("color-bridge", 15)):
        asked = [program, "solve", name, "--set", f"length={length}", "--json"]
        told = [
            json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)["seconds"]
            for _ in range(5)
        ]
        ours = []
        for _ in range(5):
            game = duello.game(name, length=length)
            start = time.perf_counter()
            game.solve()
            ours.append(time.perf_counter() - start)
        print(f"{f'{name} length={length}':<26}{1000 * min(ours):>9.1f}{1000 * min(told):>9.1f}")


def main():
    steps_table()
    import_table()
    if len(sys.argv) > 1:
        solve_table(sys.argv[1])


if __name__ == "__main__":
    main()
