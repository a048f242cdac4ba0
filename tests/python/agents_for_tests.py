"""Players that other processes can import, and the program to compare with."""

import os
import random
import signal
import subprocess

from program import PROGRAM


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
    """Kills the process in which it is asked once the work is well under way; one process, and not the home."""

    name = "mortal"
    often = 60

    def __init__(self, folder, home):
        self.folder = str(folder)
        self.home = home

    def __call__(self, view):
        if os.getpid() != self.home:
            with open(os.path.join(self.folder, "asked"), "ab", buffering=0) as asked:
                asked.write(b".")
            if os.stat(asked.name).st_size >= self.often and self.is_the_one():
                os.kill(os.getpid(), signal.SIGKILL)
        return view.legal[0]

    def is_the_one(self):
        try:
            os.close(os.open(os.path.join(self.folder, "died"), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True
