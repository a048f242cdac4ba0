"""What comes along with the program: the manual."""

import re
import subprocess

import pytest
from table import PATIENCE, ROOT, run
from test_command_line import COMMANDS

MANUAL = ROOT / "docs" / "duello.1"


def manual():
    page = subprocess.run(["mandoc", "-T", "utf8", str(MANUAL)], capture_output=True, timeout=PATIENCE).stdout.decode()
    return re.sub(".\b", "", page)  # bold and underlined letters are struck twice


def test_the_manual_is_well_formed():
    done = subprocess.run(["mandoc", "-T", "lint", str(MANUAL)], capture_output=True, timeout=PATIENCE)
    assert done.stdout.decode() + done.stderr.decode() == ""
    assert done.returncode == 0
    assert manual().strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_manual_has_every_command_with_its_options(command):
    page = manual()
    assert re.search(rf"\b{command}\b", page)
    options = set(re.findall(r"--[a-z0-9-]+", run(command, "--help").out))
    assert options
    assert [option for option in options if not re.search(rf"{option}(?![a-z0-9-])", page)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_synopsis_has_every_option_of_a_command(command):
    synopsis = re.sub(r"\s+", " ", re.search(r"(?s)\nSYNOPSIS\n(.*?)\nDESCRIPTION\n", manual())[1]).replace("- ", "-")
    ways = " ".join(way for way in synopsis.split(" duello ") if re.match(rf"{command}\b", way))
    options = set(re.findall(r"--[a-z0-9-]+", run(command, "--help").out)) - set(re.findall(r"--[a-z]+", run("--help").out))
    if "[rules]" in ways:
        options -= {"--variant", "--set"}
    assert ways
    assert [option for option in options if not re.search(rf"{option}(?![a-z0-9-])", ways)] == []


def test_the_manual_has_the_options_of_the_program():
    page = manual()
    options = re.findall(r"--[a-z0-9-]+", run("--help").out)
    assert options
    assert [option for option in options if option not in page] == []
