#!/usr/bin/env python3
"""A complete engine for Duello that plays Capture the Flag, by thinking every game through to its end.

Try it:  duello play capture-the-flag --p2 'engine:python3 examples/engine.py'
"""

import sys
from functools import cache

rules = {}


@cache
def winning(path, stride, mine, theirs):
    """How many spaces win for the side to move, or 0. Both sides count the spaces walked from their own flags."""
    for spaces in range(1, min(stride, path - mine) + 1):
        walked = mine + spaces
        if walked == path or walked + theirs == path or not winning(path, stride, theirs, walked):
            return spaces
    return 0


def best_move(moves):
    steps = [int(word) for word in moves if word != "swap"]  # that is the players changing seats, no step
    mover = len(steps) % 2
    return winning(2 * rules["flag"], rules["stride"], sum(steps[mover::2]), sum(steps[1 - mover :: 2])) or 1


moves = []
for line in sys.stdin:
    match line.split():
        case ["duello"]:
            print("id name Runner (Python)", "id author the Duello authors", "protocol 1", "ok", sep="\n")
        case ["game", "capture-the-flag", *settings]:
            rules = {"flag": 5, "stride": 3} | {key: int(value) for key, value in (s.split("=") for s in settings)}
        case ["game", other, *_]:
            print(f"error I only play capture-the-flag, not {other}")
        case ["ready"]:
            print("readyok")
        case ["position", "first", _, "moves", *moves]:
            pass
        case ["go", *_]:
            print("bestmove", best_move(moves))
        case ["quit"]:
            break
    sys.stdout.flush()
