"""The server for agents, asked by the official client, on standard input and over HTTP."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver.exceptions import ToolError
from program import PATIENCE

import duello
from duello import mcp

OPEN = [name for name in duello.games() if not duello.game(name).hidden]
HIDDEN = [name for name in duello.games() if duello.game(name).hidden]
TOOLS = ["list_games", "read_rules", "start_game", "show_board", "play_move", "resign", "review_game"]


async def call(client, tool, **given):
    """The text of an answer, and whether it is an error."""
    answer = await client.call_tool(tool, given)
    assert len(answer.content) == 1
    return answer.content[0].text, answer.is_error


async def start(client, name, **given):
    text, is_error = await call(client, "start_game", game=name, **given)
    assert not is_error, text
    return re.match(r"game_id: (\S+)\n", text)[1], text


def with_client(where, work, mode="auto"):
    async def run():
        async with Client(where, mode=mode) as client:
            return await work(client)

    return asyncio.run(asyncio.wait_for(run(), PATIENCE))


def standard_input():
    environment = {key: os.environ[key] for key in ("PATH", "PYTHONPATH", "HOME") if key in os.environ}
    return StdioServerParameters(command=sys.executable, args=["-m", "duello.mcp"], env=environment)


def served_at(port):
    """A server that listens there; nothing if somebody else does."""
    server = subprocess.Popen(
        [sys.executable, "-m", "duello.mcp", "--http", f"127.0.0.1:{port}"], stderr=subprocess.PIPE
    )
    told = []
    reader = threading.Thread(target=lambda: told.append(server.stderr.read()), daemon=True)
    reader.start()
    end = time.monotonic() + PATIENCE
    while server.poll() is None:
        assert time.monotonic() < end
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE):
            return server
        time.sleep(0.05)
    reader.join()
    assert b"ddress already in use" in told[0], told[0]
    return None


@pytest.fixture(scope="module")
def address():
    """The address of a server that runs for all these tests."""
    server = None
    while server is None:  # somebody else may take the port before the server does
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
        server = served_at(port)
    yield f"http://127.0.0.1:{port}/mcp"
    server.send_signal(signal.SIGINT)
    server.wait(PATIENCE)


async def a_whole_game(client):
    assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
    listed, _ = await call(client, "list_games")
    assert all(f"{name}: " in listed for name in duello.games())
    assert listed.endswith("perfect")
    rules, _ = await call(client, "read_rules", game=OPEN[2], rules={"flag": 4})
    assert "Goal: " in rules
    assert "flag=4" in rules
    game, text = await start(client, OPEN[2], opponent="perfect")
    assert "Goal: " in text
    assert text.endswith("Make your move with play_move, or give up with resign.")
    early, is_error = await call(client, "review_game", game_id=game)
    assert is_error
    assert "not over" in early
    illegal, is_error = await call(client, "play_move", game_id=game, move="9")
    assert is_error
    assert illegal == "A token moves at most 3 spaces. (illegal; nothing was played)"
    for _ in range(20):
        text, is_error = await call(client, "play_move", game_id=game, move="1")
        assert not is_error
        if "The game is over." in text:
            break
    assert (await call(client, "show_board", game_id=game))[0].endswith("The game is over.")
    late, is_error = await call(client, "play_move", game_id=game, move="1")
    assert is_error
    assert late == "The game is over. (out of turn; nothing was played)"
    review, is_error = await call(client, "review_game", game_id=game)
    assert not is_error
    assert "Accuracy: " in review
    assert '[Result "0-1"]' in review
    assert "best: 2" in review
    return True


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_whole_game_on_standard_input(mode):
    assert with_client(standard_input(), a_whole_game, mode)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_whole_game_over_http(address, mode):
    assert with_client(address, a_whole_game, mode)


def test_wrong_input_gets_one_sentence():
    async def ask(client):
        game, _ = await start(client, OPEN[1])
        for tool, given, sentence in [
            ("read_rules", {"game": "chess"}, "There is no game 'chess'; the games are"),
            ("start_game", {"game": OPEN[1], "opponent": "human"}, "There is no opponent 'human'"),
            ("start_game", {"game": OPEN[1], "opponent": "engine:ls"}, "There is no opponent 'engine:ls'"),
            ("start_game", {"game": OPEN[1], "seat": 3}, "seat must be 1 or 2, not 3."),
            ("start_game", {"game": OPEN[1], "first": 0}, "first must be 1 or 2"),
            ("start_game", {"game": OPEN[1], "variant": "odd"}, "odd"),
            ("start_game", {"game": OPEN[1], "rules": {"length": 99}}, "must be 1 to 31, not '99'"),
            ("start_game", {"game": OPEN[1], "rules": {"length": 21}}, "too large for this server"),
            ("start_game", {"game": OPEN[1], "rules": {"wings": 2}}, "wings"),
            ("play_move", {"game_id": "x", "move": "1"}, "There is no game with this game_id"),
            ("play_move", {"game_id": game, "move": "banana"}, "unreadable; nothing was played"),
            ("play_move", {"game_id": game, "move": ""}, "That was an empty line"),
            ("resign", {"game_id": ""}, "There is no game with this game_id"),
        ]:
            text, is_error = await call(client, tool, **given)
            assert is_error, (given, text)
            assert sentence in text
            assert "\n" not in text
            assert "Traceback" not in text
        for given in ({"game": 7}, {}, {"game": OPEN[1], "seat": "left"}, {"game": "x" * 10_000}):
            assert (await call(client, "start_game", **given))[1]
        text, is_error = await call(client, "resign", game_id=game)
        assert not is_error
        assert "The game is over." in text

    with_client(mcp.server(), ask)


def test_secrets_stay_secret_until_they_are_revealed():
    async def ask(client):
        texts = set()
        for _ in range(6):
            game, text = await start(client, HIDDEN[0], opponent="perfect", seat=2, first=1)
            texts.add(text.replace(game, ""))
            texts.add((await call(client, "show_board", game_id=game))[0])
        # The program has placed by lot, and nothing that is told depends on it.
        assert len(texts) == 2
        assert not any(word in text for text in texts for word in ("Seed", "Reveal", "[Game"))
        text, _ = await call(client, "play_move", game_id=game, move="pass")
        assert "Reveal Phase" in text

    with_client(mcp.server(), ask)


def test_sessions_do_not_mix(address):
    async def play(number, found):
        async with Client(address) as client:
            game, _ = await start(client, OPEN[2], opponent="perfect", rules={"flag": 10 + number})
            for _ in range(3):
                text, is_error = await call(client, "play_move", game_id=game, move="1")
                assert not is_error
                assert f"-{10 + number}" in text
            found.append(game)

    async def all_at_once():
        found = []
        await asyncio.gather(*(play(number, found) for number in range(4)))
        return found

    assert len(set(asyncio.run(asyncio.wait_for(all_at_once(), PATIENCE)))) == 4


def test_no_more_games_than_there_is_room_for():
    now = [0.0]
    games = mcp.Games(most=2, idle=100, clock=lambda: now[0])
    game = duello.game(OPEN[2])
    one, table = games.start(game)
    two, _ = games.start(game)
    with pytest.raises(ToolError, match="2 games are open here"):
        games.start(game)
    table.resign()
    three, _ = games.start(game)
    with pytest.raises(ToolError, match="no game with this game_id"):
        games.use(one, lambda each: each.prompt())
    now[0] = 60
    games.use(three, lambda each: each.prompt())
    now[0] = 120
    games.start(game)
    with pytest.raises(ToolError, match="no game with this game_id"):
        games.use(two, lambda each: each.prompt())
    assert games.use(three, lambda each: each.mover) == 1


def status_of(address, body, **more):
    """What a server answers to a question with these headers."""
    connection = http.client.HTTPConnection(address.split("/")[2], timeout=PATIENCE)
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    connection.request("POST", "/mcp", body, headers | more)
    return connection.getresponse().status


def test_pages_from_elsewhere_are_refused(address):
    question = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    own = address.removesuffix("/mcp")
    for more, status in [
        ({"Host": "duello.example"}, 421),
        ({"Origin": "http://duello.example"}, 403),
        ({"Origin": own, "Host": "duello.example"}, 421),
    ]:
        assert status_of(address, question, **more) == status
    assert status_of(address, question, Origin=own) not in (403, 421)
    assert 400 <= status_of(address, "{" * 1000) < 500


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--http", "here"], "'here' is not an address such as 127.0.0.1:8000"),
        (["--http", "127.0.0.1:99999"], "is not an address"),
        (["--games", "0"], "--games must be at least 1"),
        (["--allow-host", "me"], "--allow-host is for --http"),
    ],
)
def test_a_wrong_command_line(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        mcp.main(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        ran = subprocess.run([sys.executable, "-m", "duello.mcp", "--http", place], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"python -m duello.mcp: Nobody can listen at {place}: Address already in use\n"


def test_without_its_package_it_says_what_is_missing(tmp_path):
    (tmp_path / "sitecustomize.py").write_text('import sys\nsys.modules["mcp"] = None\n')
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-m", "duello.mcp"], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "python -m duello.mcp needs the package mcp: pip install '.[mcp]' brings it.\n"
