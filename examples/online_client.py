#!/usr/bin/env python3
"""Plays over a link to a table of a Duello server: online_client.py LINK [--random] (needs python3-websockets)."""

import asyncio
import itertools
import json
import random
import re
import sys

import websockets


def any_move(scene):
    """Amounts on cells where a scene takes them, one of its offers elsewhere."""
    amounts = scene.get("amounts")
    if not amounts:
        return {"move": random.choice(scene["offers"])["move"]}
    placed = [random.choice(amounts["cells"]) for _ in range(amounts["most"])]
    return {"amounts": [{"cell": cell, "amount": placed.count(cell)} for cell in sorted(set(placed))]}


async def play(base, table, token, at_random):
    have = view = asked = None
    ids = itertools.count(random.getrandbits(64))
    async for line in websockets.connect(base.replace("http", "ws", 1) + "api/socket"):
        try:
            # Also after a connection has broken: what was missed since `have` comes with the welcome.
            enter = {"enter": table, "token": token, "have": have, "views": True}
            await line.send(json.dumps({key: value for key, value in enter.items() if value is not None}))
            async for text in line:
                message = json.loads(text)
                if "refused" in message:
                    print(message["refused"])
                    if view is None:
                        return
                    asked = None
                for event in message.get("news", []):
                    print(event)
                have = message.get("at", have)
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
                    await line.send(json.dumps({"submit": wish, "id": str(next(ids)), "behind": have}))
        except websockets.ConnectionClosed:
            continue


# A link is https://HOST/#/online/TABLE/TOKEN; without the token one watches.
link = re.fullmatch(r"(https?://[^#]*/)#/online/([\w-]{16})(?:/([\w-]{22}))?", "".join(sys.argv[1:2]))
if not link:
    sys.exit(__doc__)
asyncio.run(play(*link.groups(), "--random" in sys.argv[2:]))
