"""Games between programs that are elsewhere: a server, people at terminals and on pipes, an engine."""

import re
import socket
import subprocess

import pytest
from table import DUELLO, PATIENCE, environment, lines, poll, run
from test_mistakes import FINISH

LINK = re.compile(r"http://[^\s]+/#/online/[-\w]{16}(?:/[-\w]{22})?")
ENGINE = f"{DUELLO} engine --player random"

# Who makes which move of a whole game, and the last line that both see.
LAST_LINE = {
    "color-capture": "Winner: Player 2 wins by collecting a majority of Green tokens!",
    "color-bridge": "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!",
    "capture-the-flag": "Player 1 has captured Player 2's flag! Player 1 wins!",
    "color-clash": "Red wins: Blue has no legal move!",
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`duello serve` with a store of its own, which can be killed and started again."""

    def __init__(self, folder):
        self.port = free_port()
        self.store = folder / "tables.sqlite"
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        words = ["serve", "--listen", f"127.0.0.1:{self.port}", "--store", f"sqlite:{self.store}", "--log-level", "error"]
        self._process = subprocess.Popen([DUELLO, *words], env=environment())
        poll(self.listens, "the server")

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        self._process.kill()
        self._process.wait()


@pytest.fixture
def server(tmp_path):
    served = Server(tmp_path)
    yield served
    served.kill()


class Pipe:
    """`duello ARGS` on pipes, line by line."""

    def __init__(self, *args):
        self._process = subprocess.Popen(
            [DUELLO, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True
        )
        self.head = ""

    def read_links(self, count):
        while len(LINK.findall(self.head)) < count:
            line = self._process.stdout.readline()
            assert line, self._process.stderr.read()
            self.head += line
        return LINK.findall(self.head)

    def end(self, *typed):
        out, err = self._process.communicate(lines(*typed), timeout=PATIENCE)
        return self.head + out, err, self._process.returncode

    def kill(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def pipe():
    started = []

    def start(*args):
        started.append(Pipe(*args))
        return started[-1]

    yield start
    for each in started:
        each.kill()


def host_links(session):
    session.wait_until(lambda: len(LINK.findall(session.fresh.replace("\r\n  ", "\n  "))) >= 3, "three links")
    return LINK.findall(session.fresh)


@pytest.mark.parametrize("game", ["color-bridge", "color-clash"])
def test_two_play_an_open_game_on_pipes(server, pipe, game):
    moves = FINISH[game]
    host = pipe("host", game, "--server", server.url)
    invitation = host.read_links(3)[0]
    guest = pipe("join", invitation)
    guest._process.stdin.write(lines(*moves[1::2]))
    guest._process.stdin.flush()
    out, err, status = host.end(*moves[0::2])
    assert (err, status) == ("", 0)
    assert out.splitlines()[-1] == LAST_LINE[game]
    out, err, status = guest.end()
    assert (err, status) == ("", 0)
    assert out.splitlines()[-1] == LAST_LINE[game]


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1:1/#/online/x", "ftp://h/#/online/AAAAAAAAAAAAAAAA"])
def test_a_wrong_link_gets_one_sentence(link):
    ran = run("join", link)
    assert ran.status == 2
    assert ran.out == "" and ran.err.count("\n") == 1


def test_a_server_that_is_not_there_gets_one_sentence():
    ran = run("join", f"http://127.0.0.1:{free_port()}/#/online/AAAAAAAAAAAAAAAA")
    assert (ran.status, ran.out) == (1, "")
    assert "nobody listens there" in ran.err


def test_an_unknown_table_gets_one_sentence(server):
    ran = run("join", f"{server.url}/#/online/AAAAAAAAAAAAAAAA")
    assert (ran.status, ran.out) == (2, "")
