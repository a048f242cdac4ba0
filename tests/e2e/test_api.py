"""The server as its clients meet it: over HTTP and WebSockets, with every byte held against docs/."""

import asyncio
import contextlib
import copy
import json
import random
import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import websockets
from jsonschema import Draft202012Validator
from online import DOCS, MANY, MESSAGES, OPENAPI, Client, Plain, Server, kind_of, must_be, online, play_on, seated, stored_inputs, validator
from table import GAMES, PATIENCE, ROOT, environment

SMALL = {"game": "energy-capture", "rules": {"units": 3, "nodes": 3, "extra": 2}, "first": 1}


@pytest.fixture(scope="module")
def server():
    started = Server(*MANY)
    yield started
    started.close()


@pytest.fixture
def own_server():
    """One that may be killed."""
    started = Server(*MANY)
    yield started
    started.close()


# --- Games


@pytest.mark.parametrize("game", GAMES)
@online
async def test_a_game_between_two_and_somebody_who_watches(server, game):
    table, one, two, watcher = await seated(server, game=game, name="Ann")
    where = f"/api/tables/{table['table']}"
    assert (one.seat, two.seat, watcher.seat) == (1, 2, None)
    await play_on([one, two], [watcher], random.Random(game))
    assert {each.state for each in (one, two, watcher)} == {"over"}
    assert one.events[1][-1]["event"] == "ended"
    if game != "energy-capture":
        assert one.events == two.events == watcher.events
    status, facts = server.ask("GET", where)
    assert (status, facts["names"], facts["at"], facts["state"]) == (200, ["Ann", "Bob"], one.at, "over")
    status, record = server.ask("GET", f"{where}/record")
    assert status == 200
    moves = [event["move"] for event in one.events[1] if event["event"] == "moved" and "move" in event]
    assert all(move in record for move in moves)
    assert 'Name2 "Bob"' in record


@pytest.mark.parametrize("game", GAMES)
@online
async def test_a_game_against_a_program(server, game):
    table = server.open(game=game, players=["human", "level:2"], first=1 if game == "color-clash" else 2)
    assert "invitation" not in table
    person = await Client.to(server, table["table"], table["token"], views=True)
    lots = random.Random(game)
    while person.state == "playing":
        if person.view["over"] or person.view["to_move"] != 1:
            await person.receive()
        else:
            await play_on([person], [], lots, moves=1)
    assert person.events[1][-1]["event"] == "ended"
    await person.send({"rematch": True})
    again = (await person.until(lambda message: "table" in message.get("rematch", {})))["rematch"]["table"]
    there = await Client.to(server, again, table["token"])
    assert (there.seat, server.ask("GET", f"/api/tables/{again}")[1]["players"]) == (2, ["level:2", "human"])


@online
async def test_a_series_with_a_clock(server):
    began = time.monotonic()
    table, one, two, watcher = await seated(server, views=False, game="color-bridge", best_of=3, first=1, time={"game": 300000, "increment": 2000})
    await one.submit({"move": "6"})
    await two.reaches(one.at)
    passed = (time.monotonic() - began) * 1000 + 10
    assert two.clock["runs"] == 2
    assert 302000 - passed <= two.clock["left"][0] <= 302000
    await two.submit({"resign": True})
    await one.reaches(two.at)
    assert (one.state, "runs" in one.clock) == ("playing", False)
    assert "not over" not in str(await one.call({"next": True}))
    await two.reaches(one.at)
    await watcher.reaches(one.at)
    assert one.at == {"game": 2, "number": 1}
    assert sorted((one.seat, two.seat)) == [1, 2]
    loser = next(each for each in (one, two) if each.events[2][0]["first"] == each.seat)
    await loser.submit({"resign": True})
    winner = two if loser is one else one
    await winner.reaches(loser.at)
    if winner is one:
        assert one.state == "over"
    else:
        assert await one.call({"next": True})
        await one.submit({"resign": True})
    _, facts = server.ask("GET", f"/api/tables/{table['table']}")
    assert sum(facts["wins"]) == facts["at"]["game"]
    _, record = server.ask("GET", f"/api/tables/{table['table']}/record")
    assert record.count("[Game ") == facts["at"]["game"]


@online
async def test_time_is_over(server):
    began = time.monotonic()
    _, one, two, watcher = await seated(server, views=False, game="color-bridge", time={"move": 1000}, first=1)
    for each in (one, two, watcher):
        await each.reaches({"game": 1, "number": 2})
        assert each.events[1][-1] == {"number": 2, "event": "ended", "winner": 2, "how": "time", "reason": each.events[1][-1]["reason"]}
        assert each.clock["left"][0] == 0
    assert time.monotonic() - began >= 0.99
    assert "over" in await one.is_refused({"submit": {"move": "6"}})


@online
async def test_moves_are_taken_back(server):
    _, one, two, watcher = await seated(server, game="color-bridge", first=1)
    kinds = ["started"]

    async def does(who, request, *events):
        kinds.extend(events)
        await who.submit(request)
        for each in (one, two, watcher):
            await each.reaches(who.at)
            assert [event["event"] for event in each.events[1]] == kinds

    await does(one, {"move": "6"}, "moved")
    await does(one, {"undo": True}, "offered")
    await does(two, {"agree": True}, "took_back")
    await does(one, {"move": "1"}, "moved")
    await does(one, {"undo": True}, "offered")
    await does(two, {"decline": True}, "declined")
    assert "declined" in (await one.call({"submit": {"undo": True}}))["error"]
    assert one.view["to_move"] == 2
    assert "error" in await two.call({"submit": {"agree": True}})
    # A move that was chosen for what is not there any more.
    answer = await two.call({"submit": {"move": "5"}, "at": {"game": 1, "number": 2}})
    assert "not the one" in answer["error"]
    assert "error" in await two.call({"submit": {"move": "5"}, "at": {"game": 2, "number": 7}})
    await does(two, {"move": "5"}, "moved")


@online
async def test_seats_are_changed(server):
    _, one, two, watcher = await seated(server, game="color-bridge", first=1, swap=True)
    await one.submit({"move": "6"})
    await two.reaches(one.at)
    assert two.view["may_swap"]
    await two.submit({"swap": True})
    for each in (one, two, watcher):
        await each.reaches(two.at)
        assert each.events[1][-1]["event"] == "swapped"
    assert sorted((one.seat, two.seat)) == [1, 2]
    await play_on([one, two], [watcher], random.Random(1))
    assert watcher.state == "over"


@online
async def test_a_rematch(server):
    table, one, two, watcher = await seated(server, views=False, game="color-bridge", name="Ann")
    assert "not over" in (await one.call({"rematch": True}))["error"]
    await one.submit({"resign": True})
    assert "error" not in await one.call({"rematch": True})
    assert (await two.until(lambda message: "rematch" in message))["rematch"] == {"by": 1}
    assert (await two.enter(table["table"], table["guest"]))["rematch"] == {"by": 1}
    assert "answered" in (await one.call({"rematch": True}))["error"]
    await two.send({"rematch": True})
    places = [(await each.until(lambda message: "table" in message.get("rematch", {})))["rematch"]["table"] for each in (one, two, watcher)]
    assert len(set(places)) == 1
    assert places[0] != table["table"]
    # Who comes too late for that message finds it.
    assert (await watcher.enter(table["table"]))["rematch"] == {"by": 2, "table": places[0]}
    one_again = await Client.to(server, places[0], table["token"])
    two_again = await Client.to(server, places[0], table["guest"])
    assert (one_again.seat, two_again.seat, two_again.state) == (2, 1, "playing")
    assert server.ask("GET", f"/api/tables/{places[0]}")[1]["names"] == ["Bob", "Ann"]


@online
async def test_many_tables_at_a_time(server):
    async def one_of_them(number):
        _, one, two, watcher = await seated(server, game="capture-the-flag")
        await play_on([one, two], [watcher], random.Random(number))
        assert one.events == two.events == watcher.events

    await asyncio.gather(*(one_of_them(number) for number in range(8)))


# --- Coming back


@online
async def test_coming_back_brings_what_was_missed(server):
    table, one, two, _ = await seated(server, views=False, game="color-bridge", first=1)
    await one.submit({"move": "6"})
    await two.reaches(one.at)
    await two.leave()
    await one.until(lambda message: message.get("present") == [True, False])
    await one.submit({"undo": True})
    await two.connect()
    welcome = await two.enter(table["table"], table["guest"], since=two.at)
    assert welcome["events"] == [{"number": 3, "event": "offered", "by": 1}]
    await one.until(lambda message: message.get("present") == [True, True])
    # With nothing, or with what cannot be, all is told.
    for have in ({}, {"since": {"game": 0, "number": 0}}, {"since": {"game": 1, "number": 99}}, {"since": {"game": 7, "number": 1}}):
        assert len((await two.enter(table["table"], table["guest"], **have))["events"]) == 3
    assert (await two.enter(table["table"], table["guest"], since=two.at))["events"] == []


@online
async def test_the_same_id_is_played_once(server):
    table, one, two, _ = await seated(server, views=False, game="capture-the-flag", best_of=3, first=1)
    await one.send({"submit": {"move": "1"}, "id": "a"})
    await one.send({"submit": {"move": "1"}, "id": "a"})
    assert "events" in await one.until(lambda message: "id" in message)
    assert await one.receive() == {"id": "a", "at": one.at}
    other = await Client.to(server, table["table"], table["token"])
    await other.send({"submit": {"resign": True}, "id": "a"})
    assert await other.until(lambda message: "id" in message) == {"id": "a", "at": one.at}
    # The other player's ids are their own.
    await two.send({"submit": {"move": "1"}, "id": "a"})
    assert "events" in await two.until(lambda message: "id" in message)
    assert len(two.events[1]) == 3
    # So it is with all that is stored.
    await two.submit({"resign": True})
    for each in ({"next": True, "id": "b"}, {"submit": {"resign": True}, "id": "c"}):
        await one.send(each)
        assert "events" in await one.until(lambda message: "id" in message)
        await one.send(each)
        assert await one.until(lambda message: "id" in message) == {"id": each["id"], "at": one.at}


@online
async def test_killed_in_the_middle_nothing_is_lost_or_doubled(own_server):
    began = time.monotonic()
    table, one, two, watcher = await seated(own_server, game="color-bridge", first=1, time={"game": 600000, "increment": 0})
    players, tokens, lots = [one, two], [table["token"], table["guest"]], random.Random(5)
    for number in range(4):
        mover = next(each for each in players if each.seat == each.view["to_move"])
        message = {"submit": {"move": lots.choice(mover.view["scene"]["offers"])["move"]}, "id": f"kill {number}", "at": mover.at}
        waiting, left, before = 3 - mover.seat, list(mover.clock["left"]), mover.at["number"]
        await mover.send(message)
        await asyncio.sleep(number * 0.001)
        own_server.kill()
        own_server.start()
        for each, token in zip(players, tokens):
            await each.connect()
            await each.enter(table["table"], token, since=each.at, views=True)
        # Whether it was stored or not: sent once more it is there, once.
        await mover.send(message)
        answer = await mover.until(lambda told: told.get("id") == message["id"])
        assert answer["at"]["number"] == before + 1
        for each in players:
            await each.reaches({"game": 1, "number": before + 1})
            assert each.at["number"] == before + 1
            assert each.events[1][-1] == {"number": before + 1, "event": "moved", "seat": mover.seat, "move": each.events[1][-1]["move"]}
        # Nobody loses more time than has passed.
        assert mover.clock["runs"] == waiting
        passed = (time.monotonic() - began) * 1000 + 10
        for before, after in zip(left, mover.clock["left"]):
            assert before - passed <= after <= before
        if one.view["over"]:
            break
    await watcher.connect()
    await watcher.enter(table["table"], since=watcher.at)
    assert watcher.events == one.events == two.events


@online
async def test_time_passes_while_the_server_is_away(own_server):
    table, one, two, _ = await seated(own_server, views=False, game="color-bridge", first=1, time={"move": 600000})
    began = time.monotonic()
    await one.submit({"move": "6"})
    short, three, four, _ = await seated(own_server, views=False, game="color-bridge", first=1, time={"move": 1500})
    own_server.kill()
    await asyncio.sleep(1.5)
    own_server.start()
    await two.connect()
    welcome = await two.enter(table["table"], table["guest"])
    passed = (time.monotonic() - began) * 1000 + 10
    assert welcome["clock"]["runs"] == 2
    assert 600000 - passed <= welcome["clock"]["left"][1] <= 600000 - 1490
    # Where nothing is left, the flag falls.
    await three.connect()
    await three.enter(short["table"], short["token"])
    await three.reaches({"game": 1, "number": 2})
    assert three.events[1][-1]["how"] == "time"
    # What is over stays so.
    own_server.kill()
    own_server.start()
    await four.connect()
    await four.enter(short["table"], short["guest"])
    assert (four.state, four.events) == ("over", three.events)


# --- Programs


def test_what_takes_long_to_solve_is_refused_when_it_is_opened(server):
    wish = {"game": "energy-capture", "rules": {"units": 47, "nodes": 5, "extra": 47}, "players": ["human", "perfect"]}
    why = server.refuses(400, "POST", "/api/tables", wish)
    assert why == "Energy Capture (units=47 extra=47) is too large for a server to solve; choose smaller rules, or random as the program."
    server.open(**{**wish, "players": ["human", "random"]})


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8:1:{:x}::1"], ids=["one address", "a network"])
@online
async def test_one_address_does_not_take_the_programs_away_from_others(address):
    server = Server(*MANY, "--limit-address-tables", "100000", "--trust-proxy", "127.0.0.1")
    wish = {"game": "energy-capture", "players": ["level:3", "human"], "seat": 2, "first": 1}
    modest = {"X-Forwarded-For": "192.0.2.2"}

    def opened(headers, **more):
        status, table = server.ask("POST", "/api/tables", {**wish, **more}, headers=headers)
        assert status == 201, table
        return table

    async def inputs_before_first_move(table):
        """How many inputs of all tables were stored from when this one began until the program moved at it."""
        person = await Plain.to(server, table["table"], table["token"])
        await person.reaches({"game": 1, "number": 2})
        with contextlib.closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as database:
            at = [each["at"] for each in stored_inputs(database, table["table"])]
            stored = [json.loads(text)["at"] for (text,) in database.execute("SELECT text FROM inputs")]
        return sum(at[0] < each < at[-1] for each in stored)

    try:
        # Each of these takes some tenths of a second to solve, and many are different.
        for units in range(300):
            last = opened({"X-Forwarded-For": address.format(units)}, rules={"units": 28 + units // 60, "nodes": 5, "extra": 1 + units % 60 // 3})
        assert await inputs_before_first_move(opened(modest)) < 60
        assert await inputs_before_first_move(opened(modest, players=["random", "human"])) < 60
        assert server.ask("GET", f"/api/tables/{last['table']}")[1]["at"]["number"] == 1, "many are still to be solved"
    finally:
        server.close()


# --- Challenges


@online
async def test_listed_tables(own_server):
    server = own_server
    table = server.open(game="color-clash", listed=True, name="Ann", seat=2, time={"move": 86400000})
    assert (table["seat"], "invitation" in table) == (2, False)
    hidden = server.open(game="color-clash")
    listed = server.ask("GET", "/api/tables?state=open")[1]["tables"]
    assert [(each["table"], each["names"], each["taken"], each["time"]) for each in listed] == [(table["table"], ["", "Ann"], [False, True], {"move": 86400000})]
    assert "invitation" in server.refuses(403, "POST", f"/api/tables/{hidden['table']}/accept", {})
    assert "names" in server.refuses(400, "POST", f"/api/tables/{table['table']}/accept", {"name": "Ann"})
    owner = await Client.to(server, table["table"], table["token"])
    ask = [asyncio.to_thread(server.ask, "POST", f"/api/tables/{table['table']}/accept", {"name": f"Bob {number}"}) for number in range(6)]
    answers = await asyncio.gather(*ask)
    assert sorted(status for status, _ in answers) == [200] + 5 * [409]
    taken = next(answer for status, answer in answers if status == 200)
    assert taken["seat"] == 1
    await owner.reaches({"game": 1, "number": 1})
    guest = await Client.to(server, table["table"], taken["token"])
    assert guest.seat == 1
    await asyncio.sleep(1)  # as old as a list may be
    assert server.ask("GET", "/api/tables?state=open")[1]["tables"] == []
    listed = server.ask("GET", "/api/tables?state=playing")[1]["tables"]
    assert [(each["table"], each["state"], each["taken"]) for each in listed] == [(table["table"], "playing", [True, True])]
    assert listed[0]["names"][0].startswith("Bob ")
    # As far as it is known without looking at each of them.
    server.kill()
    server.start()
    listed = server.ask("GET", "/api/tables?state=playing")[1]["tables"]
    assert [(each["table"], each["state"], each["taken"], each["names"][1]) for each in listed] == [(table["table"], "playing", [True, True], "Ann")]


@online
async def test_tables_are_withdrawn(server):
    table = server.open(game="color-clash")
    where = f"/api/tables/{table['table']}"
    watcher = await Client.to(server, table["table"])
    assert "player" in server.refuses(403, "DELETE", where)
    assert "player" in server.refuses(403, "DELETE", where, token="A" * 22)
    assert "player" in server.refuses(403, "DELETE", where, token=table["invitation"])
    assert server.ask("DELETE", where, token=table["token"]) == (200, {})
    await watcher.until(lambda message: message.get("state") == "withdrawn")
    server.refuses(409, "DELETE", where, token=table["token"])
    guest = {"invitation": table["invitation"]}
    assert server.refuses(409, "POST", f"{where}/accept", guest) == "The table was withdrawn."
    assert server.ask("GET", where, token=table["invitation"])[1]["state"] == "withdrawn"
    owner = await Client.to(server, table["table"], table["token"])
    assert owner.state == "withdrawn"
    assert "error" in await owner.call({"submit": {"resign": True}})
    _, one, _, _ = await seated(server, game="color-clash")
    begun = server.open(game="color-clash", players=["human", "random"])
    assert "begun" in server.refuses(409, "DELETE", f"/api/tables/{begun['table']}", token=begun["token"])
    assert one.state == "playing"


# --- Talk


@online
async def test_phrases_and_looks(server):
    table, one, two, watcher = await seated(server, views=False, game="color-bridge", time={"game": 60000})
    # The first is passed on, and one of the others surely comes within three seconds of the one before.
    for _ in range(6):
        await two.send({"say": 3})
    for each in (one, two, watcher):
        assert await each.until(lambda message: "said" in message) == {"said": {"seat": 2, "phrase": 3}}
    assert "three seconds" in (await two.until(lambda message: "error" in message))["error"]
    for each in (one, two, watcher):
        await each.send({"look": True})
        seen = await each.until(lambda message: "view" in message)
        assert seen["view"].get("seat") == each.seat
        assert seen["clock"]["runs"]
    await watcher.send({"leave": True})
    assert "Enter" in await watcher.is_refused({"look": True}, wrong=False)
    empty = server.open(game="color-bridge")
    early = await Client.to(server, empty["table"], empty["token"])
    await early.send({"look": True})
    await early.until(lambda message: not message.keys() & {"present", "table"})
    assert table["table"] != empty["table"]


# --- What is refused


WRONG_MESSAGES = {
    "{": "",
    "[]": "object",
    "7": "",
    "": "",
    '{"enter":"A","enter":"B"}': "",
    '{"enter":7}': "text",
    '{"enter":"short"}': "no such table",
    '{"enter":"AAAAAAAAAAAAAAAA"}': "no such table",
    '{"enter":"AAAAAAAAAAAAAAAA","since":{"game":1}}': "mark",
    '{"enter":"AAAAAAAAAAAAAAAA","since":{"game":1,"number":-1}}': "mark",
    '{"enter":"AAAAAAAAAAAAAAAA","views":1}': "true or false",
    '{"hello":true}': "no key",
    '{"submit":{"move":"5"}}': "Enter a table first",
    '{"next":true}': "Enter a table first",
    '{"rematch":true}': "Enter a table first",
    '{"say":1}': "Enter a table first",
    '{"look":true}': "Enter a table first",
    '{"id":"x"}': "enter",
    '{"submit":{"move":"5"},"id":7}': "text",
    '{"submit":{"move":"5"},"id":"' + "x" * 33 + '"}': "32",
    "[" * 100: "",
}
WRONG_WISHES = {
    "{": "",
    "[]": "object",
    "{}": "game",
    '{"game":"chess"}': "no game",
    '{"game":"color-bridge","variant":"none"}': "",
    '{"game":"color-bridge","rules":{"length":0}}': "",
    '{"game":"color-bridge","rules":{"width":3}}': "",
    '{"game":"color-bridge","players":["human"]}': "two",
    '{"game":"color-bridge","players":["human","nobody"]}': "",
    '{"game":"color-bridge","players":["random","human"]}': "program",
    '{"game":"color-bridge","players":["human","engine:/bin/true"]}': "",
    '{"game":"color-bridge","seat":3}': "1 or 2",
    '{"game":"color-bridge","best_of":100}': "99",
    '{"game":"color-bridge","best_of":2.5}': "",
    '{"game":"color-bridge","name":"' + "x" * 200 + '"}': "printable",
    '{"game":"color-bridge","name":"a\\u0007b"}': "printable",
    '{"game":"color-bridge","listed":1}': "true or false",
    '{"game":"color-bridge","seed":"1"}': "no key",
    '{"game":"energy-capture","swap":true}': "",
    '{"game":"color-clash","first":2}': "",
    '{"game":"color-bridge","time":{}}': "either",
    '{"game":"color-bridge","time":{"game":999}}': "",
    '{"game":"color-bridge","time":{"game":1000,"move":1000}}': "either",
    '{"game":"color-bridge","time":{"move":1000,"increment":1}}': "either",
}


@online
async def test_messages_that_are_refused(server):
    client = Client(server)
    await client.connect()
    for message, why in WRONG_MESSAGES.items():
        assert why in await client.is_refused(message), message
    table, one, two, watcher = await seated(server, game="color-bridge", first=1)
    assert "no seat" in await watcher.is_refused({"enter": table["table"], "token": "A" * 22}, wrong=False)
    await watcher.enter(table["table"])
    for message in {"submit": {"move": "6"}}, {"next": True}, {"rematch": True}:
        assert "watch" in (await watcher.call(message))["error"]
    assert "watch" in await watcher.is_refused({"say": 1}, wrong=False)
    assert "turn" in (await two.call({"submit": {"move": "6"}}))["error"]
    wrong = [{"move": "99"}, {"move": "no move"}, {"move": 5}, {}, 7, "resign", {"resign": False}, {"amounts": []}, {"move": "6", "undo": True}, {"forfeit": "x"}, {"flag": True}, {"sit": ""}, {"agree": True}, {"decline": True}, {"swap": True}, {"undo": True}]
    for request in wrong:
        assert "error" in await one.call({"submit": request}, wrong=True), request
    assert "mark" in (await one.call({"submit": {"move": "6"}, "at": 7}, wrong=True))["error"]
    assert "not over" in (await one.call({"next": True}))["error"]
    for phrase in 0, 9, 1.5, "1", -1:
        assert "phrase" in await one.is_refused({"say": phrase})
    assert one.at == two.at == {"game": 1, "number": 1}
    assert len(one.events[1]) == 1
    table = server.open(game="color-bridge", name="Ann")
    where = f"/api/tables/{table['table']}/accept"
    assert "names" in server.refuses(400, "POST", where, {"invitation": table["invitation"], "name": "Ann"})
    client = await Client.to(server, table["table"], server.guest(table, "Bob"))
    assert server.ask("GET", f"/api/tables/{table['table']}")[1]["names"] == ["Ann", "Bob"]
    assert client.seat == 2


def test_requests_that_are_refused(server):
    for wish, why in WRONG_WISHES.items():
        assert why in server.refuses(400, "POST", "/api/tables", wish.encode()), wish
    server.refuses(413, "POST", "/api/tables", b" " * 20000)
    for query in "", "?state=over", "?state=", "?STATE=open":
        server.refuses(400, "GET", f"/api/tables{query}")
    nobody = "/api/tables/" + "A" * 16
    for method, path in ("GET", nobody), ("GET", nobody + "/record"), ("POST", nobody + "/accept"), ("DELETE", nobody), ("GET", "/api/tables/short"):
        assert "no such table" in server.refuses(404, method, path)
    table = server.open(game="color-bridge", listed=True)
    where = f"/api/tables/{table['table']}"
    server.refuses(409, "GET", where + "/record")
    for body in b"{", b"[]", b"7", b'{"nom":"x"}', b'{"name":7}', b'{"name":" x"}':
        server.refuses(400, "POST", where + "/accept", body)
    assert server.ask("POST", where + "/accept")[0] == 200
    server.refuses(403, "GET", where, headers={"Origin": "https://elsewhere.example"})
    server.refuses(426, "GET", "/api/socket")
    for method, path in ("PUT", "/api/tables"), ("POST", where), ("DELETE", where + "/record"), ("GET", "/api/nothing"):
        assert server.ask(method, path, wrong=True)[0] in (404, 405)
    assert server.ask("GET", "/healthz") == (200, {"ok": True})
    assert "duello_inputs_total" in server.ask("GET", "/metrics")[1]


NO_OBJECTS = (b"[]", b"7", b"null", b"true", b'"x"', b'[{"name":"Bob"}]')


@pytest.mark.parametrize("body", NO_OBJECTS)
@online
async def test_only_an_object_is_a_request(server, body):
    """What is no object takes no seat and opens no table, over HTTP as over a socket."""
    table = server.open(game="color-bridge", listed=True)
    where = f"/api/tables/{table['table']}"
    for path in "/api/tables", where + "/accept":
        assert "must be a JSON object" in server.refuses(400, "POST", path, body)
    assert server.ask("GET", where)[1]["taken"] == [True, False]
    client = await Client.to(server, table["table"], table["token"])
    for message in body.decode(), *(f'{{"{key}": {body.decode()}}}' for key in ("submit", "next", "claim", "enter")):
        await client.send(message, wrong=True)
        assert "error" in await client.until(lambda told: "error" in told), message
    assert server.ask("GET", where)[1]["state"] == "open"


@online
async def test_what_is_too_long_ends_the_connection(server):
    client = Client(server)
    await client.connect()
    await client.send(" " * 5000, wrong=True)
    with pytest.raises(websockets.ConnectionClosed):
        await client.receive()
    assert client.line.close_code == 1009


@online
async def test_whoever_says_too_much_must_go():
    server = Server("--limit-address-messages", "5")
    try:
        client = Client(server)
        await client.connect()
        with pytest.raises(websockets.ConnectionClosed):
            for _ in range(100):
                await client.send({"look": True})
            while True:
                await client.receive()
        assert client.line.close_code == 1008
    finally:
        server.close()


@online
async def test_a_server_that_goes_says_so(own_server):
    table = own_server.open(game="color-bridge")
    client = await Client.to(own_server, table["table"], table["token"])
    own_server.process.terminate()
    await client.until(lambda message: "closing" in message)
    with pytest.raises(websockets.ConnectionClosed):
        await client.receive()
    assert client.line.close_code == 1001
    assert own_server.process.wait(PATIENCE) == 0


# --- Secrets


async def veiled_game(server, hidden):
    """Everything that reaches anybody but the one who places, up to the reveal; and the tokens."""
    table, one, two, watcher = await seated(server, game="energy-capture", first=1)
    mine = table["token"]
    amounts = {"amounts": [{"cell": cell, "amount": amount} for cell, amount in hidden.items()]}
    answers = []
    for _ in range(2):
        placed = await one.submit(amounts)
        await two.reaches(one.at)
        await one.submit({"undo": True})
        await two.reaches(one.at)
        await two.submit({"agree": True})
        await one.reaches(two.at)
    move = placed["events"][0]["move"]
    await one.submit(amounts)
    for each in (two, watcher):
        await each.reaches(one.at)
        await each.send({"look": True})
        await each.until(lambda message: "view" in message and "at" not in message)
        await each.enter(table["table"], table["guest"] if each is two else None, views=True)
    late = await Client.to(server, table["table"], views=True)
    for path in "", "/record":
        for token in None, table["guest"], mine:
            answers.append(json.dumps(server.ask("GET", f"/api/tables/{table['table']}{path}", token=token)[1]))
    answers.append(json.dumps(server.ask("GET", "/api/tables?state=playing")[1]))
    heard = {"two": list(two.bytes), "watcher": list(watcher.bytes), "late": list(late.bytes), "http": answers}
    secrets = {"move": move, "one": mine, "two": table["guest"]}
    for who, texts in {**heard, "one": one.bytes}.items():
        text = "\n".join(texts)
        assert move not in text or who == "one"
        assert mine not in text and table["guest"] not in text
    # In the end all is laid open, and the tokens are not.
    while not any(event["event"] == "revealed" for event in one.events[1]):
        mover = next(each for each in (one, two) if each.seat == each.view["to_move"])
        await mover.submit({"move": "pass"})
        for each in (one, two, watcher, late):
            await each.reaches(mover.at)
    for each in (one, two, watcher, late):
        assert any((shown["seat"], shown["move"]) == (1, move) for event in each.events[1] if event["event"] == "revealed" for shown in event["moves"])
        assert mine not in "".join(each.bytes) and table["guest"] not in "".join(each.bytes)
    return table, heard, secrets


def without_names(texts, table):
    """What must be the same whatever is hidden. How long somebody has been away is left out, and so is what makes up for its length."""
    texts = [re.sub(r'"created":\d+', "", text.replace(table["table"], "TABLE")) for text in texts]
    return [(len(text) if '"pad"' in text else 0, re.sub(r'"absent":\[.*?\]|"pad":" *"', "", text)) for text in texts]


@online
async def test_what_is_hidden_reaches_nobody(own_server):
    games = [await veiled_game(own_server, hidden) for hidden in ({1: 7, 2: 4, 4: 3, 5: 1}, {1: 1, 3: 2, 4: 12}, {2: 1})]
    # Nothing that anybody is told depends on it in any way.
    for who in "two", "watcher", "late", "http":
        told = [without_names(heard[who], table) for table, heard, _ in games]
        assert told[0] == told[1] == told[2], who
    await asyncio.to_thread(own_server.stop)
    # At a quarter past twelve the time has the move 2:1 in it.
    log = re.sub(r'"time":"[^"]*"', "", "".join(own_server.log))
    assert "listening" in log
    for _, _, secrets in games:
        assert not any(secret in log for secret in secrets.values())


@online
async def test_tokens_are_not_kept(own_server):
    table, one, _, _ = await seated(own_server, views=False, **SMALL)
    await one.submit({"move": "pass"})
    await asyncio.to_thread(own_server.stop)
    kept = b"".join(file.read_bytes() for file in sorted(Path(own_server.folder.name).iterdir()))
    assert table["table"].encode() in kept
    assert table["token"].encode() not in kept
    assert table["invitation"].encode() not in kept
    assert table["guest"].encode() not in kept


# --- What is written of it


def places(document, path=()):
    yield path
    if isinstance(document, (dict, list)):
        for key, value in document.items() if isinstance(document, dict) else enumerate(document):
            yield from places(value, (*path, key))


def damaged(document, path):
    """With something there that cannot be."""
    if not path:
        return {**document, "damage": {}}
    changed = copy.deepcopy(document)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = {"damage": {}}
    return changed


def test_the_schemas_are_schemas():
    Draft202012Validator.check_schema(MESSAGES)
    for schema in OPENAPI["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    references = re.findall(r'"\$ref": *"([^"]+)"', (DOCS / "openapi.json").read_text() + (DOCS / "messages.schema.json").read_text())
    assert references
    operations = {operation["operationId"] for path in OPENAPI["paths"].values() for key, operation in path.items() if key != "parameters"}
    assert operations == {"create", "list", "facts", "record", "accept", "withdraw", "socket", "health", "metrics"}


def examples():
    """Messages and answers in docs/api.md: what sends it, and the JSON."""
    for sign, text in re.findall(r"^([<>]) (\{.*?\})$", (DOCS / "api.md").read_text(), flags=re.M | re.S):
        yield "client" if sign == ">" else "server", json.loads(text)


def test_every_message_is_one_kind_and_says_something(server):
    """With what the games above have brought, and with what docs/api.md shows."""
    sides = {"client": MESSAGES["$defs"]["client"]["oneOf"], "server": MESSAGES["$defs"]["server"]["oneOf"]}
    shown = {(side, kind_of(message, side)): message for side, message in examples()}
    for side, kinds in sides.items():
        names = {each["$ref"].rsplit("/", 1)[1] for each in kinds}
        assert {name for which, name in shown if which == side} == names, "docs/api.md shows every message"
    for (side, name), message in [*server.seen.items(), *shown.items()]:
        must_be(message, "messages.schema.json", f"/$defs/{side}")
        must_be(message, "messages.schema.json", f"/$defs/{name}")
        for path in places(message):
            if "view" not in path and not (name == "seen" and not path):
                assert not validator("messages.schema.json", f"/$defs/{name}").is_valid(damaged(message, path)), (name, path)


def test_the_example_client(server):
    """Two of them play a whole game against each other."""
    table = server.open(game="color-bridge", name="Ann")
    links = [f"{server.address}#/online/{table['table']}/{token}" for token in (table["token"], table["invitation"])]
    command = [sys.executable, ROOT / "examples" / "online_client.py"]
    ran = [subprocess.Popen([*command, link, "--random"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment()) for link in links]
    said = [each.communicate(timeout=PATIENCE)[0].decode() for each in ran]
    assert [each.returncode for each in ran] == [0, 0], said
    assert all(re.search(r"You (won|lost)", text) for text in said), said
    assert server.ask("GET", f"/api/tables/{table['table']}")[1]["state"] == "over"


@pytest.mark.parametrize("words", [[], ["frob"], ["--random"]])
def test_the_example_client_says_how_it_is_called(words):
    ran = subprocess.run([sys.executable, ROOT / "examples" / "online_client.py", *words], capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("Plays over a link to a table") and ran.stderr.count("\n") == 1


def test_the_example_client_is_shown():
    assert (ROOT / "examples" / "online_client.py").read_text() in (DOCS / "api.md").read_text()
