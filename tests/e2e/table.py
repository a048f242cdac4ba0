"""The program as its users meet it: on a pipe, and at a terminal that remembers all it has shown."""

import os
import re
import resource
import shlex
import subprocess
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path

import pexpect
import pyte
import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(r"(?m)^project\(duello VERSION ([0-9.]+) ", (ROOT / "CMakeLists.txt").read_text())[1]
DUELLO = os.path.abspath(os.environ.get("DUELLO", ROOT / "build/release/duello"))
IS_SANITIZED = any(name in Path(DUELLO).parts for name in ("asan", "tsan"))
GAMES = ["color-capture", "color-bridge", "capture-the-flag", "color-clash", "energy-capture"]

# Where the games of a whole test run are kept.
_STATE = tempfile.TemporaryDirectory()
STATE = _STATE.name

# Where the path has a space in it, or what else means something to a shell, a link leads to the program's folder.
if shlex.quote(DUELLO) != DUELLO:
    _LINK = tempfile.TemporaryDirectory()
    (Path(_LINK.name) / "bin").symlink_to(os.path.dirname(DUELLO))
    DUELLO = f"{_LINK.name}/bin/{os.path.basename(DUELLO)}"

# Seconds. Nothing takes this long unless something hangs, however busy the machine is. No test is about this limit.
PATIENCE = 360 if IS_SANITIZED else 120

# An engine that has this much time for a move is never late, however busy the machine is.
LONG = ["--movetime", "3600000"]

# How every prompt ends, and nothing else at which the output may be cut while it is on its way.
PROMPT = re.compile(r"(^> |\): |\bEnter\b.*: |\bquit: )\Z", re.M)

# What is offered behind a game on a terminal.
REVIEW = "Press r to review the game, a to play again, Enter to go on: "

UP, DOWN, LEFT = "\x1b[A", "\x1b[B", "\x1b[D"
BACKSPACE = "\x7f"
CTRL_C, CTRL_D, CTRL_U, CTRL_Z, CTRL_BACKSLASH = "\x03", "\x04", "\x15", "\x1a", "\x1c"
PAGE_OPENS, PAGE_CLOSES = b"\x1b[?1049h", b"\x1b[?1049l"
# Of the protocols of newer terminals, which pyte does not know: they ask for what is not needed here.
UNKNOWN = re.compile(rb"\x1b\[[<=>][0-9;:]*[a-zA-Z]")
BEGUN = re.compile(rb"\x1b(\[([<=>?][0-9;:]*)?)?")  # and not yet at its end
SEQUENCE = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()].|\x1b[=>78]|[\x00-\x09\x0b-\x1a\x7f]")


def environment(**changes):
    """A user's environment without the habits of whoever runs the tests. A variable set to None is not there."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "TZ") or key.endswith("SAN_OPTIONS")}
    usual = {"HOME": "/nonexistent", "XDG_STATE_HOME": STATE, "XDG_DATA_HOME": STATE, "INPUTRC": "/dev/null", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    return {key: value for key, value in {**kept, **usual, **changes}.items() if value is not None}


@dataclass(frozen=True)
class Ran:
    out: str
    err: str
    status: int


def run(*args, stdin="", **env):
    """Runs `duello ARGS` on pipes. What it prints must be UTF-8."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run([DUELLO, *args], input=given, capture_output=True, timeout=PATIENCE, env=environment(**env))
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)


unsanitized = pytest.mark.skipif(IS_SANITIZED, reason="The program is built with a sanitizer, which reserves more address space than this test allows.")


def limited(kind, bytes_left, *args, **env):
    """The same with so much of a resource and no more."""
    done = subprocess.run(
        [DUELLO, *args],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(**env),
        preexec_fn=lambda: resource.setrlimit(kind, (bytes_left, bytes_left)),
    )
    return Ran(done.stdout, done.stderr, done.returncode)


def lines(*words):
    return "".join(word + "\n" for word in words)


def written_down(file, found, variable):
    """What a file says that is to be found; with the variable set to 1, what was found is put there first."""
    if os.environ.get(variable) == "1":
        file.write_text(found)
    return file.read_text()


def poll(is_so, what):
    """Waits for something that gives no notice of itself."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"{what} did not come"
        time.sleep(0.001)


def is_asleep(pid):
    """Whether the process waits for something to happen, and not only for a moment while it starts."""

    def state():
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]

    def looks():
        for _ in range(5):
            yield state() == "S"
            time.sleep(0.05)

    return all(looks())


def is_caught(pid, number):
    """Whether the process has a handler for the signal."""
    (line,) = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigCgt")]
    return bool(int(line.split()[1], 16) >> (number - 1) & 1)


def processor_seconds(pid):
    """What the process and its threads have computed, which does not depend on what else the machine does."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def modes_of_a_new_terminal():
    ends = os.openpty()
    modes = termios.tcgetattr(ends[1])
    for end in ends:
        os.close(end)
    return modes


def plain(raw):
    """The text among the raw bytes of a terminal, without control characters and sequences."""
    return SEQUENCE.sub(b"", bytes(raw)).decode("utf-8", "replace")


class Terminal:
    """A main screen with its scrollback and an alternate screen without one, as terminal emulators have them."""

    def __init__(self, rows, columns):
        self.raw = bytearray()
        self.outside_pages = bytearray()  # what went to the main screen
        self.pages = []  # what went to the alternate screen, each time it was shown
        self.page_is_open = False
        self.answers = bytearray()  # to what the program has asked the terminal
        self.is_deaf = False  # gives no answers
        self._main = pyte.HistoryScreen(columns, rows, history=10000)
        self._page = pyte.Screen(columns, rows)
        for screen in self._main, self._page:
            screen.write_process_input = lambda text: self.answers.extend(text.encode())
        self._streams = {False: pyte.ByteStream(self._main), True: pyte.ByteStream(self._page)}
        self._rest = b""

    def resize(self, rows, columns):
        self._main.resize(rows, columns)
        self._page.resize(rows, columns)

    def feed(self, data):
        self.raw += data
        *parts, self._rest = re.split(rb"(\x1b\[\?1049[hl])", self._rest + data)
        # The beginning of a sequence waits for its end.
        cut = self._rest.rfind(b"\x1b")
        if cut < 0 or not BEGUN.fullmatch(self._rest[cut:]):
            cut = len(self._rest)
        parts.append(self._rest[:cut])
        self._rest = self._rest[cut:]
        for part in parts:
            if part == PAGE_OPENS:
                self.page_is_open = True
                self._page.reset()
                self.pages.append(bytearray())
            elif part == PAGE_CLOSES:
                self.page_is_open = False
                if not plain(self.pages[-1]):
                    del self.pages[-1]  # nothing was shown
            else:
                (self.pages[-1] if self.page_is_open else self.outside_pages).extend(part)
                self._streams[self.page_is_open].feed(UNKNOWN.sub(b"", part))

    @property
    def _shown(self):
        return self._page if self.page_is_open else self._main

    @property
    def screen(self):
        """What can be seen now, as lines of text."""
        return [line.rstrip() for line in self._shown.display]

    @property
    def main_and_scrollback(self):
        """What could be seen by scrolling up, with any page taken away."""
        columns = range(self._main.columns)
        above = ["".join(line[x].data for x in columns).rstrip() for line in self._main.history.top]
        return above + [line.rstrip() for line in self._main.display]

    @property
    def cursor_row(self):
        """The whole line of the cursor."""
        return self.screen[self._shown.cursor.y]

    @property
    def cursor_line(self):
        """The line of the cursor, up to the cursor."""
        return self._shown.display[self._shown.cursor.y][: self._shown.cursor.x]

    @property
    def colors(self):
        return {char.fg for line in self._shown.buffer.values() for char in line.values()} - {"default"}


class Session:
    """`duello ARGS`, or another command, on a terminal. Fresh is what has come since the last key, signal or resize."""

    def __init__(self, *args, rows=24, columns=80, command=None, cwd=None, **env):
        program, *words = command or [DUELLO, *args]
        self.terminal = Terminal(rows, columns)
        self._child = pexpect.spawn(
            program,
            words,
            dimensions=(rows, columns),
            env=environment(**env),
            cwd=cwd,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
        )
        self._child.delaybeforesend = None
        self._child.ptyproc.delayafterclose = self._child.ptyproc.delayafterterminate = 0.01
        self._mark = 0

    def close(self):
        # On a busy machine a killed program may take longer to die than pexpect waits.
        try:
            self._child.close(force=True)
        except pexpect.ExceptionPexpect:
            self._child.kill(9)

    @property
    def pid(self):
        return self._child.pid

    @property
    def modes(self):
        """The settings of the terminal: echo, signals and so on."""
        return termios.tcgetattr(self._child.child_fd)

    @property
    def fresh(self):
        return plain(self.terminal.raw[self._mark :])

    def press(self, keys):
        self._mark = len(self.terminal.raw)
        self.send(keys)

    def send(self, keys):
        """More keys of the same press: what has come since the first of them stays fresh."""
        self._child.send(keys)

    def enter(self, *typed):
        """Types lines, each followed by the program's next prompt."""
        for line in typed:
            self.press(line + "\r")
            self.wait_for_prompt()

    def signal(self, number):
        self._mark = len(self.terminal.raw)
        os.kill(self.pid, number)

    def resize(self, rows, columns):
        self._mark = len(self.terminal.raw)
        self.terminal.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def wait_until(self, is_so, what):
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            left = deadline - time.monotonic()
            try:
                self.terminal.feed(self._child.read_nonblocking(65536, timeout=max(0, left)))
                if self.terminal.answers and not self.terminal.is_deaf:
                    self._child.send(bytes(self.terminal.answers))
                    self.terminal.answers.clear()
            except (pexpect.TIMEOUT, pexpect.EOF) as trouble:
                screen = "\n".join(self.terminal.screen).rstrip()
                raise AssertionError(f"{what} did not come ({type(trouble).__name__}); the screen:\n{screen}") from None

    def wait_for(self, text):
        self.wait_until(lambda: text in self.fresh, repr(text))
        return self

    def wait_for_prompt(self):
        self.wait_until(lambda: "\n" in self.fresh and PROMPT.search(self.fresh), "a prompt")
        return self

    def wait_for_no_echo(self):
        poll(lambda: not self.modes[3] & termios.ECHO, "a terminal without echo")
        return self

    def hang_up(self):
        """Takes the terminal away; the exit status."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, self._child.child_fd)
        os.close(nowhere)
        poll(lambda: not self._child.isalive(), "the end")
        return self._child.exitstatus

    def _declines_review(self):
        """Goes on without a review where one is offered. Never true."""
        if self.fresh.endswith("Enter to go on: "):
            self.press("\r")
        return False

    def end(self):
        """Reads on until the program has ended: its exit status, or the negative number of the signal it died of."""
        try:
            self.wait_until(self._declines_review, "the end")
        except AssertionError:
            if not self._child.flag_eof:
                raise
        self._child.wait()
        return -self._child.signalstatus if self._child.signalstatus else self._child.exitstatus
