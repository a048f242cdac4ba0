"""People who do not want to play: what they send must cost them more than it costs the others."""

import asyncio
import contextlib
import json
import random
import resource
import socket
import time

import pytest
from online import MANY, Plain, Server, online
from table import GAMES, IS_SANITIZED, PATIENCE, poll, processor_seconds

HEAD = b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


@pytest.fixture(scope="module")
def server():
    started = Server(*MANY, "--limit-address-tables", "100000", "--limit-address-challenges", "1000")
    yield started
    started.close()


@pytest.fixture
def start():
    servers = []

    def begin(*options):
        servers.append(Server(*options))
        return servers[-1]

    yield begin
    for each in servers:
        each.close()


def port_of(server):
    return int(server.listen.rsplit(":", 1)[1])


def spoken(server, request):
    """All that the server says to these bytes until it hangs up, or is quiet."""
    with socket.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        said = b""
        while piece := line.recv(65536):
            said += piece
        return said.decode(errors="replace")


def statuses(said):
    return [int(line.split()[1]) for line in said.split("\r\n") if line.startswith("HTTP/1.1 ")]


def figure(server, name):
    text = server.ask("GET", "/metrics")[1]
    return float(next(line.split()[-1] for line in text.splitlines() if line.startswith(name + " ")))


# --- Requests

NEXT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b'{"game":"chess"}'


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 16\r\n\r\n" + BODY + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16\r\nContent-Length: 3\r\n\r\n" + BODY + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16, 3\r\n\r\n" + BODY + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n" + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: +16\r\n\r\n" + BODY + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x10\r\n\r\n" + BODY + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n" + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n" + NEXT,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n" + NEXT,
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b: c\r\nContent-Length : 5\r\n\r\n" + NEXT,
        b"GET /healthz HTTP/1.1\r\nHost here\r\n\r\n" + NEXT,
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX\x00: y\r\n\r\n" + NEXT,
        b"GET  /healthz  HTTP/1.1\r\nHost: localhost\r\n\r\n" + NEXT,
        b"GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n" + NEXT,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_what_two_might_read_differently_is_refused_and_ends_the_connection(server, request_bytes):
    assert statuses(spoken(server, request_bytes)) == [400]
    assert server.ask("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    ("coding", "status"),
    [(b"gzip, chunked", 501), (b"identity", 501), (b"xchunked", 501), (b"chunked, identity", 501), (b"gzip\r\nTransfer-Encoding: chunked", 501), (b"chunked\r\nTransfer-Encoding: chunked", 400), (b"\x0bchunked", 400)],
)
def test_other_codings_are_not_guessed(server, coding, status):
    said = spoken(server, b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " + coding + b"\r\n\r\n0\r\n\r\n" + NEXT)
    assert statuses(said) == [status], said


def test_hosts_and_origins(server):
    def asks(*lines):
        return statuses(spoken(server, b"GET /api/tables?state=open HTTP/1.1\r\n" + b"".join(line + b"\r\n" for line in (*lines, b"Connection: close")) + b"\r\n"))[0]

    assert asks(b"Host: localhost") == 200
    assert asks(b"Host: localhost", b"Origin: http://localhost") == 200
    assert asks() == 400
    assert asks(b"Host: localhost", b"Host: there") == 400
    for origin in b"null", b"https://evil.example", b"http://localhost.evil.example", b"http://evil.example/localhost", b"localhost", b"http://localhost:81", b"", b"http://localhost@evil.example":
        assert asks(b"Host: localhost", b"Origin: " + origin) == 403, origin
    for host in b"localhost\x01", b"<script>", b"localhost, there", b"../..", b"x" * 4000:
        assert asks(b"Host: " + host) in (400, 403)
        assert asks(b"Host: " + host, b"Origin: http://evil.example") in (400, 403)
    said = spoken(server, HEAD.replace(b"Host: localhost", b"Host: localhost\r\nOrigin: https://evil.example"))
    assert statuses(said) == [403]


OURS = ["localhost", "localhost:8080", "LocalHost.", "page.localhost", "127.0.0.1", "127.0.0.1:99", "192.0.2.7", "[::1]", "[2001:db8::1]:80"]
OTHERS = ["evil.example", "evil.example:8080", "duello.example.evil.example", "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example", "1.2.3", "2130706433", "[evil]", "[", ":80", "."]
REBINDABLE = "This server does not go by that name: start it with --base-url, or use its IP address."


def with_host(server, head, host):
    """What is answered to a page at that host, which has let its name point to the server."""
    named = f"Host: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n".encode()
    return spoken(server, head.replace(b"Host: localhost\r\n", named))


def test_names_that_are_not_ours_get_no_answer(start):
    """DNS rebinding: a page of somebody else's has the same origin as the server, by their name for it."""
    get, page, post = (f"{asked} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for asked in ("GET /api/tables?state=open", "GET /healthz", "POST /api/tables"))
    local, public = start(), start("--base-url", "https://duello.example:8443")
    for server, ours, others in (local, OURS, [*OTHERS, "duello.example"]), (public, [*OURS, "duello.example", "Duello.Example:8443", "duello.example."], OTHERS):
        for host in ours:
            assert statuses(with_host(server, get, host)) == [200], host
            assert statuses(with_host(server, HEAD, host)) in ([101], [426]), host
        for host in others:
            for asked in get, post, HEAD:
                said = with_host(server, asked, host)
                assert statuses(said) == [403] and said.endswith(json.dumps({"error": REBINDABLE}, separators=(",", ":"))), (host, said)
            said = with_host(server, page, host)
            assert statuses(said) == [403] and said.endswith(f"\r\n\r\n{REBINDABLE}\n"), (host, said)
    assert statuses(spoken(local, b"GET /healthz HTTP/1.0\r\n\r\n")) == [200]
    assert statuses(spoken(local, b"GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n")) == [403]


def test_an_address_that_is_claimed_is_believed_to_proxies_only(start):
    server = start("--limit-address-requests", "2")
    # All are asked before any is answered, so that they come too fast however busy the machine is.
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(socket.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE)) for _ in range(60)]
        for number, line in enumerate(crowd):
            line.sendall(f"GET /api/tables?state=open HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.{number}\r\n\r\n".encode())
        assert {line.recv(12) for line in crowd} == {b"HTTP/1.1 200", b"HTTP/1.1 429"}
    trusting = start("--limit-address-requests", "2", "--trust-proxy", "127.0.0.1")
    asked = [trusting.ask("GET", "/api/tables?state=open", headers={"X-Forwarded-For": f"1.2.3.4, 10.0.{number}.1"}) for number in range(30)]
    assert {status for status, _ in asked} == {200}
    for hostile in "10.0.0.1, frob", "\x7f", "::ffff:10.0.0.1", "[::1]:80", "1.2.3.4:99, 5.6.7.8:1", "x" * 4000, "," * 1000, "unknown", "0x7f.1", "127.0.0.1, 127.0.0.1":
        assert trusting.ask("GET", "/api/tables?state=open", headers={"X-Forwarded-For": hostile})[0] in (200, 400, 429)


def test_nothing_but_the_page_is_served(start, tmp_path):
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_text("the page")
    (tmp_path / "secret").write_text("not for you")
    (site / "link").symlink_to(tmp_path / "secret")
    (site / "folder").symlink_to(tmp_path)
    server = start(*MANY, "--site", str(site))
    paths = ["/../secret", "/assets/../../secret", "/%2e%2e/secret", "/..%2fsecret", "/%2e%2e%2fsecret", "/..%5csecret", "/link", "/folder/secret", "//secret", "/./../secret", "/%00", "/index.html%00.png", "/%", "/%zz", "/assets", "/assets/", "http://here/../secret", "*", "/" + "a/" * 2000, "/..;/secret", "/%252e%252e/secret", str(tmp_path / "secret")]
    for path in paths:
        said = spoken(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert "not for you" not in said
        assert statuses(said)[0] in (400, 404, 405), (path, said)
    assert "the page" in spoken(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")


# --- Tokens


@online
async def test_a_token_opens_its_own_seat_and_nothing_else(server):
    table, other = server.open(game="color-bridge", first=1), server.open(game="color-bridge", first=1)
    client = Plain(server)
    await client.connect()
    for token in other["token"], table["token"][:-1], table["token"] + "A", table["token"].swapcase(), "", "A" * 22, "\u0000" * 22, table["table"], "A" * 3000:
        entered = await client.is_refused({"enter": table["table"], "token": token}) if token else "seat"
        assert "seat" in entered, token
        server.refuses(403, "DELETE", f"/api/tables/{table['table']}", token=token.replace("\u0000", "?"))
    # In an address they count for nothing, and are not written down.
    for method, path in ("DELETE", f"?token={table['token']}"), ("GET", f"/record?token={table['token']}"), ("POST", f"/accept?token={table['token']}"):
        status, _ = server.ask(method, f"/api/tables/{table['table']}{path}", wrong=True)
        assert status in (400, 403, 404, 409)
    said = spoken(server, HEAD.replace(b"/api/socket", f"/api/socket?token={table['token']}".encode()))
    assert table["token"] not in said
    # The other seat is not opened by one's own.
    one = await Plain.to(server, table["table"], table["token"])
    two = await Plain.to(server, table["table"], table["token"])
    assert (one.seat, two.seat, two.state) == (1, 1, "open")
    await two.enter(table["table"], server.guest(table))
    assert "turn" in (await two.call({"submit": {"move": "6"}}))["error"]
    everything = "".join(server.log) + server.ask("GET", "/metrics")[1]
    for token in table["token"], table["invitation"], table["guest"], other["token"]:
        assert token not in everything


# --- Names and messages

ODD_NAMES = ["\u202eevil", "a\u2028b", "a\u0000b", "\u001b[31mred", "a\nb", "\ud83d\ude00" * 200, "x" * 4000, " ", "\u200b\u200b", "\ufeff", "a\u0085b", "\u2066x", "\u0301" * 40, 7, None, ["x"], {"x": 1}]
FINE_NAMES = ["<script>alert(1)</script>", "Ann & \"Bob\"", "Zoë", "\\", "'; DROP TABLE inputs; --", "{}", "%s%n", "José"]


@online
async def test_odd_names(server):
    shown = []
    for name in ODD_NAMES:
        status, answer = server.ask("POST", "/api/tables", {"game": "color-bridge", "name": name}, wrong=True)
        shown += [name] if status != 400 else []
        assert status == 400 or answer["token"]
    assert shown == [], [name.encode("unicode_escape") for name in shown]
    for name in FINE_NAMES:
        status, answer = server.ask("POST", "/api/tables", {"game": "color-bridge", "name": name})
        if status == 201:
            _, facts = server.ask("GET", f"/api/tables/{answer['table']}")
            assert facts["names"][0] == name


@online
async def test_numbers_ids_and_depths_that_cannot_be(server):
    table = server.open(game="color-bridge", first=1)
    client = Plain(server)
    await client.connect()
    for number in "4294967296", "18446744073709551616", "1e99", "-1", "1.5", "0x1", "null", "true", '"1"', "01", "99999999999999999999999999999999999":
        assert await client.is_refused('{"enter":"%s","since":{"game":1,"number":%s}}' % (table["table"], number))
    for number in 0, 1, 2**32 - 1:
        await client.send({"enter": table["table"], "since": {"game": number, "number": 2**32 - 1}})
        await client.until(lambda told: "table" in told)
    one = await Plain.to(server, table["table"], table["token"])
    two = await Plain.to(server, table["table"], server.guest(table))
    await one.reaches(two.at)
    for name in "é" * 16, "\U0001f600" * 8, "\u0000", "\x7f", "x" * 33, "\n":
        assert "id" in await one.is_refused({"submit": {"move": "6"}, "id": name})
    assert len(one.events[1]) == 1
    for text in "[" * 4000, '{"a":' * 500 + "1" + "}" * 500, '{"enter":' * 9 + '""' + "}" * 9, '{"submit":{"move":"6"},"submit":{"move":"5"}}', '{"submit":{"move":"6","move":"5"}}', '{"look":true}x', "\ufeff{}", '{"submit":{"move":"\\ud800"}}', "{'look':true}", '{"look":NaN}':
        assert await one.is_refused(text)
    await one.send({"submit": {"move": "6"}, "id": "~" * 32})
    assert "events" in await one.until(lambda told: "id" in told)
    # All at once: what comes behind an entry is heard behind it, and not without end.
    for _ in range(200):
        await client.send({"enter": table["table"]}, wrong=True)
    await client.send({"look": True})
    told = [await client.receive() for _ in range(201)]
    assert sum("table" in each for each in told) >= 1


@online
async def test_every_seat_and_table_has_room_for_one_message_at_a_time(server):
    """Moves out of turn, doubled, and for games that are over, in a heap."""
    table = server.open(game="color-bridge", first=1)
    one = await Plain.to(server, table["table"], table["token"])
    two = await Plain.to(server, table["table"], server.guest(table))
    await one.reaches(two.at)
    for number in range(60):
        for client, name in (one, "a"), (two, "b"):
            await client.line.send(json.dumps({"submit": {"move": str(number % 11 + 1)}, "id": f"{name}{number}"}))
    for client in (one, two):
        answered = set()
        while len(answered) < 60:
            answered |= {(await client.receive()).get("id")} - {None}
    await one.reaches(two.at)
    await two.reaches(one.at)
    assert one.events == two.events


# --- Work

LARGE = [
    ("color-clash", {"disks": 4, "positions": 20}),
    ("color-bridge", {"length": 24}),
    ("color-bridge", {"length": 31, "run": 31, "reach": 8}),
    ("energy-capture", {"units": 60, "nodes": 15, "extra": 60}),
]


@pytest.mark.parametrize(("game", "rules"), LARGE)
def test_nobody_has_large_games_solved(server, game, rules):
    before = processor_seconds(server.process.pid)
    for player in "perfect", "level:5", "level:1":
        status, answer = server.ask("POST", "/api/tables", {"game": game, "rules": rules, "players": ["human", player]}, wrong=True)
        assert status == 400, answer
    assert processor_seconds(server.process.pid) - before < 1
    assert server.ask("POST", "/api/tables", {"game": game, "rules": rules, "players": ["human", "random"]}, wrong=True)[0] in (201, 400)


def test_rules_that_cannot_be(server):
    for game in GAMES:
        for rules in {"length": 1000000}, {"tokens": 10**9}, {"units": 2**31}, {"flag": 10**18}, {"disks": -1}, {"positions": 1e300}, {"nodes": "x"}, {"x" * 3000: 1}, [], 7, {f"k{number}": 1 for number in range(300)}:
            assert server.ask("POST", "/api/tables", {"game": game, "rules": rules}, wrong=True)[0] == 400


HUGE = {"color-capture": {"tokens": 60, "colors": 6}, "color-bridge": {"length": 31, "run": 31, "reach": 8}, "capture-the-flag": {"flag": 60, "stride": 60}, "color-clash": {"disks": 8, "positions": 31}, "energy-capture": {"units": 60, "nodes": 15, "extra": 60}}


@pytest.mark.parametrize("game", GAMES)
@online
async def test_the_largest_rules_are_shown_and_played(server, game):
    status, table = server.ask("POST", "/api/tables", {"game": game, "rules": HUGE[game]}, wrong=True)
    while status != 201:  # less of it, until it is a game
        HUGE[game] = {key: value - 1 for key, value in HUGE[game].items()}
        status, table = server.ask("POST", "/api/tables", {"game": game, "rules": HUGE[game]}, wrong=True)
    one = await Plain.to(server, table["table"], table["token"], views=True)
    two = await Plain.to(server, table["table"], server.guest(table), views=True)
    await one.reaches(two.at)
    assert max(len(text) for text in one.bytes + two.bytes) < 128 * 1024  # half of what may wait for somebody


@online
async def test_large_games_of_one_do_not_keep_others_waiting(server):
    for number in range(24):
        table = server.open(game="color-clash", rules={"disks": 4, "positions": 14}, players=["human", f"level:{number % 5 + 1}"])
        client = await Plain.to(server, table["table"], table["token"], views=True)
        offers = client.view and client.view["scene"]["offers"]
        if offers:
            await client.send({"submit": {"move": offers[0]["move"]}})
    before = processor_seconds(server.process.pid)
    table = server.open(game="color-bridge", players=["human", "perfect"], first=2)
    client = await Plain.to(server, table["table"], table["token"])
    await client.reaches({"game": 1, "number": 2})
    # One of the large games may have been solved meanwhile, but not each of them once more.
    assert processor_seconds(server.process.pid) - before < (60 if IS_SANITIZED else 10)


def test_tables_of_one_address_are_counted_until_they_are_over(start):
    server = start(*MANY, "--limit-address-tables", "3")
    tables = [server.open(game="color-bridge") for _ in range(3)]
    assert "your address" in server.refuses(429, "POST", "/api/tables", {"game": "color-bridge"})
    assert server.ask("DELETE", f"/api/tables/{tables[0]['table']}", token=tables[0]["token"])[0] == 200
    server.open(game="color-bridge")
    server.refuses(429, "POST", "/api/tables", {"game": "color-bridge"})


@online
async def test_whoever_withdraws_and_whoever_accepts_agree_on_what_became_of_it(server):
    for number in range(20):
        table = server.open(game="color-bridge", listed=True)
        where = f"/api/tables/{table['table']}"
        asking = [asyncio.to_thread(server.ask, "DELETE", where, token=table["token"]), asyncio.to_thread(server.ask, "POST", where + "/accept", {})]
        random.Random(number).shuffle(asking)
        statuses_of_both = {status for status, _ in await asyncio.gather(*asking)}
        state = server.ask("GET", where)[1]["state"]
        assert (state, statuses_of_both) in (("withdrawn", {200, 409}), ("playing", {200, 409})), (state, statuses_of_both)


# --- Crowds


@online
async def test_whoever_does_not_read_is_cut_and_the_others_play_on(start):
    server = start(*MANY)
    table = server.open(game="color-capture", rules={"tokens": 60})
    one = await Plain.to(server, table["table"], table["token"], views=True)
    two = await Plain.to(server, table["table"], server.guest(table), views=True)
    await one.reaches(two.at)
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(PATIENCE)
        deaf.connect(("127.0.0.1", port_of(server)))
        deaf.sendall(HEAD)

        def says(text):
            body = text.encode()
            deaf.sendall(bytes([0x81, 0x80 | len(body)]) + bytes(4) + body)

        says(json.dumps({"enter": table["table"]}))
        with pytest.raises(OSError):
            for _ in range(200_000):  # far more than wait anywhere on the way
                says('{"look":true}')
                await asyncio.sleep(0)
    await one.submit({"resign": True})
    await two.reaches(one.at)
    assert 'duello_connections_dropped_total{reason="too slow"} 1' in server.ask("GET", "/metrics")[1]


def test_a_crowd_that_says_nothing(start):
    crowd = 2000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, crowd + 500), hard))
    server = start("--limit-address-requests", "100000", "--limit-address-messages", "100000", "--limit-address-connections", str(crowd), "--limit-address-connects", "100000")
    before = figure(server, "process_resident_memory_bytes")
    lines = []
    began = time.monotonic()
    try:
        for _ in range(crowd - 10):
            lines.append(socket.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE))
            lines[-1].sendall(HEAD)
        for line in lines:
            assert line.recv(12) == b"HTTP/1.1 101"
        table = server.open(game="color-bridge")
        assert server.ask("GET", f"/api/tables/{table['table']}")[0] == 200
        each = (figure(server, "process_resident_memory_bytes") - before) / crowd
        # A sanitizer takes memory of its own.
        assert IS_SANITIZED or each < 10_000, each
        # And those who are too many are not let in, until some of the others are dropped for their silence.
        late = [socket.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE) for _ in range(20)]
        lines += late
        try:
            late[-1].sendall(HEAD)
            heard = late[-1].recv(1)
        except ConnectionError:
            heard = b""
        assert heard == b"" or time.monotonic() - began >= 50
    finally:
        for line in lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    poll(lambda: figure(server, "duello_sockets") == 0, "the end of the connections")


@online
async def test_a_table_with_a_large_audience(start):
    server = start(*MANY)
    table = server.open(game="color-bridge", first=1)
    one = await Plain.to(server, table["table"], table["token"])
    two = await Plain.to(server, table["table"], server.guest(table))
    audience = [Plain(server) for _ in range(40)]
    await asyncio.gather(*(each.connect() for each in audience))
    for each in audience * 5:  # coming and going
        await each.send({"enter": table["table"]})
    await one.reaches(two.at)
    await one.submit({"move": "6"})
    for each in audience:
        await each.reaches(one.at)
    for each in audience:
        each.line.transport.abort()
    await two.reaches(one.at)
    await two.submit({"resign": True})
