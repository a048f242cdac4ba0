"""Energy Capture in real terminals: what can be found by scrolling up when the next player sits down.

The amounts that are placed here have the digits 6 to 9. Nothing that is public before a reveal has one of those.
"""

import re
import subprocess
import tempfile
import uuid

import pytest
from table import DUELLO, environment, plain, poll

BEGINS = "press Enter to begin:"
UNSEEN = "What you type is not shown."


class Tmux:
    """A program in a window of tmux, with as much scrollback as anybody has."""

    def __init__(self, *command, options=(), rows=24):
        self._socket = f"duello-{uuid.uuid4().hex}"
        self._env = environment(TERM="xterm-256color")
        words = [word for option in options for word in ["set", "-g", *option, ";"]]
        self._call("-f", "/dev/null", "start-server", ";", "set", "-g", "exit-empty", "off", ";", *words,
                   "new-session", "-d", "-x", "80", "-y", str(rows), *command)  # fmt: skip

    def _call(self, *words):
        done = subprocess.run(["tmux", "-L", self._socket, *words], env=self._env, capture_output=True, check=True)
        return done.stdout.decode()

    def type(self, *keys):
        self._call("send-keys", *keys)

    def resize(self, rows):
        self._call("resize-window", "-y", str(rows))

    @property
    def screen(self):
        return self._call("capture-pane", "-p")

    @property
    def all_of_it(self):
        return self._call("capture-pane", "-p", "-S", "-")

    def wait_for(self, text):
        poll(lambda: text in self.screen, repr(text))
        return self

    def close(self):
        self._call("kill-server")


@pytest.fixture
def tmux():
    opened = []

    def start(*command, **settings):
        opened.append(Tmux(*command, **settings))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def secrets(text):
    return re.findall("[6-9]", text)


OFF = [("alternate-screen", "off")]
PLAY = [DUELLO, "play", "energy-capture", "--no-record"]


def test_tmux_shows_pages_where_it_has_them(tmux):
    table = tmux(*PLAY).wait_for(BEGINS)
    table.type("Enter")
    table.wait_for("eyes only").type("1:7", "Enter")
    table.wait_for("Your move: 1:7").type("Enter")
    table.wait_for("Player 2, " + BEGINS)
    assert secrets(table.all_of_it) == []


def test_tmux_without_an_alternate_screen_shows_nothing_that_is_typed(tmux):
    table = tmux(*PLAY, options=OFF).wait_for("(e.g., Node1:5, Node2:3):")
    assert UNSEEN in table.screen
    for turn, typed in enumerate(["1:7", "2:8"], 1):
        table.type(typed, "Enter")
        poll(lambda count=turn: table.all_of_it.count("has allocated") == count, "the turn")
        # What is typed before the next player is asked is thrown away.
        poll(lambda: table.screen.rstrip().endswith("- Enter allocation:"), "the next question")
    assert secrets(table.all_of_it) == []


def test_a_page_that_shrinks_leaves_nothing_in_the_scrollback(tmux):
    table = tmux(*PLAY).wait_for(BEGINS)
    table.type("Enter")
    table.wait_for("eyes only").type("1:7")
    table.wait_for("1:7")
    table.resize(6)
    table.wait_for("1:7").type("Enter")
    table.wait_for("Your move: 1:7").type("Enter")
    table.wait_for(BEGINS)
    table.resize(24)
    assert secrets(table.all_of_it) == []


def test_a_viewer_leaves_nothing_in_the_scrollback(tmux, tmp_path):
    record = tmp_path / "game"
    record.write_text('[Game "color-bridge"]\n[Result "1-0"]\n\n1. 5-6 7 2. 4 1-0\n')
    viewer = tmux(DUELLO, "replay", str(record), options=OFF).wait_for("q quits")
    viewer.type("Right", "Right", "Right")
    viewer.wait_for("wins by forming")
    assert viewer.all_of_it.count("Color Bridge") == 1


@pytest.mark.parametrize("alternate", ["off", "on"])
def test_screen_keeps_secrets_with_and_without_an_alternate_screen(sit, tmp_path, alternate):
    (tmp_path / "screenrc").write_text(f"altscreen {alternate}\nstartup_message off\ndefscrollback 1000\n")
    # The name of a socket must not be long.
    sockets = tempfile.TemporaryDirectory(dir="/tmp")
    name = uuid.uuid4().hex
    command = ["screen", "-c", str(tmp_path / "screenrc"), "-S", name, *PLAY]
    table = sit(command=command, TERM="xterm", SCREENDIR=sockets.name)
    try:
        if alternate == "off":
            table.wait_for(UNSEEN).wait_for("Node2:3): ")
            table.press("1:7\r")
        else:
            table.wait_for(BEGINS)
            table.press("\r")
            table.wait_for("eyes only")
            table.press("1:7\r")
            table.wait_for("Your move: 1:7")
            table.press("\r")
        table.wait_for("has allocated")
        copy = tmp_path / "all"
        env = environment(SCREENDIR=sockets.name)
        subprocess.run(["screen", "-S", name, "-X", "hardcopy", "-h", str(copy)], env=env, check=True)
        poll(lambda: copy.exists() and copy.stat().st_size != 0, "the scrollback")
        assert secrets(copy.read_text(errors="replace")) == []
    finally:
        subprocess.run(["screen", "-S", name, "-X", "quit"], env=environment(SCREENDIR=sockets.name), check=False)
        sockets.cleanup()


@pytest.mark.parametrize("term", ["vt100", "linux", "no-such-terminal"])
def test_a_terminal_whose_description_has_no_pages_shows_nothing_that_is_typed(sit, term):
    session = sit("play", "energy-capture", TERM=term).wait_for_prompt()
    assert UNSEEN in session.fresh
    for typed in ["1:7", "2:8", "moves", "pass"]:
        session.wait_for_no_echo()
        session.enter(typed)
    assert secrets(plain(session.terminal.raw)) == []
    assert b"\x1b[?1049h" not in session.terminal.raw


def test_a_terminal_that_does_not_answer_shows_nothing_that_is_typed(sit):
    session = sit("play", "energy-capture")
    session.terminal.is_deaf = True
    session.wait_for(UNSEEN).wait_for_prompt()
    session.wait_for_no_echo()
    session.enter("1:7")
    assert secrets(plain(session.terminal.raw)) == []


def test_what_is_typed_before_the_terminal_answers_is_not_taken_for_the_answer(sit):
    """It begins no turn either."""
    session = sit("play", "energy-capture", "--name1", "Ann")
    session.press("\r1:7\r")
    session.wait_for("Ann, " + BEGINS)
    assert session.terminal.page_is_open
    session.enter("", "1:6")
    assert "Your move: 1:6" in session.terminal.screen


@pytest.mark.parametrize("keys, status", [("\x03", 130), ("\x1c", -3)], ids=["Ctrl-C", "Ctrl-backslash"])
def test_a_question_to_the_terminal_can_be_interrupted(sit, keys, status):
    session = sit("play", "energy-capture")
    session.terminal.is_deaf = True
    session.wait_for("Allocation Phase").wait_for_no_echo()
    session.press(keys)
    assert session.end() in (status, 128 - status)


def test_an_answer_that_comes_too_late_is_not_taken_for_something_typed(sit):
    session = sit("play", "energy-capture")
    session.terminal.is_deaf = True
    session.wait_for(UNSEEN).wait_for_prompt()
    session.wait_for_no_echo()
    session.press("\x1b[5;3R1:7\r")
    session.wait_for("Player 1 has allocated.")
