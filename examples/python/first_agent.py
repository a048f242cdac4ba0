"""A first agent over the Model Context Protocol: it starts `python -m duello.mcp`, reads, plays, and is told the price.

What it thinks is a single line, `answer`. Put a language model there: it is given the text that the server wrote, rules
and board and moves, and says a move. Nothing else is known to it, so nothing else can be to blame for how it plays.
"""

import asyncio
import re
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.types import TextContent


def answer(text: str) -> str:
    """The last move that is offered; where running is all, the boldest."""
    moves: list[str] = re.findall(r"^Moves: (.*)\.$", text, re.MULTILINE)[-1].split(", ")
    return moves[-1]


async def told(session: ClientSession, tool: str, **given: object) -> str:
    result = await session.call_tool(tool, given)
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


async def main() -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "duello.mcp"])
    async with stdio_client(server) as (incoming, outgoing), ClientSession(incoming, outgoing) as session:
        await session.initialize()
        text = await told(session, "start_game", game="capture-the-flag", opponent="level:3")
        print(text)
        game_id = text.split()[1]
        while "The game is over." not in text:
            move = answer(text)
            print(f"\n> {move}\n")
            text = await told(session, "play_move", game_id=game_id, move=move)
            print(text)
        print("\n" + await told(session, "review_game", game_id=game_id))


asyncio.run(main())
