"""The program, as the tests of the package ask it."""

import json
import os
import subprocess
from pathlib import Path

# Seconds. Nothing takes this long unless something hangs, however busy the machine is. No test is about this limit.
PATIENCE = 600

PROGRAM = os.environ.get("DUELLO", str(Path(__file__).parents[2] / "build" / "release" / "duello"))


def said(*arguments, given="", home="/nonexistent"):
    """All that it says, with lines joined to sentences."""
    environment = {**os.environ, "HOME": home, "XDG_STATE_HOME": home, "NO_COLOR": "1"}
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=environment,
    )
    return done.stdout + done.stderr


def settings(game):
    return [word for setting in game.settings.split() for word in ("--set", setting)]


def analysis(position):
    """What the program makes of a position."""
    game = position.game
    moves = " ".join(position.moves)
    return json.loads(
        said("analyze", game.name, *settings(game), "--first", str(position.first), "--moves", moves, "--json")
    )
