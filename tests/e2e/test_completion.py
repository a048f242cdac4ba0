"""Tab in bash, zsh and fish: each shell itself is asked, as a user would ask it."""

import os
import re
import shlex
import shutil
import subprocess

import pytest
from table import DUELLO, GAMES, PATIENCE, ROOT, Session, environment, lines, run
from test_command_line import COMMANDS
from test_mistakes import FINISH

SCRIPTS = ROOT / "scripts"
LEVELS = [f"level:{n}" for n in range(1, 6)]
PROGRAMS = ["random", "perfect", *LEVELS]

# What stands behind `duello`, and what can become of its last word.
CASES = {
    "pl": ["play"],
    "xyz": [],
    "play color-b": ["color-bridge"],
    "rules c": [game for game in GAMES if game.startswith("c")],
    "perft en": ["energy-capture"],
    "perft energy-capture ": [],
    "play color-bridge --be": ["--best-of"],
    "play color-bridge --name": ["--name1", "--name2"],
    "list --j": ["--json"],
    "list --col": ["--color"],
    "puzzle color-bridge --level ": ["1", "2", "3", "4", "5"],
    "--ver": ["--version"],
    "--color ": ["auto", "always", "never"],
    "--color never pl": ["play"],
    "--color=never play color-b": ["color-bridge"],
    "list --color a": ["auto", "always"],
    "play --seed 3 color-b": ["color-bridge"],
    "play color-bridge --p1 r": ["random"],
    "play color-bridge --p1 level:": LEVELS,
    "play color-bridge --p2 level:4 --p1 level:5": ["level:5"],
    "play color-bridge --p2=lev": [f"--p2={level}" for level in LEVELS],
    "play color-bridge --p1 engi": ["engine:"],
    "play color-bridge --first ": ["1", "2", "random"],
    "analyze color-bridge --first ": ["1", "2"],
    "play color-clash --variant ro": ["roomy"],
    "play Clash --variant ro": ["roomy"],
    "arena --game color-clash --variant ro": ["roomy"],
    "play color-bridge --set le": ["length="],
    "arena --game color-br": ["color-bridge"],
    "arena --players random,perf": ["random,perfect"],
    "arena --player ": [*PROGRAMS, "engine:"],
    "engine --player l": LEVELS,
    "history --result u": ["unfinished"],
    "help pl": ["play"],
    "replay la": ["last"],
    "replay last --va": ["--values"],
    "review last --as ": ["1", "2"],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the program in it and one game kept, and a user's environment in which they are found."""
    folder = tmp_path_factory.mktemp("completion")
    (folder / "bin").mkdir()
    (folder / "bin" / "duello").symlink_to(DUELLO)
    (folder / "here").mkdir()
    (folder / "here" / "some-file").touch()
    (folder / "here" / "some-folder").mkdir()
    env = {"HOME": str(folder), "XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    env["PATH"] = f"{folder / 'bin'}:{os.environ['PATH']}"
    run("play", "color-bridge", stdin=lines(*FINISH["color-bridge"]), **env)
    run("play", "color-bridge", stdin=lines("5", "quit"), **env)
    names = [line.split()[0] for line in run("history", **env).out.splitlines()]
    assert len(names) == 2
    return folder / "here", env, names


def candidates(*words, **env):
    return run("complete", *words, **env).out.split()


@pytest.mark.parametrize("line", CASES)
def test_the_program_says_what_may_come_next(place, line):
    assert sorted(candidates(*line.split(" "), **place[1])) == sorted(CASES[line] + (["*files*"] if line == "replay la" else []))


def test_the_program_offers_every_command_and_every_option():
    assert set(candidates("")) == set(COMMANDS)
    for command in COMMANDS:
        options = set(re.findall(r"(?<![\w-])--[a-z0-9-]+", run(command, "--help").out))
        assert options and options <= set(candidates(command, "--"))


def test_the_program_offers_the_names_of_history(place):
    _, env, names = place
    assert set(names) | {"last", "*files*"} == set(candidates("replay", "", **env)) == set(candidates("review", "", **env))
    assert candidates("resume", "", **env) == ["*files*", names[0]]
    assert candidates("history", "--discard", "", **env) == [names[0]]


# Bash is asked as readline asks it: with its own way to take words apart at colons.
BASH = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -ra COMP_WORDS <<<"$(sed -E 's/([:=])/ \1 /g' <<<"$2")"
[[ $2 == *[[:blank:]] ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
_duello duello "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def bash(place, line):
    folder, env, _ = place
    command = ["bash", "-c", BASH, "bash", str(SCRIPTS / "duello.bash"), "duello " + line]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=folder, env=environment(**env), text=True)
    assert done.stderr == ""
    last = line.split(" ")[-1]
    kept = last[: max(last.rfind(":"), last.rfind("=")) + 1]  # what readline leaves alone
    return [kept + word for word in done.stdout.split()]


def fish(place, line):
    folder, env, _ = place
    script = f"source {shlex.quote(str(SCRIPTS))}/duello.fish; complete -C {repr('duello ' + line)}"
    command = ["fish", "--no-config", "-c", script]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=folder, env=environment(**env), text=True)
    assert done.stderr == ""
    return [word.split("\t")[0] for word in done.stdout.splitlines()]


ASKED = {"bash": bash, "fish": fish}


@pytest.mark.parametrize("shell", ASKED)
@pytest.mark.parametrize("line", CASES)
def test_a_shell_completes(place, shell, line):
    assert sorted(ASKED[shell](place, line)) == sorted(CASES[line])


@pytest.mark.parametrize("shell", ASKED)
def test_a_shell_completes_files_and_names_of_history(place, shell):
    _, _, names = place
    offered = {word.rstrip("/") for word in ASKED[shell](place, "replay ")}
    assert offered == {*names, "last", "some-file", "some-folder"}
    assert [word.rstrip("/") for word in ASKED[shell](place, "arena --log so")] == ["some-folder"]
    assert {word.rstrip("/") for word in ASKED[shell](place, "solve color-bridge --table so")} == {"some-file", "some-folder"}


# At a prompt, with a key.
PROMPTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1='READY '; source {scripts}/duello.bash"),
    "zsh": (["zsh", "-f", "-i"], "PS1='READY '; autoload -Uz compinit && compinit -u -D && source {scripts}/duello.zsh"),
    "fish": (["fish", "--no-config", "-i"], "function fish_prompt; echo -n 'READY '; end; source {scripts}/duello.fish"),
}
TYPED = {
    "duello pl": "duello play ",
    "duello play color-b": "duello play color-bridge ",
    "duello play color-bridge --p2 le": "duello play color-bridge --p2 level:",
    "duello play color-bridge --p2 engi": "duello play color-bridge --p2 engine:",
    "duello --color never solve en": "duello --color never solve energy-capture ",
    "duello play color-bridge --p2 level:3 --p1 perf": "duello play color-bridge --p2 level:3 --p1 perfect ",
    "duello arena --players random,perf": "duello arena --players random,perfect ",
}


@pytest.mark.parametrize("shell", PROMPTS)
def test_tab_completes_what_is_typed(place, shell):
    folder, env, _ = place
    command, setup = PROMPTS[shell]
    session = Session(command=[shutil.which(shell), *command[1:]], columns=100, cwd=str(folder), **{**env, "TERM": "xterm"})
    try:
        session.press(setup.format(scripts=shlex.quote(str(SCRIPTS))) + "\r")
        session.wait_until(lambda: session.terminal.cursor_line.startswith("READY "), "a prompt")
        for typed, becomes in TYPED.items():
            session.press(typed + "\t")
            session.wait_until(lambda: session.terminal.cursor_line == "READY " + becomes, repr(becomes))
            session.press("\x15")
            session.wait_until(lambda: session.terminal.cursor_line == "READY ", "an empty line")
    finally:
        session.close()


