"""What comes along with the program: the completion for bash, and the manual."""

import re
import shutil
import subprocess

import pytest
from table import DUELLO, GAMES, PATIENCE, ROOT, environment, run
from test_command_line import COMMANDS

COMPLETION = ROOT / "scripts" / "duello.bash"
MANUAL = ROOT / "docs" / "duello.1"

# Asks bash for its completion of `duello WORDS` as if Tab were pressed behind the last of them.
ASK = r"""
source "$1"
function=$(complete -p duello) && function=${function#*-F } && function=${function%% *}
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
"$function" duello "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def completions(tmp_path):
    (tmp_path / "duello").symlink_to(DUELLO)
    (tmp_path / "play-ground").touch()
    env = environment()
    env["PATH"] = f"{tmp_path}:{env['PATH']}"

    def ask(*words):
        command = ["bash", "-c", ASK, "bash", str(COMPLETION), "duello", *words]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=tmp_path, env=env)
        assert done.stderr == b""
        return {word.strip() for word in done.stdout.decode().splitlines() if word.strip()}

    return ask


@pytest.mark.parametrize(
    "words, offered",
    [
        (["pl"], ["play"]),
        (["li"], ["list"]),
        (["xyz"], []),
        (["play", "color-b"], ["color-bridge"]),
        (["rules", "c"], [game for game in GAMES if game.startswith("c")]),
        (["perft", "en"], ["energy-capture"]),
        (["play", "color-bridge", "--be"], ["--best-of"]),
        (["play", "color-bridge", "--name"], ["--name1", "--name2"]),
        (["list", "--j"], ["--json"]),
        (["puzzle", "color-bridge", "--level", ""], ["1", "2", "3", "4", "5"]),
        (["--ver"], ["--version"]),
        (["play", "color-bridge", "--p1", "r"], ["random"]),
        (["play", "color-bridge", "--first", ""], ["1", "2", "random"]),
        (["list", "--color", "a"], ["auto", "always"]),
    ],
    ids=lambda value: " ".join(value) or "nothing",
)
def test_bash_completes(completions, words, offered):
    assert completions(*words) == set(offered)


def test_bash_completes_every_command_and_no_file(completions):
    assert set(COMMANDS) <= completions("")
    assert completions("play") == {"play"}


def manual():
    page = subprocess.run(["mandoc", "-T", "utf8", str(MANUAL)], capture_output=True, timeout=PATIENCE).stdout.decode()
    return re.sub(".\b", "", page)  # bold and underlined letters are struck twice


needs_mandoc = pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")


@needs_mandoc
def test_the_manual_is_well_formed():
    done = subprocess.run(["mandoc", "-T", "lint", str(MANUAL)], capture_output=True, timeout=PATIENCE)
    assert done.stdout.decode() + done.stderr.decode() == ""
    assert done.returncode == 0
    assert manual().strip()


@needs_mandoc
@pytest.mark.parametrize("command", COMMANDS)
def test_the_manual_has_every_command_with_its_options(command):
    page = manual()
    assert re.search(rf"\b{command}\b", page)
    options = set(re.findall(r"--[a-z0-9-]+", run(command, "--help").out))
    assert options
    assert [option for option in options if not re.search(rf"{option}(?![a-z0-9-])", page)] == []


@needs_mandoc
def test_the_manual_has_the_options_of_the_program():
    page = manual()
    options = re.findall(r"--[a-z0-9-]+", run("--help").out)
    assert options
    assert [option for option in options if option not in page] == []
