"""What becomes of games when their store is full, damaged, away or somebody else's, and when the server dies."""

import asyncio
import contextlib
import os
import random
import re
import resource
import sqlite3
import subprocess
import time

import pytest
import websockets
from online import MANY, Plain, Server, Wanderer, online, stored_inputs
from postgres import Postgres
from table import PATIENCE, run

AWAY = "Nothing can be stored just now; try again in a moment."


@pytest.fixture
def start():
    servers = []

    def begin(*options, store=None, env=None):
        servers.append(Server(*MANY, *options, store=store, env=env))
        return servers[-1]

    yield begin
    for each in servers:
        each.close()


@pytest.fixture(scope="module")
def postgres():
    started = Postgres()
    yield started
    started.close()


def is_well(server):
    return server.ask("GET", "/healthz")[0] == 200


async def until(is_so):
    end = time.monotonic() + PATIENCE
    while not await asyncio.to_thread(is_so):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


async def insist(client, message):
    """Until it can be stored."""
    while True:
        await client.send(message)
        answer = await client.until(lambda told: told.get("id") == message["id"])
        if answer.get("error") != AWAY:
            return answer
        await asyncio.sleep(0.05)


async def two_at(server, **wish):
    table = server.open(**wish)
    one = await Plain.to(server, table["table"], table["token"], views=True)
    two = await Plain.to(server, table["table"], server.guest(table), views=True)
    await one.reaches(two.at)
    return table, one, two


# --- SQLite


@online
async def test_whatever_was_told_is_there_when_it_starts_again(start):
    server = start()
    lots = random.Random(1)
    games = []
    for number in range(8):
        table = server.open(game=lots.choice(["color-capture", "capture-the-flag"]), time={"game": 600000, "increment": 0}, best_of=3)
        games.append([Wanderer([server], table["table"], token, number) for token in (table["token"], server.guest(table), None)])
    plays = [asyncio.create_task(each.play()) for all_three in games for each in all_three]
    for _ in range(3):
        await asyncio.sleep(0.1 + lots.random() / 10)
        server.kill()
        server.start()
    await asyncio.gather(*plays)
    for one, two, watcher in games:
        last = one.at["game"]
        assert one.events[last] == two.events[last] == watcher.events[last]
    with contextlib.closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as database:
        for one, _, _ in games:
            inputs = stored_inputs(database, one.table)
            ids = [(each["player"], each["id"]) for each in inputs if "id" in each]
            assert len(ids) == len(set(ids))
            assert all(before["at"] <= after["at"] for before, after in zip(inputs, inputs[1:]))


@online
async def test_it_is_stopped_while_all_are_moving(start):
    server = start()
    games = [await two_at(server, game="color-bridge", first=1) for _ in range(10)]
    await asyncio.gather(*(one.send({"submit": {"move": "6"}, "id": "last"}) for _, one, _ in games))
    server.process.terminate()
    told = []
    for table, one, _ in games:
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await one.receive()
        told.append((table, one))
        assert one.line.close_code == 1001
    assert server.process.wait(PATIENCE) == 0
    server.reader.join()
    server.process.stderr.close()
    server.start()
    for table, one in told:
        before = list(one.events[1])
        await one.connect()
        await one.enter(table["table"], table["token"], since=one.at, views=True)
        await one.send({"submit": {"move": "6"}, "id": "last"})
        await one.until(lambda message: message.get("id") == "last")
        assert one.events[1][: len(before)] == before
        assert [event["event"] for event in one.events[1]] == ["started", "moved"]


def test_a_copy_is_made_while_others_play(start, tmp_path):
    server = start()
    tables = [server.open(game="color-bridge") for _ in range(20)]
    for _ in range(2):  # the second replaces the first
        ran = run("serve", "--store", server.store, "--backup", tmp_path / "copy")
        assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert is_well(server)
    server.open(game="color-bridge")
    other = start(store=f"sqlite:{tmp_path}/copy")
    for table in tables:
        assert other.ask("GET", f"/api/tables/{table['table']}")[1]["state"] == "open"


def test_a_copy_replaces_nothing_of_others(start, tmp_path):
    server = start()
    diary = tmp_path / "diary"
    diary.write_text("Dear diary")
    stores = {
        server.store: (diary, "'{diary}' is there already, and no older backup."),
        f"sqlite:{diary}": (tmp_path / "copy", "'{diary}' is not a database of this program."),
        f"sqlite:{diary}x": (tmp_path / "copy", "'{diary}x' cannot be read: No such file or directory."),
        "postgres://ann@localhost/games": (tmp_path / "copy", "A PostgreSQL database is backed up with its own pg_dump."),
    }
    for store, (copy, sentence) in stores.items():
        ran = run("serve", "--store", store, "--backup", copy)
        assert (ran.status, ran.out, ran.err) == (1, "", f"duello: {sentence.format(diary=diary)}\n")
    assert diary.read_text() == "Dear diary"
    assert not (tmp_path / "copy").exists()


def test_a_second_server_is_refused_in_a_sentence(start):
    server = start()
    for name in (server.store, "sqlite:" + os.path.relpath(server.store.removeprefix("sqlite:"))):
        ran = run("serve", "--listen", "127.0.0.1:0", "--store", name)
        assert (ran.status, ran.out) == (1, "")
        assert re.fullmatch(r"duello: Another server uses '[^\n]*'\.\n", ran.err), ran.err
    assert is_well(server)


def of_a_newer_version(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA application_id = 0x4475656c; PRAGMA user_version = 99; CREATE TABLE x (y)")


def of_another_program(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript("CREATE TABLE bookmarks (address)")


def with_its_tables_gone(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA application_id = 0x4475656c; PRAGMA user_version = 2; CREATE TABLE x (y)")


STRANGE = {
    "newer": (of_a_newer_version, "was written by a newer version of this program"),
    "another": (of_another_program, "is not a database of this program"),
    "text": (lambda path: path.write_text("Dear diary, " * 100), "is not a database of this program"),
    "gone": (with_its_tables_gone, "is damaged: something is missing in it"),
    "folder": (lambda path: path.mkdir(), ""),
    "pipe": (os.mkfifo, ""),
    "link to nothing": (lambda path: path.symlink_to("/nonexistent/x"), ""),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_file_that_is_not_ours_is_left_alone(tmp_path, name):
    make, why = STRANGE[name]
    path = tmp_path / "tables.sqlite"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    ran = run("serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{path}")
    assert (ran.status, ran.out) == (1, "")
    assert re.fullmatch(r"duello: [^\n]*tables\.sqlite[^\n]*[^\n.]\.\n", ran.err), ran.err
    assert why in ran.err
    assert before is None or name == "gone" or path.read_bytes() == before


def test_a_store_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    for store in (f"sqlite:{tmp_path}/no/such/folder", f"sqlite:{tmp_path}/", "sqlite:/proc/tables.sqlite", "sqlite:/dev/null"):
        ran = run("serve", "--listen", "127.0.0.1:0", "--store", store)
        assert (ran.status, ran.out) == (1, "")
        assert re.fullmatch(r"duello: [^\n]*[^\n.]\.\n", ran.err), ran.err


@online
async def test_a_damaged_table_hurts_nobody_else(start):
    server = start()
    table, one, _ = await two_at(server, game="color-bridge", first=1)
    await one.submit({"move": "6"})
    whole, other, _ = await two_at(server, game="color-bridge", first=1)
    server.stop()
    with contextlib.closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as database, database:
        database.execute("UPDATE tables SET setup = replace(setup, 'color-bridge', 'color-brigde') WHERE id = ?", (table["table"],))
    server.start()
    client = Plain(server)
    await client.connect()
    assert await client.is_refused({"enter": table["table"]}) == "The table is damaged."
    assert server.ask("GET", f"/api/tables/{table['table']}")[0] == 503
    other.server = server
    await other.connect()
    await other.enter(whole["table"], whole["token"], views=True)
    await other.submit({"move": "6"})
    await until(lambda: any("is damaged" in line and table["table"] in line for line in server.log))


@online
async def test_a_changed_move_is_noticed_and_hurts_only_its_table(start):
    server = start()
    games = []
    for _ in range(2):
        table, one, _ = await two_at(server, game="color-bridge", first=1)
        await one.submit({"move": "6"})
        games.append((table, one))
    server.stop()
    with contextlib.closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as database, database:
        changed = "UPDATE inputs SET text = replace(text, '\"move\":\"6\"', '\"move\":\"7\"') WHERE table_id = ?"
        database.execute(changed, (games[0][0]["table"],))
        assert database.execute("SELECT changes()").fetchone()[0] > 0
    server.start()
    client = Plain(server)
    await client.connect()
    for _ in range(2):
        assert await client.is_refused({"enter": games[0][0]["table"]}) == "The table is damaged."
    assert server.ask("GET", f"/api/tables/{games[0][0]['table']}/record")[0] == 503
    table, one = games[1]
    watcher = await Plain.to(server, table["table"])
    assert watcher.events == one.events
    await asyncio.to_thread(server.stop)
    told = [line for line in server.log if games[0][0]["table"] in line]
    assert len(told) == 1 and "is not what was stored" in told[0]


def limited(server, most):
    """No file of the server's can become longer: as on a full disk, SQLite cannot write."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@online
async def test_on_a_full_disk_nothing_is_told_that_is_not_stored(start):
    server = start()
    table, one, two = await two_at(server, game="color-bridge", first=1)
    limited(server, 0)
    for number in range(2):
        await one.send({"submit": {"move": "6"}, "id": f"full {number}"})
        assert (await one.until(lambda told: "id" in told))["error"] == AWAY
    assert not is_well(server)
    status, answer = server.ask("POST", "/api/tables", {"game": "color-bridge"})
    assert (status, answer["error"]) == (503, AWAY)
    limited(server, resource.RLIM_INFINITY)
    await one.send({"submit": {"move": "6"}, "id": "full 0"})
    assert "events" in await one.until(lambda told: "id" in told and "error" not in told)
    await two.reaches(one.at)
    assert [event["event"] for event in two.events[1]] == ["started", "moved"]
    await until(lambda: is_well(server))
    server.kill()
    server.start()
    watcher = await Plain.to(server, table["table"])
    assert watcher.events == two.events


# Loaded before the C library: no file whose name ends with -wal can be synced once FAIL_SYNC is there.
FAILING_SYNC = r"""
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int synced(int file, long call) {
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, name, sizeof name - 1);
  name[size > 0 ? size : 0] = 0;
  if (size > 4 && strcmp(name + size - 4, "-wal") == 0 && access(getenv("FAIL_SYNC"), F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  return (int)syscall(call, file);
}
int fsync(int file) { return synced(file, SYS_fsync); }
int fdatasync(int file) { return synced(file, SYS_fdatasync); }
"""


@online
async def test_a_disk_that_does_not_sync_ends_the_server(start, tmp_path):
    (tmp_path / "sync.c").write_text(FAILING_SYNC)
    if subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "sync.so", tmp_path / "sync.c"], check=False).returncode != 0:
        pytest.skip("There is no C compiler.")
    server = start(env={"LD_PRELOAD": str(tmp_path / "sync.so"), "FAIL_SYNC": str(tmp_path / "fail")})
    table, one, two = await two_at(server, game="color-bridge", first=1)
    (tmp_path / "fail").touch()
    await one.send({"submit": {"move": "6"}, "id": "last"})
    with pytest.raises(websockets.ConnectionClosed):
        while True:
            told = await one.receive()
            assert "id" not in told, "nobody can know"
    assert server.process.wait(PATIENCE) == 74
    server.reader.join()
    server.process.stderr.close()
    told = [line for line in server.log if '"error"' in line or "ERROR" in line]
    assert len(told) == 1 and "cannot be synced to the disk" in told[0] and "the server ends" in told[0]
    (tmp_path / "fail").unlink()
    server.start()
    await one.connect()
    await one.enter(table["table"], table["token"], since=one.at, views=True)
    await one.send({"submit": {"move": "6"}, "id": "last"})
    assert "error" not in await one.until(lambda message: message.get("id") == "last")
    assert [event["event"] for event in one.events[1]] == ["started", "moved"]


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root may mount a small disk, which this test fills.")
@online
async def test_a_disk_that_is_really_full(start, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], check=False, capture_output=True).returncode != 0:
        pytest.skip("Nothing can be mounted here, as in a container without that right; this test fills a small disk.")
    server = start(store=f"sqlite:{disk}/tables.sqlite")
    try:
        table, one, two = await two_at(server, game="color-bridge", first=1)
        await one.submit({"move": "6"})
        with contextlib.suppress(OSError), open(disk / "filler", "wb", buffering=0) as filler:
            while filler.write(b"x" * 4096):
                pass
        # What is left of the log may be enough for a while.
        asked, answers = 0, []
        while not answers or "error" not in answers[-1]:
            asked += 1
            assert asked < 500
            answers.append(await two.call({"submit": {"undo": True}} if asked == 1 else {"submit": {"move": two.view["scene"]["offers"][0]["move"]}}))
            if "error" in answers[-1] and answers[-1]["error"] != AWAY:
                answers[-1] = server.ask("POST", "/api/tables", {"game": "color-bridge"})[1]
        assert answers[-1]["error"] == AWAY
        (disk / "filler").unlink()
        assert server.ask("POST", "/api/tables", {"game": "color-bridge"})[0] == 201
        assert is_well(server)
        server.kill()
        server.start()
        watcher = await Plain.to(server, table["table"])
        assert watcher.events[1][: len(one.events[1])] == one.events[1]
    finally:
        server.close()
        subprocess.run(["umount", disk], check=True)


@online
async def test_a_file_that_becomes_read_only_is_waited_for(start):
    server = start()
    _, one, two = await two_at(server, game="color-bridge", first=1)
    with contextlib.closing(sqlite3.connect(server.store.removeprefix("sqlite:"), timeout=PATIENCE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")  # a program that has no business there
        answer = await one.call({"submit": {"move": "6"}})
        assert answer["error"] == AWAY
        assert not is_well(server)
        other.execute("ROLLBACK")
    assert "error" not in await one.call({"submit": {"move": "6"}})
    await two.reaches(one.at)
    await until(lambda: is_well(server))


@online
async def test_games_that_are_kept_no_longer_are_deleted(start):
    server = start("--keep", "open=1h,over=1h")
    kinds = ["withdrawn", "open", "over", "playing"]
    tables = {kind: server.open(game="color-bridge") for kind in kinds}
    for kind in ("over", "playing"):
        one = await Plain.to(server, tables[kind]["table"], tables[kind]["token"], views=True)
        two = await Plain.to(server, tables[kind]["table"], server.guest(tables[kind]), views=True)
        await one.reaches(two.at)
        if kind == "over":
            await one.submit({"resign": True})
    table = tables["withdrawn"]
    assert server.ask("DELETE", f"/api/tables/{table['table']}", token=table["token"])[0] == 200
    server.stop()
    server.start()
    states = {kind: server.ask("GET", f"/api/tables/{tables[kind]['table']}")[1]["state"] for kind in kinds}
    assert states == {kind: kind for kind in kinds}
    server.stop()
    with contextlib.closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as database, database:
        database.execute("UPDATE tables SET changed = changed - 3600000")
    server.start()
    await until(lambda: all(server.ask("GET", f"/api/tables/{tables[kind]['table']}")[0] == 404 for kind in kinds if kind != "playing"))
    for kind in kinds:
        status, answer = server.ask("GET", f"/api/tables/{tables[kind]['table']}")
        assert (status, answer.get("error")) == ((200, None) if kind == "playing" else (404, "There is no such table."))


# --- PostgreSQL


@online
async def test_a_database_that_is_away_is_waited_for(start, postgres):
    server = start(store=postgres.address(postgres.new_database()))
    table, one, two = await two_at(server, game="color-bridge", first=1)
    postgres.stop()
    await one.send({"submit": {"move": "6"}, "id": "away"})
    assert await one.until(lambda told: "id" in told) == {"error": AWAY, "id": "away"}
    assert not is_well(server)
    for method, path, body in (("POST", "/api/tables", {"game": "color-bridge"}), ("GET", f"/api/tables/{'A' * 16}", None)):
        status, answer = server.ask(method, path, body)
        assert (status, answer["error"]) == (503, AWAY)
    assert "slow" not in (await one.call({"submit": {"move": "99"}}))["error"]
    postgres.start()
    assert "error" not in await insist(one, {"submit": {"move": "6"}, "id": "away"})
    await until(lambda: is_well(server))
    await two.reaches(one.at)
    assert [event["event"] for event in two.events[1]] == ["started", "moved"]
    assert not any("a-secret" in line for line in server.log)
    assert server.ask("GET", f"/api/tables/{'A' * 16}")[0] == 404


@online
async def test_what_waited_for_the_database_happens_when_it_is_back(start, postgres):
    """A flag, and the move of a program: nobody has to ask for them."""
    server = start(store=postgres.address(postgres.new_database()))
    _, one, two = await two_at(server, game="color-bridge", first=1, time={"move": 1500})
    table = server.open(game="color-bridge", players=["human", "random"], first=2)
    three = await Plain.to(server, table["table"], table["token"], views=True)
    await three.reaches({"game": 1, "number": 2})
    postgres.stop()
    # The move is refused, or it was stored just before.
    await three.send({"submit": {"move": three.view["scene"]["offers"][0]["move"]}, "id": "m"})
    assert "error" in await three.until(lambda told: told.get("id") == "m")
    await asyncio.sleep(2)
    postgres.start()
    await one.reaches({"game": 1, "number": 2})
    await two.reaches(one.at)
    assert one.events[1][-1]["how"] == "time"


@online
async def test_a_program_moves_although_its_move_could_not_be_stored_at_first(start, postgres):
    server = start(store=postgres.address(postgres.new_database()))
    table = server.open(game="color-capture", players=["human", "level:5"], first=1)
    one = await Plain.to(server, table["table"], table["token"], views=True)
    # It thinks for a while, as it has to solve the game first.
    await one.submit({"move": "1"})
    if one.at["number"] == 2:
        postgres.stop()
        await asyncio.sleep(1.5)
        postgres.start()
    await one.reaches({"game": 1, "number": 3})


@online
async def test_a_move_is_answered_when_it_is_known_whether_it_is_stored(start, postgres):
    server = start(store=postgres.address(postgres.new_database()))
    _, one, two = await two_at(server, game="color-bridge", first=1)
    other, three, _ = await two_at(server, game="color-bridge", first=1)
    postgres.freeze()
    try:
        await one.send({"submit": {"move": "6"}, "id": "hangs"})
        await until(lambda: not is_well(server))
        # Of other moves it is known that they are not stored.
        await three.send({"submit": {"move": "6"}, "id": "other"})
        assert await three.until(lambda told: "id" in told) == {"error": AWAY, "id": "other"}
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(one.until(lambda told: "id" in told), 3)
    finally:
        postgres.thaw()
    answer = await one.until(lambda told: "id" in told)
    if "error" in answer:
        assert answer == {"error": AWAY, "id": "hangs"}
        assert [event["event"] for event in two.events[1]] == ["started"]
        assert "error" not in await insist(one, {"submit": {"move": "6"}, "id": "hangs"})
    await two.reaches({"game": 1, "number": 2})
    assert [event["event"] for event in two.events[1]] == ["started", "moved"]
    assert "error" not in await insist(two, {"submit": {"move": "7"}, "id": "again"})
    await until(lambda: is_well(server))


WRONG_POSTGRES = [
    "postgres://eve:top-secret@127.0.0.1:1/x",
    "postgres://eve:top-secret@/nothing?host=/nonexistent",
    "postgres://eve:top-secret@nowhere.invalid/x",
    "postgres://eve:top-secret@:port/x",
    "postgres://eve:top-secret@host/x?frob=1",
    "postgres://eve:top-secret/wrong@127.0.0.1:1/x",
    "postgres://eve:top-secret%zz@127.0.0.1:1/x",
    "postgres://eve@127.0.0.1:1/x?password=top-secret",
    "postgres://eve@127.0.0.1:1/x?sslpassword=top-secret&sslmode=frob",
    "postgresql://top-secret",
    "host=127.0.0.1 password=top-secret",
]


@pytest.mark.parametrize("address", WRONG_POSTGRES)
def test_a_password_is_never_repeated(address, tmp_path):
    config = tmp_path / "serve.conf"
    config.write_text(f"store = {address}\n")
    ways = [(["--store", address], {}), ([], {"DUELLO_SERVE_STORE": address}), (["--config", str(config)], {})]
    for args, variables in ways[:: 1 if "frob" in address else 3]:
        ran = run("serve", "--listen", "127.0.0.1:0", *args, **variables)
        assert ran.status in (1, 2)
        assert re.fullmatch(r"duello: [^\n]*[^\n.]\.\n", ran.err), ran.err
        if address != "postgresql://top-secret":  # is the name of a host there
            assert "top-secret" not in ran.out + ran.err
