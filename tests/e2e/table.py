"""The program as its users meet it: on a pipe, and at a terminal that remembers all it has shown."""

import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pexpect
import pyte

ROOT = Path(__file__).resolve().parents[2]
DUELLO = os.path.abspath(os.environ.get("DUELLO", ROOT / "build/release/duello"))
GAMES = ["color-capture", "color-bridge", "capture-the-flag", "color-clash", "energy-capture"]

# Nothing waits this long unless something is broken; it is far more than a sanitizer on a busy machine needs.
PATIENCE = 30

UP, DOWN, LEFT = "\x1b[A", "\x1b[B", "\x1b[D"
BACKSPACE = "\x7f"
CONTROL_SEQUENCE = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][0-9A-Za-z]|\x1b[=>78]|[\x00-\x09\x0b\x0c\x0e-\x1a\x7f]")
PAGE_OPENS, PAGE_CLOSES = b"\x1b[?1049h", b"\x1b[?1049l"


def environment(**changes):
    """A user's environment without the habits of whoever runs the tests."""
    kept = {key: value for key, value in os.environ.items() if key == "PATH" or key.endswith("SAN_OPTIONS")}
    settings = {"HOME": "/nonexistent", "INPUTRC": "/dev/null", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    merged = {**kept, **settings, **changes}
    return {key: value for key, value in merged.items() if value is not None}


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


def lines(*words):
    return "".join(word + "\n" for word in words)


def plain(raw):
    """The characters among the raw bytes of a terminal, without its control sequences."""
    return CONTROL_SEQUENCE.sub(b"", bytes(raw)).decode("utf-8", "replace").replace("\r", "")


def text_of(line, columns):
    return "".join(line[x].data for x in range(columns)).rstrip()


class Terminal:
    """A main screen with its scrollback and an alternate screen without one, as a terminal emulator has them."""

    def __init__(self, rows, columns):
        self.raw = bytearray()
        self.outside_pages = bytearray()  # what was written to the main screen
        self.pages = []  # what was written to the alternate screen, each time it was there
        self.page_is_open = False
        self._main = pyte.HistoryScreen(columns, rows, history=10000)
        self._page = pyte.Screen(columns, rows)
        self._streams = {False: pyte.ByteStream(self._main), True: pyte.ByteStream(self._page)}
        self._held_back = b""

    def resize(self, rows, columns):
        self._main.resize(rows, columns)
        self._page.resize(rows, columns)

    def feed(self, data):
        self.raw += data
        data = self._held_back + data
        # A sequence that is cut in two waits for its other half.
        tail = data.rfind(b"\x1b")
        self._held_back = b""
        if tail >= 0 and PAGE_OPENS.startswith(data[tail:]) or tail >= 0 and PAGE_CLOSES.startswith(data[tail:]):
            if data[tail:] not in (PAGE_OPENS, PAGE_CLOSES):
                data, self._held_back = data[:tail], data[tail:]
        for part in re.split(rb"(\x1b\[\?1049[hl])", data):
            if part == PAGE_OPENS:
                self.page_is_open = True
                self._page.reset()
                self.pages.append(bytearray())
            elif part == PAGE_CLOSES:
                self.page_is_open = False
            elif part:
                (self.pages[-1] if self.page_is_open else self.outside_pages).extend(part)
                self._streams[self.page_is_open].feed(part)

    @property
    def _shown(self):
        return self._page if self.page_is_open else self._main

    @property
    def screen(self):
        """What is on the screen now, as lines of text."""
        return [line.rstrip() for line in self._shown.display]

    @property
    def scrolled(self):
        """The main screen below all that has scrolled off it."""
        above = [text_of(line, self._main.columns) for line in self._main.history.top]
        return above + [line.rstrip() for line in self._main.display]

    @property
    def cursor_line(self):
        return self._shown.display[self._shown.cursor.y][: self._shown.cursor.x]

    @property
    def colors(self):
        """The foreground colors on the screen."""
        return {char.fg for line in self._shown.buffer.values() for char in line.values()}


class Session:
    """`duello ARGS`, or another command, on a terminal."""

    def __init__(self, *args, rows=24, columns=80, command=None, **env):
        program, *words = command or [DUELLO, *args]
        self.terminal = Terminal(rows, columns)
        self._child = pexpect.spawn(
            program, words, dimensions=(rows, columns), env=environment(**env), timeout=PATIENCE, maxread=65536
        )
        self._child.delaybeforesend = None
        self._child.ptyproc.delayafterclose = self._child.ptyproc.delayafterterminate = 0.01
        self._mark = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._child.close(force=True)

    @property
    def pid(self):
        return self._child.pid

    @property
    def fd(self):
        return self._child.child_fd

    @property
    def fresh(self):
        """What has been printed since the last keys were pressed."""
        return plain(self.terminal.raw[self._mark :])

    def press(self, keys):
        self._mark = len(self.terminal.raw)
        self._child.send(keys)

    def enter(self, *typed):
        """Types lines one by one, each when the program waits for it at a prompt."""
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
            try:
                data = self._child.read_nonblocking(65536, timeout=max(0, deadline - time.monotonic()))
            except (pexpect.TIMEOUT, pexpect.EOF) as trouble:
                shown = "\n".join(self.terminal.screen)
                raise AssertionError(f"{what} did not come ({type(trouble).__name__}); the screen:\n{shown}") from None
            self.terminal.feed(data)

    def wait_for(self, text):
        """Waits until the text is printed behind the last keys that were pressed."""
        self.wait_until(lambda: text in self.fresh, repr(text))
        return self

    def wait_for_prompt(self):
        """Waits until the program has asked anew."""
        self.wait_until(lambda: "\n" in self.fresh and self.fresh.endswith(("> ", ": ")), "a prompt")
        return self

    def end(self):
        """Reads on until the program has ended; its exit status, or a signal's negative number."""
        try:
            self.wait_until(lambda: False, "the end")
        except AssertionError:
            if not self._child.flag_eof:
                raise
        self._child.wait()
        return -self._child.signalstatus if self._child.signalstatus else self._child.exitstatus


def interrupt(session):
    session.signal(signal.SIGINT)
