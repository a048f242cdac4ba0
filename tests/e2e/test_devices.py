"""Who solves, and whether it says how fast: the processor, or a graphics processor that is not there."""

import json
import os
import re
import resource
from pathlib import Path

import pytest
from table import DUELLO, limited, run, unsanitized

FAKE = os.path.join(os.path.dirname(DUELLO), "tests", "fake_gpu")
SOLVE = ["solve", "color-bridge", "--set", "length=10", "--device"]

with_fake_gpu = pytest.mark.skipif(
    not os.path.exists(f"{FAKE}/libcuda.so.1"),
    reason=f"The library that stands in for a GPU's driver is not built: there is no {FAKE}/libcuda.so.1; the target fake_gpu makes it.",
)
WITHOUT_CODE = "The program was built without code for a GPU, as CMake found no clang that compiles it."


def solved(*args, fault=None):
    ran = run(*SOLVE, *args, LD_LIBRARY_PATH=FAKE, FAKE_GPU=fault)
    if "built without code" in ran.err:
        pytest.skip(WITHOUT_CODE)
    return ran


def lines(ran):
    return [line for line in ran.out.splitlines() if not line.startswith(("Positions", "Table"))]


@with_fake_gpu
def test_a_card_finds_what_the_processor_finds():
    expected = run(*SOLVE, "cpu")
    for distances in ("yes", "no"):
        assert lines(solved("gpu", "--distances", distances)) == lines(expected)
        assert lines(run(*SOLVE, "cpu", "--distances", distances)) == lines(expected)


@with_fake_gpu
def test_a_solve_says_what_it_used():
    assert "Table        who wins and how fast, by a card that is not there\n" in solved("gpu").out
    processor = r"by the processor with \d+ threads?\n"
    assert re.search(f"^Table        who wins and how fast, {processor}", run(*SOLVE, "cpu").out, re.M)
    assert re.search(f"^Table        who wins, without distances, {processor}", run(*SOLVE, "cpu", "--distances", "no").out, re.M)
    assert re.search(f"^Solved in .* ms, {processor}", run("solve", "energy-capture").out, re.M)
    assert json.loads(solved("gpu", "--distances", "no", "--json").out)["table"].startswith("who wins, without distances")


@with_fake_gpu
@pytest.mark.parametrize(
    "fault, sentence",
    [
        ("none", "There is a driver for a GPU here, but no GPU; say --device cpu."),
        ("broken", "The GPU's driver could not compile the code for it: a PTX JIT compilation failed; say --device cpu."),
        ("lost", "The GPU's driver could not do the work: unspecified launch failure."),
        ("wrong", "The GPU has solved the game wrongly; say --device cpu."),
        ("cuMemGetInfo_v2", "The GPU's driver could not say how much memory is free: something else; say --device cpu."),
    ],
)
def test_whatever_goes_wrong_is_one_sentence(fault, sentence):
    ran = solved("gpu", fault=fault)
    assert (ran.status, ran.out, ran.err) == (1, "", f"duello: {sentence}\n")
    assert solved("auto", fault=fault).status == 0


@with_fake_gpu
def test_what_does_not_fit_the_card_is_refused_with_what_would():
    ran = solved("gpu", "--set", "length=20", fault="small")
    assert ran.status == 1
    assert "are free on the GPU; the largest that fits is length=1" in ran.err


@pytest.mark.parametrize("library", [b"no library", next(Path("/lib").glob("*/libm.so.6")).read_bytes()])
def test_without_a_driver_there_is_one_sentence(tmp_path, library):
    (tmp_path / "libcuda.so.1").write_bytes(library)
    ran = run(*SOLVE, "gpu", LD_LIBRARY_PATH=str(tmp_path))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("duello: There is no driver for a GPU here") or "built without code" in ran.err
    assert run(*SOLVE, "auto", LD_LIBRARY_PATH=str(tmp_path)).err == ""


@with_fake_gpu
def test_what_fails_on_the_card_is_done_by_the_processor_unless_it_must_be_the_card():
    """Too large for anybody, so that nothing has to be solved for this."""
    args = ["--set", "length=31"]
    assert "could not take" in solved("gpu", *args, fault="boasting").err
    ran = solved("auto", *args, fault="boasting")
    assert ran.status == 1
    assert re.search(r"are free; the largest that fits is length=\d+\.$", ran.err)


@with_fake_gpu
@unsanitized
def test_a_table_to_be_kept_must_fit_here_too(tmp_path):
    ran = limited(resource.RLIMIT_AS, 1_000_000_000, *SOLVE, "gpu", "--set", "length=20", "--distances", "yes", "--table", str(tmp_path / "table"), LD_LIBRARY_PATH=FAKE)
    if "built without code" in ran.err:
        pytest.skip(WITHOUT_CODE)
    assert ran.status == 1
    assert re.match(r"duello: To be kept in a file, color-bridge length=20 .* are free; the largest that fits is length=1", ran.err)


@with_fake_gpu
def test_plies_that_nobody_knows_are_left_out(tmp_path):
    """On a card every look is slow, so that long wins are not followed to their end."""
    table = ["--table", str(tmp_path / "table")]
    args = ["--set", "length=12", "--set", "run=4", "--json"]
    found = json.loads(solved("gpu", "--distances", "no", *args, *table).out)
    expected = json.loads(run(*SOLVE, "cpu", *args).out)
    assert found["winner"] == expected["winner"]
    assert found["plies"] in (None, expected["plies"])
    assert json.loads(run(*SOLVE, "cpu", *args, *table).out)["plies"] in (None, expected["plies"])
