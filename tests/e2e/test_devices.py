"""Who solves, and whether it says how fast: the processor, or a graphics processor that is not there."""

import json
import os

import pytest
from table import DUELLO, run

FAKE = os.path.join(os.path.dirname(DUELLO), "tests", "fake_gpu")
SOLVE = ["solve", "color-bridge", "--set", "length=10", "--device"]

pytestmark = pytest.mark.skipif(not os.path.exists(f"{FAKE}/libcuda.so.1"), reason="the tests' driver is not built")


def solved(*args, fault=None):
    ran = run(*SOLVE, *args, LD_LIBRARY_PATH=FAKE, FAKE_GPU=fault)
    if "has no code" in ran.err:
        pytest.skip("the program was built without code for a GPU")
    return ran


def lines(ran):
    return [line for line in ran.out.splitlines() if not line.startswith(("Positions", "Table"))]


def test_a_card_finds_what_the_processor_finds():
    expected = run(*SOLVE, "cpu")
    for distances in ("yes", "no"):
        assert lines(solved("gpu", "--distances", distances)) == lines(expected)
        assert lines(run(*SOLVE, "cpu", "--distances", distances)) == lines(expected)


def test_a_solve_says_what_it_used():
    assert "Table        who wins and how fast, by a card that is not there\n" in solved("gpu").out
    assert "Table        who wins, without distances\n" in run(*SOLVE, "cpu", "--distances", "no").out
    assert "Table" not in run(*SOLVE, "cpu").out
    assert json.loads(solved("gpu", "--distances", "no", "--json").out)["table"].startswith("who wins, without distances")


@pytest.mark.parametrize(
    "fault, sentence",
    [
        ("none", "There is a driver for a GPU here, but no GPU; say --device cpu."),
        ("broken", "The GPU's driver could not compile the code for it: a PTX JIT compilation failed; say --device cpu."),
        ("lost", "The GPU's driver could not do the work: unspecified launch failure."),
    ],
)
def test_whatever_goes_wrong_is_one_sentence(fault, sentence):
    ran = solved("gpu", fault=fault)
    assert (ran.status, ran.out, ran.err) == (1, "", f"duello: {sentence}\n")
    assert solved("auto", fault=fault).status == 0


def test_what_does_not_fit_the_card_is_refused_with_what_would():
    ran = solved("gpu", "--set", "length=20", fault="small")
    assert ran.status == 1
    assert "are free on the GPU; the largest that fits is length=1" in ran.err


def test_without_a_driver_there_is_one_sentence(tmp_path):
    (tmp_path / "libcuda.so.1").write_text("no library")
    ran = run(*SOLVE, "gpu", LD_LIBRARY_PATH=str(tmp_path))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("duello: There is no driver for a GPU here") or "has no code" in ran.err
    assert run(*SOLVE, "auto", LD_LIBRARY_PATH=str(tmp_path)).err == ""


def test_plies_that_nobody_knows_are_left_out(tmp_path):
    """On a card every look is slow, so that long wins are not followed to their end."""
    table = ["--table", str(tmp_path / "table")]
    args = ["--set", "length=12", "--set", "run=4", "--json"]
    found = json.loads(solved("gpu", "--distances", "no", *args, *table).out)
    expected = json.loads(run(*SOLVE, "cpu", *args).out)
    assert found["winner"] == expected["winner"]
    assert found["plies"] in (None, expected["plies"])
    assert json.loads(run(*SOLVE, "cpu", *args, *table).out)["plies"] in (None, expected["plies"])
