"""`make python` opens a prompt with an example above it, which is all that is shown where there is no terminal."""

import pathlib
import subprocess
import sys

import pexpect
from program import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMPT = str(ROOT / "scripts" / "prompt")


def test_without_a_terminal_the_example_is_shown_with_its_results():
    done = subprocess.run(
        [sys.executable, PROMPT], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith('>>> solution.regret(position, "1-2")\n2\n')
    assert f"```\n{done.stdout}```\n" in (ROOT / "README.md").read_text()


def test_on_a_terminal_it_goes_on():
    with pexpect.spawn(sys.executable, [PROMPT], encoding="utf-8", timeout=PATIENCE) as prompt:
        prompt.expect_exact('>>> solution.regret(position, "1-2")\r\n2\r\n')
        prompt.expect_exact(">>> ")
        prompt.sendline("solution.best(position)[0] * 3")
        prompt.expect_exact("'444'\r\n")
        prompt.expect_exact(">>> ")
        prompt.sendline("exit()")
        prompt.expect(pexpect.EOF)
