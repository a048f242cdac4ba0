"""Golden games: tests/transcripts/NAME.args and NAME.in go in, exactly NAME.out comes out.

UPDATE_TRANSCRIPTS=1 rewrites the .out files; read them against the rule books before they are kept.
"""

import shlex

import pytest
from table import ROOT, run, written_down

TRANSCRIPTS = ROOT / "tests" / "transcripts"
NAMES = sorted(path.stem for path in TRANSCRIPTS.glob("*.args"))


def transcript(name):
    args = shlex.split((TRANSCRIPTS / f"{name}.args").read_text())
    ran = run(*args, stdin=(TRANSCRIPTS / f"{name}.in").read_bytes())
    complaints = "".join(f"[stderr] {line}\n" for line in ran.err.splitlines())
    return f"{ran.out}{complaints}[exit {ran.status}]\n"


@pytest.mark.parametrize("name", NAMES)
def test_game_reads_as_it_is_written_down(name):
    played = transcript(name)
    assert played == written_down(TRANSCRIPTS / f"{name}.out", played, "UPDATE_TRANSCRIPTS")


def test_every_transcript_is_complete_and_every_file_belongs_to_one():
    kinds = {}
    for path in TRANSCRIPTS.iterdir():
        kinds.setdefault(path.stem, set()).add(path.suffix)
    assert NAMES
    assert kinds == {name: {".args", ".in", ".out"} for name in NAMES}
