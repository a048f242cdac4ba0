"""What the compiler and the linker have done to both programs, so that errors in memory are harder to use."""

import platform
import re
import subprocess
from pathlib import Path

import pytest
from table import DUELLO, IS_SANITIZED

pytestmark = pytest.mark.skipif(IS_SANITIZED, reason="only what is given away is hardened")


def told(program, *options):
    return subprocess.run(["readelf", "--wide", *options, program], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", ["duello", "duello-server"])
def test_programs_are_hardened(name):
    program = Path(DUELLO).with_name(name)
    assert re.search(r"Type:\s+DYN \(Position-Independent Executable", told(program, "--file-header"))
    dynamic = told(program, "--dynamic")
    assert re.search(r"\(FLAGS_1\).*\bNOW\b.*\bPIE\b", dynamic), dynamic
    segments = told(program, "--program-headers")
    assert re.search(r"^\s+GNU_RELRO ", segments, re.M)
    assert re.search(r"^\s+GNU_STACK .* RW +0x", segments, re.M), segments
    imported = told(program, "--dyn-syms")
    assert "__stack_chk_fail" in imported
    assert re.search(r" __(memcpy|memmove|memset|snprintf|fprintf|read|recv)_chk\b", imported), "FORTIFY_SOURCE"
    if platform.machine() == "x86_64":
        # Wherever a jump through a pointer may arrive.
        endbr64 = b"\xf3\x0f\x1e\xfa"
        assert program.read_bytes().count(endbr64) > 1000
