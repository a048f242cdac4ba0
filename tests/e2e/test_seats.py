"""Who has a seat, who may have one, and what becomes of a game whose player is away."""

import asyncio
import itertools
import json
import random
import secrets
import time

import pytest
from online import MANY, Client, Plain, Server, online, seated


@pytest.fixture(scope="module")
def server():
    started = Server(*MANY)
    yield started
    started.close()


@pytest.fixture
def start():
    """Servers of this test alone."""
    servers = []

    def started(*options):
        servers.append(Server(*MANY, *options))
        return servers[-1]

    yield started
    for each in servers:
        each.close()


def fresh_token():
    return secrets.token_urlsafe(17)[:22]


def place_of(table, below=""):
    return f"/api/tables/{table['table']}{below}"


def bearer(server, table, token):
    return server.ask("GET", place_of(table), token=token)[1]["bearer"]


# --- Invitations


@online
async def test_an_invitation_is_good_for_one_seat_once(server):
    table = server.open(game="energy-capture")
    invitation = table["invitation"]
    assert [bearer(server, table, token) for token in (table["token"], invitation, fresh_token())] == ["seat", "invitation", "unknown"]
    assert "bearer" not in server.ask("GET", place_of(table))[1]
    guest = server.guest(table, "Bob")
    assert [bearer(server, table, token) for token in (table["token"], invitation, guest)] == ["seat", "used", "seat"]
    # Neither the host nor anybody else takes the guest's seat by the same link.
    for asked in {}, {"token": fresh_token()}, {"token": table["token"][::-1]}, {"name": "Eve"}:
        assert server.refuses(409, "POST", place_of(table, "/accept"), {"invitation": invitation, **asked}) == "This invitation has been used."
    client = Client(server)
    await client.connect()
    assert await client.is_refused({"enter": table["table"], "token": invitation}) == "This invitation has been used."
    await client.enter(table["table"])
    assert client.seat is None
    assert "only watch" in await client.is_refused({"submit": {"resign": True}})
    assert (await Client.to(server, table["table"], guest)).seat == 2


@online
async def test_an_invitation_is_no_seat(server):
    table = server.open(game="color-bridge", first=1)
    client = Client(server)
    await client.connect()
    assert "invitation" in await client.is_refused({"enter": table["table"], "token": table["invitation"]})
    assert "player" in server.refuses(403, "DELETE", place_of(table), token=table["invitation"])
    assert server.ask("GET", place_of(table))[1]["state"] == "open"
    for wrong in {}, {"invitation": fresh_token()}, {"invitation": table["token"]}, {"invitation": server.open(game="color-bridge")["invitation"]}:
        assert "invitation" in server.refuses(403, "POST", place_of(table, "/accept"), wrong)


@pytest.mark.parametrize("body", [[], 7, "x", None, True, {"name": 7}, {"token": "short"}, {"token": 7}, {"invitation": 7}, {"seat": 2}])
def test_what_is_no_answer_to_an_invitation_takes_no_seat(server, body):
    for wish in {"game": "color-bridge"}, {"game": "color-bridge", "listed": True}:
        table = server.open(**wish)
        server.refuses(400, "POST", place_of(table, "/accept"), json.dumps(body).encode())
        assert server.ask("GET", place_of(table))[1]["taken"] == [True, False]
        server.ask("DELETE", place_of(table), token=table["token"])


def test_the_same_request_gets_the_same_answer(start):
    server = start()
    for wish in {"game": "color-bridge"}, {"game": "color-bridge", "listed": True}:
        table = server.open(**wish)
        body = {"token": fresh_token(), "name": "Bob", **({"invitation": table["invitation"]} if "invitation" in table else {})}
        for _ in range(2):
            for _ in range(3):
                assert server.ask("POST", place_of(table, "/accept"), body) == (200, {"seat": 2, "token": body["token"]})
            server.kill()
            server.start()
        other = {**body, "token": fresh_token()}
        server.refuses(409, "POST", place_of(table, "/accept"), other)


def test_of_many_who_accept_at_once_one_sits_down(server):
    async def all_at_once(table):
        ask = [asyncio.to_thread(server.ask, "POST", place_of(table, "/accept"), {"invitation": table["invitation"], "token": fresh_token()}) for _ in range(8)]
        return await asyncio.gather(*ask)

    for _ in range(10):
        table = server.open(game="color-bridge")
        answers = asyncio.run(all_at_once(table))
        assert sorted(status for status, _ in answers) == [200] + 7 * [409]
        token = next(answer["token"] for status, answer in answers if status == 200)
        assert bearer(server, table, token) == "seat"


@online
async def test_a_server_that_is_killed_while_somebody_accepts_leaves_no_table_without_a_player(start):
    server = start()
    lots = random.Random(20)
    for _ in range(20):
        table = server.open(game="color-bridge", first=1)
        body = {"invitation": table["invitation"], "token": fresh_token()}
        asked = asyncio.get_running_loop().run_in_executor(None, server.ask, "POST", place_of(table, "/accept"), body)
        await asyncio.sleep(lots.random() * 0.004)
        server.kill()
        await asyncio.gather(asked, return_exceptions=True)
        server.start()
        # The guest, who may not have heard the answer, asks again.
        assert server.ask("POST", place_of(table, "/accept"), body) == (200, {"seat": 2, "token": body["token"]})
        one = await Plain.to(server, table["table"], table["token"])
        two = await Plain.to(server, table["table"], body["token"])
        assert (one.seat, two.seat, two.state) == (1, 2, "playing")
        await one.submit({"move": "6"})
        await two.reaches(one.at)
        await one.leave()
        await two.leave()


# --- Players who are away


async def leaves(player, other):
    """Goes away, and the other player has been told."""
    await player.leave()
    gone = await other.until(lambda message: message.get("present") == [True, False])
    assert gone["absent"][0] == 0


@online
async def test_a_game_whose_player_is_away_may_be_claimed(server):
    for what, state in ("win", "over"), ("abort", "aborted"):
        table, one, two, watcher = await seated(server, views=False, game="color-bridge", first=1, claim_after=10000)
        assert "here" in (await one.call({"claim": what}))["error"]
        assert "watch" in await watcher.is_refused({"claim": what})
        if what == "win":
            # Who comes back in time has lost nothing, and the time begins anew.
            await leaves(two, one)
            await asyncio.sleep(10.1)
            two = await Client.to(server, table["table"], server.guest(table))
            assert "here" in (await one.call({"claim": what}))["error"]
        left = time.monotonic()
        await leaves(two, one)
        while "error" in (answer := await one.call({"claim": what})):
            assert "not been away for long enough" in answer["error"] and "seconds" in answer["error"]
            assert server.ask("GET", place_of(table))[1]["state"] == "playing"
            await asyncio.sleep(0.5)
        assert time.monotonic() - left >= 9.99
        assert (answer["state"], one.state) == (state, state)
        await watcher.reaches(one.at)
        while watcher.state != state:
            await watcher.receive()
        if what == "win":
            assert one.events[1][-1] == {"number": 2, "event": "ended", "winner": 1, "how": "forfeited", "reason": "forfeit: left the game"}
        back = await Client.to(server, table["table"], server.guest(table))
        assert back.state == state
        assert "error" in await back.call({"submit": {"move": "6"}})


@online
async def test_there_is_nothing_to_claim_where_a_clock_runs_or_the_host_does_not_want_it(server):
    for wish in {"claim_after": 0}, {"time": {"move": 86400000}}, {"players": ["human", "random"], "first": 1}:
        table = server.open(game="color-bridge", **wish)
        if "invitation" in table:
            server.guest(table)
        one = await Client.to(server, table["table"], table["token"])
        for what in "win", "abort":
            assert "error" in await one.call({"claim": what}), wish
    for wrong in {"claim_after": 1}, {"claim_after": -1}, {"claim_after": "x"}, {"claim_after": 60000, "time": {"move": 86400000}}:
        assert "claim_after" in server.refuses(400, "POST", "/api/tables", {"game": "color-bridge", **wrong})
    assert server.ask("GET", place_of(server.open(game="color-bridge")))[1]["claim_after"] == 300000


# --- What one player may cost the other, and everybody


@online
async def test_take_backs_are_bounded_where_they_need_no_consent(server):
    _, one, two, _ = await seated(server, game="energy-capture", first=1)
    await one.submit({"move": "1:1"})
    await two.submit({"move": "pass"})
    await one.reaches(two.at)
    # The other player has passed, so nobody else is to move.
    for _ in range(2):
        for _ in range(3):
            await one.submit({"move": "2:1"})
            await one.submit({"undo": True})
        await one.submit({"move": "2:1"})
        assert "take back 3 times" in (await one.call({"submit": {"undo": True}}))["error"]
        await one.submit({"move": "3:1"})
    await two.reaches(one.at)


ALL_NODES = ",".join(f"{node}:4" for node in range(1, 16))
LONG_GAMES = [({}, ["pass"]), ({"units": 60, "nodes": 15, "extra": 60}, [ALL_NODES, "pass"])]


# What is revealed takes more room than what was played.
@pytest.mark.parametrize(("rules", "moves"), LONG_GAMES, ids=["many moves", "long moves"])
@online
async def test_a_game_cannot_become_so_long_that_nobody_enters(server, rules, moves):
    table, one, two, _ = await seated(server, views=False, game="energy-capture", rules=rules, rounds=0, first=1)
    refused = None
    while refused is None:
        for move, each in itertools.product(moves, (one, two)):
            refused = (await each.call({"submit": {"move": move}})).get("error")
            if refused and "turn" in refused:
                other = two if each is one else one
                refused = (await other.call({"submit": {"move": move}})).get("error")
            if refused:
                break
    assert refused == "The game has become too long to go on; abort it, or resign."
    for views in False, True:
        late = await Plain.to(server, table["table"], server.guest(table), views=views)
        assert 10_000 < len(late.bytes[0]) < 256 * 1024
    # Either player may end it then.
    assert (await two.call({"claim": "abort"}))["state"] == "aborted"


@online
async def test_players_find_room_however_many_watch(server):
    table = server.open(game="color-bridge", first=1)
    guest = server.guest(table)
    watchers = [await Plain.to(server, table["table"]) for _ in range(1000)]
    late = Plain(server)
    await late.connect()
    assert "Too many people watch" in await late.is_refused({"enter": table["table"]})
    one = await Plain.to(server, table["table"], table["token"])
    two = await Plain.to(server, table["table"], guest)
    await one.submit({"move": "6"})
    await two.reaches(one.at)
    await watchers[0].reaches(one.at)


@online
async def test_phrases_are_counted_by_seats_and_not_by_connections(server):
    table, one, _, _ = await seated(server, views=False, game="color-bridge")
    again = await Client.to(server, table["table"], table["token"])
    began = time.monotonic()
    await one.send({"say": 1})
    await again.send({"say": 2})
    refused = []
    for each in one, again:
        await each.send({"look": True})
        while "view" not in (message := await each.receive()):
            refused += [message["error"]] if "error" in message else []
    # On a machine that is kept from it for three seconds, neither need be refused.
    assert len(refused) == 1 or (not refused and time.monotonic() - began >= 3)
    assert all("three seconds" in each for each in refused)


def test_nobody_empties_the_lobby(start):
    server = start("--limit-address-challenges", "5", "--trust-proxy", "127.0.0.1")
    for each in range(20):
        assert server.ask("POST", "/api/tables", {"game": "color-bridge", "listed": True}, headers={"X-Forwarded-For": f"192.0.2.{each + 1}"})[0] == 201
    tables = server.ask("GET", "/api/tables?state=open")[1]["tables"]
    assert len(tables) == 20
    eve = {"X-Forwarded-For": "198.51.100.1"}

    async def all_at_once():
        ask = [asyncio.to_thread(server.ask, "POST", place_of(table, "/accept"), {}, headers=eve) for table in tables[:-1]]
        return await asyncio.gather(*ask)

    answers = asyncio.run(all_at_once())
    assert sorted(status for status, _ in answers) == 5 * [200] + 14 * [429]
    assert {answer["error"] for status, answer in answers if status == 429} == {"Too many challenges were accepted from your address; try again in a minute."}
    assert server.ask("POST", place_of(tables[-1], "/accept"), {}, headers={"X-Forwarded-For": "198.51.100.2"})[0] == 200


# --- Lengths


def sizes(client, since):
    return [len(text.encode()) for text in client.bytes[since:]]


@online
async def test_the_length_of_what_a_player_is_sent_says_nothing_of_a_hidden_move(server):
    seen = []
    for amounts in {1: 1}, {1: 7, 2: 4, 4: 3, 5: 1}, {1: 3, 2: 3, 3: 3, 4: 3, 5: 3}:
        lengths = []
        for views in False, True:
            table, one, _, _ = await seated(server, views=views, game="energy-capture", first=1)
            before = len(one.bytes)
            await one.submit({"amounts": [{"cell": cell, "amount": amount} for cell, amount in amounts.items()]})
            await one.send({"look": True})
            await one.until(lambda message: "view" in message and "at" not in message)
            await one.enter(table["table"], table["token"], views=views)
            assert "error" in await one.call({"submit": {"move": "1:99"}})
            lengths += sizes(one, before)
        seen.append(lengths)
        assert all(length % 1024 == 0 for length in lengths)
    assert seen[0] == seen[1] == seen[2]


def test_figures_do_not_count_bytes(server):
    assert "bytes_total" not in server.ask("GET", "/metrics")[1]


@online
async def test_a_message_may_be_filled_up(server):
    _, one, two, _ = await seated(server, game="energy-capture", first=1)
    answer = await one.call({"submit": {"move": "1:1"}, "pad": " " * 900})
    assert "error" not in answer
    await two.reaches(one.at)
