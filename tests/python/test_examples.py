"""The examples do what they say, as programs and as notebooks."""

import pathlib
import re
import subprocess
import sys

import nbclient
import nbformat
import pytest
from program import PATIENCE

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"
sys.path.insert(0, str(EXAMPLES))

import notebooks  # noqa: E402


def printed(name):
    done = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def printed_as_notebook(name):
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=PATIENCE, startup_timeout=PATIENCE).execute()
    return "".join(output.text for cell in notebook.cells for output in cell.get("outputs", []))


either_way = pytest.mark.parametrize("printed", [printed, printed_as_notebook], ids=["program", "notebook"])


@either_way
def test_the_learner_reaches_zero_regret(printed):
    out = printed("learner")
    regrets = [float(regret) for regret in re.findall(r"regret ([\d.]+)", out)]
    assert regrets[0] > 0.5
    assert regrets[-1] == 0
    assert re.search(r"It plays (.*)\nPerfect: \1\n", out)


@either_way
def test_a_tree_search_gets_better_with_its_budget(printed):
    right = [int(share) for share in re.findall(r"(\d+)% right", printed("tree_search"))]
    assert len(right) == 6
    assert right[0] < 60
    assert right[-1] >= 95


def test_regret_matching_finds_the_equilibrium():
    lost = [float(gain) for gain in re.findall(r"the best reply wins ([\d.]+)", printed("regret_matching"))]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 0.5
    assert lost[-1] < 0.001


def test_a_first_agent_plays_and_is_told_what_it_gave_away():
    out = printed("first_agent")
    assert out.startswith("game_id: ")
    assert "\n> 3\n" in out
    assert re.search(r"The game is over\.\n.*Accuracy: \d+%\n$", out, re.DOTALL)


@pytest.mark.parametrize("name", notebooks.NOTEBOOKS)
def test_a_notebook_is_made_of_its_example(name):
    assert (EXAMPLES / f"{name}.ipynb").read_text() == notebooks.notebook(name)
