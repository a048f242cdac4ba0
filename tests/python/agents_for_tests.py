"""Players that other processes can import, and the program to compare with."""

import os
import random
import signal
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DUELLO", str(ROOT / "build" / "release" / "duello"))


def program(*arguments: str) -> str:
    """What the program prints."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    return done.stdout


def undated(records: str) -> str:
    """Records without the day on which they were written."""
    return "".join(line for line in records.splitlines(keepends=True) if not line.startswith("[Date "))


def first_move(view):
    return view.legal[0]


def last_move(view):
    return view.legal[-1]


def nonsense(view):
    return "nonsense"


class Gambler:
    """Draws its moves by lot, the same lots in the same game."""

    name = "gambler"

    def __init__(self, seed=None):
        self.lots = random.Random(seed)

    def for_game(self, seed):
        return Gambler(seed)

    def __call__(self, view):
        return view.pick(self.lots.randrange(view.legal_count))


class Mortal:
    """Kills the process in which it is asked for the hundredth time, once."""

    name = "mortal"

    def __init__(self, marker, home):
        self.marker = str(marker)
        self.home = home
        self.asked = 0

    def __call__(self, view):
        self.asked += 1
        if os.getpid() != self.home and self.asked > 20:
            try:
                os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return view.legal[0]
