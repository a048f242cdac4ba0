"""What the solver finds, whatever the compiler has made of it: the same figures as are written down."""

import json

import pytest
from table import ROOT, run, written_down

FIGURES = ROOT / "tests" / "figures"
SWEEPS = {
    "color-bridge": ["length=3..10", "run=3..4", "reach=1..3"],
    "color-capture": ["tokens=3..12", "colors=2..3", "majority=end"],
    "capture-the-flag": ["flag=2..10", "stride=1..4"],
    "color-clash": ["disks=1..3", "positions=3..9"],
}


def sweep(game):
    options = [word for setting in SWEEPS[game] for word in ("--set", setting)]
    ran = run("lab", game, *options, "--games", "20", "--seed", "1", "--csv")
    assert (ran.status, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize("game", SWEEPS)
def test_a_sweep_of_rules_gives_the_figures_that_are_written_down(game):
    """UPDATE_FIGURES=1 writes them; the slow solver of the suites says whether they are right."""
    found = sweep(game)
    assert found == written_down(FIGURES / f"{game}.csv", found, "UPDATE_FIGURES")


def test_the_books_games_are_decided_as_the_results_say():
    found = {game: json.loads(run("solve", game, "--json").out) for game in SWEEPS}
    assert {game: (answer["winner"], answer["plies"]) for game, answer in found.items()} == {
        "color-bridge": (1, 3),
        "color-capture": (1, 11),
        "capture-the-flag": (1, 5),
        "color-clash": (1, 1),
    }
