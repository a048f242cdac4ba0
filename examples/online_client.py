#!/usr/bin/env python3
"""Plays over a link to a table of a Duello server: online_client.py LINK [--random] (needs python3-websockets)."""

import asyncio
import itertools
import json
import random
import re
import secrets
import sys
import time
import urllib.error
import urllib.request

import websockets


def any_move(scene):
    """Amounts on cells where a scene takes them, one of its offers elsewhere."""
    amounts = scene.get("amounts")
    if not amounts:
        return {"move": random.choice(scene["offers"])["move"]}
    placed = [random.choice(amounts["cells"]) for _ in range(amounts["most"])]
    return {"amounts": [{"cell": cell, "amount": placed.count(cell)} for cell in sorted(set(placed))]}


def ask(url, token=None, body=None):
    """The server's answer to a request; what it refuses ends the program."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body and json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (429, 503):
            raise
        sys.exit(json.load(error)["error"])


def seat_of(base, table, token):
    """The token to enter with. An invitation is exchanged for a seat."""
    url = f"{base}api/tables/{table}"
    if not token or ask(url, token)["bearer"] in ("seat", "unknown"):
        return token
    seat = secrets.token_urlsafe(17)[:22]
    while True:
        try:
            # The seat's token is chosen here, so the same request can be sent again if its answer is lost.
            ask(f"{url}/accept", body={"invitation": token, "token": seat})
        except OSError:
            time.sleep(1)
        else:
            print(f"To come back: {base}#/online/{table}/{seat}")
            return seat


def filled(message, hidden):
    """Where moves are hidden, the length of a message must not tell which one it is."""
    text = json.dumps(message)
    return json.dumps({**message, "pad": " " * (1024 - len(text) - len(', "pad": ""'))}) if hidden else text


async def play(base, table, token, at_random):
    have = view = asked = None
    hidden = False
    ids = itertools.count(random.getrandbits(64))
    async for line in websockets.connect(base.replace("http", "ws", 1) + "api/socket"):
        try:
            # Also after a connection has broken: what was missed since then comes with the welcome.
            enter = {"enter": table, "token": token, "since": have, "views": True}
            await line.send(json.dumps({key: value for key, value in enter.items() if value is not None}))
            async for text in line:
                message = json.loads(text)
                if "error" in message:
                    print(message["error"])
                    if view is None:
                        return
                    asked = None
                for event in message.get("events", []):
                    print(event)
                have, hidden = message.get("at", have), message.get("hidden", hidden)
                view = message.get("view", view)
                if view is None:
                    continue
                if view["over"]:
                    print("You won." if view.get("seat") == view["winner"] else "You lost." if token else "It is over.")
                    return
                if view.get("seat") == view["to_move"] and asked != have:
                    asked = have
                    if not at_random:
                        print(view["scene"]["sentence"])
                    wish = any_move(view["scene"]) if at_random else {"move": await asyncio.to_thread(input, "> ")}
                    await line.send(filled({"submit": wish, "id": str(next(ids)), "at": have}, hidden))
        except websockets.ConnectionClosed:
            continue


# A link is https://HOST/#/online/TABLE/TOKEN; without the token one watches.
link = re.fullmatch(r"(https?://[^#]*/)#/online/([\w-]{16})(?:/([\w-]{22}))?", "".join(sys.argv[1:2]))
if not link:
    sys.exit(__doc__)
base, table, token = link.groups()
asyncio.run(play(base, table, seat_of(base, table, token), "--random" in sys.argv[2:]))
