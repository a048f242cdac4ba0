"""Several servers with the same PostgreSQL: whoever plays notices neither which one they are at nor that one has died."""

import asyncio
import json
import random
import re
import time

import pytest
from online import MANY, Plain, Server, Wanderer, online, play_on
from postgres import Postgres
from table import GAMES, PATIENCE


@pytest.fixture(scope="module")
def postgres():
    started = Postgres()
    yield started
    started.close()


@pytest.fixture
def servers(postgres):
    store = postgres.address(postgres.new_database())
    started = [Server(*MANY, store=store) for _ in range(3)]
    yield started
    for each in started:
        each.close()


async def apart(servers, views=True, **wish):
    """Two players and somebody who watches, each at a server of their own."""
    table = servers[0].open(**wish)
    one = await Plain.to(servers[0], table["table"], table["token"], views=views)
    two = await Plain.to(servers[1], table["table"], servers[1].guest(table, "Bob"), views=views)
    watcher = await Plain.to(servers[2], table["table"], views=views)
    for each in (one, watcher):
        await each.reaches(two.at)
    return table, one, two, watcher


def stored(postgres, servers, table):
    database = servers[0].store.split("/")[3].split("?")[0]
    return postgres.execute(f"SELECT text FROM duello_inputs WHERE table_id = '{table}' ORDER BY number", database)


@pytest.mark.parametrize("game", GAMES)
@online
async def test_players_at_different_servers_play_to_the_end(servers, postgres, game):
    table, one, two, watcher = await apart(servers, game=game, name="Ann")
    await play_on([one, two], [watcher], random.Random(1))
    assert (one.state, two.state, watcher.state) == ("over", "over", "over")
    records = {each.ask("GET", f"/api/tables/{table['table']}/record")[1] for each in servers}
    assert len(records) == 1
    if "hidden" not in servers[0].ask("GET", f"/api/tables/{table['table']}")[1] or game != "energy-capture":
        assert one.events == two.events == watcher.events


@online
async def test_a_move_is_told_at_the_other_server_without_being_asked_for(servers):
    _, one, two, watcher = await apart(servers, game="color-bridge", first=1)
    # There is no clock, so no server ever looks for this table by itself.
    await one.submit({"move": "6"})
    for each in (two, watcher):
        await each.reaches(one.at)


@online
async def test_of_two_at_the_same_moment_one_is_judged_again(servers, postgres):
    table, one, two, watcher = await apart(servers, game="color-bridge", first=1)
    again = await Plain.to(servers[1], table["table"], table["token"], views=True)
    # Both are right where they stand, and only one of them can be.
    for number in range(4):
        mover, other, theirs = (one, again, two) if one.view["to_move"] == one.seat else (two, None, one)
        moves = [offer["move"] for offer in mover.view["scene"]["offers"]]
        if other is None:
            await two.submit({"move": moves[0]})
        else:
            await asyncio.gather(one.send({"submit": {"move": moves[0]}, "id": f"a{number}"}), again.send({"submit": {"move": moves[-1]}, "id": f"b{number}"}))
            answers = await asyncio.gather(*(each.until(lambda told: "id" in told) for each in (one, again)))
            assert sorted("error" in answer for answer in answers) == [False, True], answers
            assert "other player's turn" in next(each["error"] for each in answers if "error" in each)
        last = {"game": 1, "number": number + 2}
        for each in (one, again, two, watcher):
            await each.reaches(last)
            assert each.at == last
        if one.view["over"]:
            break
    assert one.events == two.events == watcher.events == again.events
    assert len(stored(postgres, servers, table["table"])) == 2 + len(one.events[1]) - 1


@online
async def test_a_rematch_and_the_next_game_reach_the_other_server(servers):
    table, one, two, watcher = await apart(servers, views=False, game="color-bridge", best_of=3, first=1)
    await one.submit({"resign": True})
    await two.reaches(one.at)
    await two.call({"next": True})
    await one.reaches(two.at)
    while one.state != "over":
        await one.submit({"resign": True})
        await two.reaches(one.at)
        if one.state != "over":
            await two.call({"next": True})
            await one.reaches(two.at)
    await watcher.reaches(one.at)
    await one.call({"rematch": True})
    assert (await two.until(lambda message: "rematch" in message))["rematch"]["by"] == 1
    await two.send({"rematch": True})
    places = [(await each.until(lambda message: "table" in message.get("rematch", {})))["rematch"]["table"] for each in (one, two, watcher)]
    assert len(set(places)) == 1
    again = await Plain.to(servers[2], places[0], table["token"])
    await Plain.to(servers[1], places[0], table["guest"])
    await again.reaches({"game": 1, "number": 1})
    assert again.state == "playing"


@online
async def test_a_listed_table_is_accepted_at_the_other_server_by_one_of_many(servers):
    table = servers[0].open(game="color-bridge", listed=True, name="Ann")
    one = await Plain.to(servers[0], table["table"], table["token"])
    where = f"/api/tables/{table['table']}/accept"
    asking = [asyncio.to_thread(each.ask, "POST", where, {"name": f"Bob {number}"}) for number, each in enumerate(servers * 2)]
    answers = await asyncio.gather(*asking)
    assert sorted(status for status, _ in answers) == [200, 409, 409, 409, 409, 409]
    token = next(answer["token"] for status, answer in answers if status == 200)
    two = await Plain.to(servers[2], table["table"], token)
    await one.reaches(two.at)
    assert one.state == "playing"


@online
async def test_a_flag_falls_although_the_server_that_watched_it_is_dead(servers, postgres):
    table = servers[0].open(game="color-bridge", first=1, time={"move": 2000})
    one = await Plain.to(servers[0], table["table"], table["token"], views=True)
    two = await Plain.to(servers[0], table["table"], servers[0].guest(table), views=True)
    await one.reaches(two.at)
    servers[0].kill()
    end = time.monotonic() + PATIENCE
    # Nobody is there and nobody asks for this table: what is stored is asked.
    while servers[1].ask("GET", "/api/tables?state=playing")[0] == 200 and time.monotonic() < end:
        inputs = stored(postgres, servers, table["table"])
        if any("flag" in json.loads(each) for each in inputs):
            break
        await asyncio.sleep(0.2)
    else:
        pytest.fail("the flag did not fall")


async def veiled(servers, amounts):
    """All that the other player and somebody who watches are sent at their servers until amounts are laid open."""
    table, one, two, watcher = await apart(servers, game="energy-capture", first=1)
    assert "error" in await one.call({"submit": {"amounts": [{"cell": 1, "amount": 99}]}})
    assert "error" in await one.call({"submit": {"move": "1:1 1:1"}})
    await one.submit({"amounts": [{"cell": cell, "amount": amount} for cell, amount in amounts.items()]})
    for each in (two, watcher):
        await each.reaches(one.at)
        token = table["guest"] if each is two else None
        for number in range(one.at["number"] + 1):
            await each.enter(table["table"], token, since={"game": 1, "number": number}, views=True)
        for server in servers:
            late = await Plain.to(server, table["table"], token, views=True)
            each.bytes += late.bytes
            await late.leave()
    secret = one.events[1][-1]["move"]
    everything = [*two.bytes, *watcher.bytes]
    for server in servers:
        everything += [json.dumps(server.ask("GET", f"/api/tables/{table['table']}{path}")[1]) for path in ("", "/record")]
    assert not any(secret in text for text in everything)
    texts = [text.replace(table["table"], "TABLE") for text in everything]
    return sorted((len(text) if '"pad"' in text else 0, re.sub(r'"present": ?\[.*?\]|"absent": ?\[.*?\]|"pad":" *"', "", text)) for text in texts)


@online
async def test_what_is_hidden_reaches_nobody_at_any_server(servers):
    told = [await veiled(servers, amounts) for amounts in ({1: 7, 2: 4, 4: 3, 5: 1}, {3: 1}, {1: 10, 5: 5})]
    # Not a byte more or less, whatever it is.
    assert set(told[0]) == set(told[1]) == set(told[2])
    assert not any("moves" in line or "amount" in line for each in servers for line in each.log)


@online
async def test_players_of_a_server_that_was_killed_go_on_at_another(servers, postgres):
    game = "color-capture"
    table = servers[0].open(game=game, first=1, time={"game": 600000, "increment": 0})
    wanderers = [Wanderer(servers, table["table"], token, seed) for seed, token in enumerate([table["token"], servers[0].guest(table), None])]
    plays = [asyncio.create_task(each.play()) for each in wanderers]
    lots = random.Random(3)
    for _ in range(3):
        await asyncio.sleep(0.1)
        victim = lots.choice(servers)
        victim.kill()
        await asyncio.sleep(0.05)
        victim.start()
    await asyncio.wait_for(asyncio.gather(*plays), PATIENCE)
    one, two, watcher = wanderers
    assert one.events == two.events == watcher.events
    moves = [json.loads(each) for each in stored(postgres, servers, table["table"])]
    assert len({(each["player"], each["id"]) for each in moves if "id" in each}) == sum("id" in each for each in moves)
    assert len(moves) == 2 + sum(each["event"] == "moved" for each in one.events[1])
    assert all(600000 - PATIENCE * 1000 < left <= 600000 for left in one.clock["left"])


async def storm(servers, postgres, games, kills, seed):
    """Many games at a time, and servers that are killed at any moment. Each ends, the same for all who were there."""
    lots = random.Random(seed)
    tables = []
    for number in range(games):
        game = lots.choice(GAMES)
        table = servers[number % len(servers)].open(game=game, best_of=lots.choice([1, 3]))
        tokens = [table["token"], servers[0].guest(table), None]
        tables.append((table["table"], game, [Wanderer(servers, table["table"], token, lots.random()) for token in tokens]))
    wanderers = [each for _, _, all_three in tables for each in all_three]
    plays = [asyncio.create_task(each.play()) for each in wanderers]
    # The first one as soon as somebody plays there, so that a game is interrupted however quick the machine is.
    busy = []
    while not busy:
        await asyncio.sleep(0.001)
        busy = [each.server for each in wanderers if each.token and each.state == "playing"]
    for number in range(kills):
        await asyncio.sleep(lots.random() * 0.2 if number else 0)
        victim = lots.choice(servers) if number else busy[0]
        await asyncio.to_thread(victim.kill)
        await asyncio.sleep(lots.random() * 0.1)
        await asyncio.to_thread(victim.start)
    await asyncio.gather(*plays)
    for table, game, all_three in tables:
        last = all_three[0].at["game"]
        told = [[{key: event.get(key) for key in ("number", "event", "winner", "how")} for event in each.events[last]] for each in all_three]
        assert told[0] == told[1] == told[2], (table, game)
        ids = [(each["player"], each["id"]) for each in map(json.loads, stored(postgres, servers, table)) if "id" in each]
        assert len(ids) == len(set(ids))
    return sum(each.comings for each in wanderers)


@online
async def test_many_games_survive_servers_that_are_killed(servers, postgres):
    assert await storm(servers, postgres, games=6, kills=4, seed=11) > 6 * 3
