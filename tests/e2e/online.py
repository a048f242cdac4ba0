"""A server of the program, and clients of it who hold every byte that travels against what docs/ says of it."""

import asyncio
import functools
import json
import random
import re
import secrets
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

import jsonschema
import websockets
from table import DUELLO, PATIENCE, ROOT, environment

DOCS = ROOT / "docs"
SCHEMAS = {name: json.loads((DOCS / name).read_text()) for name in ("messages.schema.json", "openapi.json", "json.schema.json", "page.schema.json")}
STORE = {(DOCS / name).as_uri(): schema for name, schema in SCHEMAS.items()}
MESSAGES, OPENAPI = SCHEMAS["messages.schema.json"], SCHEMAS["openapi.json"]

# Which message it is, by a key that no other of that side has.
OF_CLIENT = ["enter", "submit", "next", "rematch", "claim", "say", "look", "leave"]
OF_SERVER = {"error": "refusal", "table": "welcome", "events": "told", "said": "said", "closing": "closing", "present": "presence", "at": "known"}

# For tests that ask for much in little time.
MANY = ["--limit-address-requests", "100000", "--limit-address-messages", "100000", "--limit-address-connections", "100000", "--limit-address-connects", "100000"]

LINES = []  # connections of this test


def stored_inputs(database, table):
    """All inputs of a table that a SQLite store holds."""
    rows = database.execute("SELECT number, text FROM inputs WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    return [json.loads(text) for _, text in rows]


@functools.cache
def validator(file, path):
    """Of a schema in one of the files of docs/."""
    uri = (DOCS / file).as_uri()
    return jsonschema.Draft202012Validator({"$ref": f"{uri}#{path}"}, **references(uri))


def references(uri):
    """How a validator finds what a schema refers to: jsonschema has changed its way."""
    try:
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012
    except ImportError:
        return {"resolver": jsonschema.RefResolver(uri, STORE[uri], store=STORE)}
    return {"registry": Registry().with_resources((each, DRAFT202012.create_resource(schema)) for each, schema in STORE.items())}


def must_be(document, file, path):
    errors = [f"{list(error.path)}: {error.message}" for error in validator(file, path).iter_errors(document)]
    assert errors == [], (path, document)


def kind_of(message, side):
    """The name of a message's definition."""
    if side == "client":
        return next(key for key in OF_CLIENT if key in message)
    if "rematch" in message and "table" not in message:
        return "rematch_made" if "table" in message["rematch"] else "rematch_wanted"
    return next((name for key, name in OF_SERVER.items() if key in message), "seen")


def online(test):
    """A test that waits for several things at a time."""

    async def whole(*args, **given):
        LINES.clear()  # those of an event loop that has ended cannot be closed any more
        try:
            await asyncio.wait_for(test(*args, **given), 2 * PATIENCE)
        finally:
            while LINES:
                LINES.pop().transport.abort()

    @functools.wraps(test)
    def run(*args, **given):
        asyncio.run(whole(*args, **given))

    return run


class Server:
    """`duello serve` with a store of its own unless another is given; started again, it has the same store and address."""

    def __init__(self, *options, store=None, env=None):
        self.options = options
        self.env = env or {}
        self.folder = tempfile.TemporaryDirectory()
        self.store = store or f"sqlite:{self.folder.name}/tables.sqlite"
        self.listen = "127.0.0.1:0"
        self.log = []
        self.seen = {}  # messages by their definitions, one of each
        self.start()

    def start(self):
        command = [DUELLO, "serve", "--listen", self.listen, "--store", self.store, "--log-level", "debug", *self.options]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment(**self.env))
        for line in self.process.stderr:
            self.log.append(line.decode())
            if "listening" in self.log[-1]:
                break
        self.address = json.loads(self.log[-1])["address"]
        self.listen = self.address.removeprefix("http://").rstrip("/")
        self.reader = threading.Thread(target=lambda stream: self.log.extend(line.decode() for line in stream), args=(self.process.stderr,))
        self.reader.start()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stderr.close()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0
        self.reader.join()
        self.process.stderr.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.folder.cleanup()

    def ask(self, method, path, body=None, token=None, headers=None, wrong=False):
        """The status and the body of the answer. What is wrong on purpose is not held against the schema."""
        given = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path[1:], method=method, data=given, headers=headers or {})
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            answer = urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            text = answer.read().decode()
            return answer.status, self.checked(method, path, body, wrong, answer.status, answer.headers["Content-Type"], text)

    @staticmethod
    def checked(method, path, body, wrong, status, kind, text):
        template = re.sub(r"^(/api/tables/)[^/]+", r"\1{table}", path.split("?")[0])
        operation = OPENAPI["paths"].get(template, {}).get(method.lower())
        document = json.loads(text) if kind == "application/json" else text
        if operation is None:
            assert status in (404, 405), (status, text)
            return document
        place = f"/paths/{template.replace('/', '~1')}/{method.lower()}".replace("{", "%7B").replace("}", "%7D")
        if body is not None and not wrong:
            must_be(body, "openapi.json", f"{place}/requestBody/content/application~1json/schema")
        told = operation["responses"][str(status)]
        place = told["$ref"].removeprefix("#") if "$ref" in told else f"{place}/responses/{status}"
        shown = OPENAPI["components"]["responses"][told["$ref"].split("/")[-1]] if "$ref" in told else told
        assert kind in shown["content"]
        must_be(document, "openapi.json", f"{place}/content/{kind.replace('/', '~1')}/schema")
        return document

    def open(self, **wish):
        status, table = self.ask("POST", "/api/tables", wish)
        assert status == 201, table
        return table

    def guest(self, table, name=None):
        """The token of the seat that the invitation opens, which is accepted if that has not been done yet."""
        if "guest" not in table:
            token = secrets.token_urlsafe(17)[:22]
            answer = self.ask("POST", f"/api/tables/{table['table']}/accept", {"invitation": table["invitation"], "token": token, **({"name": name} if name else {})})
            assert (answer[0], answer[1]["token"]) == (200, token), answer
            table["guest"] = token
        return table["guest"]

    def refuses(self, status, method, path, body=None, **given):
        found, answer = self.ask(method, path, body, wrong=True, **given)
        assert (found, list(answer)) == (status, ["error"]), answer
        return answer["error"]


class Client:
    """At a table, or about to be. It keeps what it was told and finds out if anything is missing or differs."""

    checks = True  # every message against its schema

    def __init__(self, server):
        self.server = server
        self.bytes = []  # all that came
        self.at = {"game": 0, "number": 0}
        self.events = {}  # by game
        self.seat = self.view = self.clock = self.state = self.present = None
        self.ids = 0

    @classmethod
    async def to(cls, server, table, token=None, **more):
        client = cls(server)
        await client.connect()
        await client.enter(table, token, **more)
        return client

    async def connect(self):
        address = self.server.address.replace("http", "ws", 1) + "api/socket"
        self.line = await websockets.connect(address, subprotocols=["duello.1"], compression=None)
        LINES.append(self.line)
        assert self.line.subprotocol == "duello.1"

    async def enter(self, table, token=None, **more):
        await self.send({"enter": table, **({"token": token} if token else {}), **more})
        return await self.until(lambda message: "table" in message)

    async def send(self, message, wrong=False):
        if self.checks and not wrong:
            name = kind_of(message, "client")
            must_be(message, "messages.schema.json", f"/$defs/{name}")
            self.server.seen.setdefault(("client", name), message)
        await self.line.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def receive(self):
        text = await asyncio.wait_for(self.line.recv(), PATIENCE)
        self.bytes.append(text)
        message = json.loads(text)
        name = kind_of(message, "server")
        if self.checks:
            must_be(message, "messages.schema.json", f"/$defs/{name}")
            self.server.seen.setdefault(("server", name), message)
        if name in ("welcome", "told"):
            self.take(message)
        if "present" in message:
            self.present = message["present"]
        if name == "seen":
            self.view = message.get("view")
        return message

    def take(self, message):
        self.at, self.seat, self.state = message["at"], message.get("seat"), message["state"]
        self.clock, self.view = message.get("clock"), message.get("view")
        if self.at["game"] == 0:
            assert message["events"] == []
            return
        known = self.events.setdefault(self.at["game"], [])
        for event in message["events"]:
            if event["number"] <= len(known):
                assert event == known[event["number"] - 1]
            else:
                assert event["number"] == len(known) + 1
                known.append(event)
        assert len(known) == self.at["number"]

    async def until(self, is_it):
        while True:
            message = await self.receive()
            if is_it(message):
                return message

    async def reaches(self, mark):
        while (self.at["game"], self.at["number"]) < (mark["game"], mark["number"]):
            await self.receive()

    async def call(self, message, wrong=False):
        """Sends it with an id, and has the answer."""
        self.ids += 1
        name = f"x{self.ids}"
        await self.send({**message, "id": name}, wrong)
        return await self.until(lambda answer: answer.get("id") == name)

    async def submit(self, request, **more):
        answer = await self.call({"submit": request, **more})
        assert "error" not in answer, answer
        return answer

    async def is_refused(self, message, wrong=True):
        await self.send(message, wrong)
        return (await self.until(lambda answer: "error" in answer))["error"]

    async def leave(self):
        await self.line.close()


class Plain(Client):
    """One that reads no schemas, where others have done so and there is much to read."""

    checks = False


class Wanderer(Plain):
    """Plays at random at whichever server it finds, comes back when one dies, and sends again what was not answered."""

    def __init__(self, servers, table, token, seed):
        super().__init__(servers[0])
        self.servers, self.table, self.token = servers, table, token
        self.random = random.Random(seed)
        self.asked = None  # what waits for its answer
        self.refusals = []
        self.comings = 0

    async def play(self, until=lambda each: each.state == "over"):
        while not until(self):
            try:
                await self.come()
                while not until(self):
                    await self.act()
                    self.meet(await self.receive())
                await self.leave()
            except (OSError, websockets.WebSocketException, asyncio.TimeoutError):
                await asyncio.sleep(0.01)

    async def come(self):
        self.server = self.random.choice([each for each in self.servers if each.process.poll() is None] or self.servers)
        self.comings += 1
        await self.connect()
        await self.enter(self.table, self.token, since=self.at, views=True)
        if self.asked:
            await self.line.send(json.dumps(self.asked))

    async def enter(self, table, token=None, **more):
        await self.send({"enter": table, **({"token": token} if token else {}), **more})
        answer = await self.until(lambda message: "table" in message or "error" in message)
        if "error" in answer:
            raise ConnectionError(answer["error"])
        return answer

    async def act(self):
        if self.asked or not self.token or self.state != "playing":
            return
        if self.view["over"]:
            self.asked = {"next": True}
        elif self.seat == self.view["to_move"]:
            self.asked = {"submit": any_move(self.view["scene"], self.random), "at": self.at}
        else:
            return
        self.ids += 1
        self.asked["id"] = f"m{self.ids}"
        await self.line.send(json.dumps(self.asked))

    def meet(self, message):
        if self.asked and message.get("id") == self.asked["id"]:
            self.asked = None
            self.refusals += [message["error"]] if "error" in message else []


async def seated(server, views=True, **wish):
    """Two players and somebody who watches, at a table that has begun."""
    table = server.open(**wish)
    one = await Client.to(server, table["table"], table["token"], views=views)
    two = await Client.to(server, table["table"], server.guest(table, "Bob"), views=views)
    watcher = await Client.to(server, table["table"], views=views)
    await one.reaches(two.at)
    return table, one, two, watcher


def any_move(scene, random):
    """One of those that a scene offers, as a request."""
    amounts = scene.get("amounts")
    if not amounts:
        return {"move": random.choice(scene["offers"])["move"]}
    placed = [random.choice(amounts["cells"]) for _ in range(amounts["most"])]
    return {"amounts": [{"cell": cell, "amount": placed.count(cell)} for cell in sorted(set(placed))]}


async def play_on(players, watchers, random, moves=1000):
    """At random until the game is over, or so many moves. Everybody is told the same in the end."""
    for _ in range(moves):
        if players[0].view["over"]:
            break
        mover = next(each for each in players if each.seat == each.view["to_move"])
        await mover.submit(any_move(mover.view["scene"], random), at=mover.at)
        for each in [*players, *watchers]:
            await each.reaches(mover.at)
