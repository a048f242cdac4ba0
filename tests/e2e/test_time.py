"""Clocks of games when somebody sets the clock of the machine."""

import asyncio
import subprocess
import time
from pathlib import Path

import pytest
from online import Client, Server, online, seated
from table import IS_SANITIZED, ROOT

# The sanitizers have a clock_gettime of their own in its place.
pytestmark = pytest.mark.skipif(IS_SANITIZED, reason="nothing can be loaded before a sanitizer")


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    library = tmp_path_factory.mktemp("shim") / "wall_clock.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, ROOT / "tests/e2e/wall_clock.c", "-ldl"], check=True)
    return library


class SteppedServer(Server):
    """One whose time of day is set by a test."""

    def __init__(self, shim, folder, *options):
        self.offset = Path(folder) / "offset"
        self.set_clock(0)
        super().__init__(*options, env={"LD_PRELOAD": str(shim), "WALL_CLOCK": str(self.offset)})

    def set_clock(self, seconds):
        new = self.offset.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self.offset)


@pytest.fixture
def server(shim, tmp_path):
    started = SteppedServer(shim, tmp_path)
    yield started
    started.close()


@pytest.mark.parametrize("step", [700, -3600, 86400])
@online
async def test_a_step_of_the_time_of_day_decides_no_game(server, step):
    opened = time.monotonic()
    _, one, two, _ = await seated(server, views=False, game="color-bridge", first=1, time={"game": 600000})
    began = time.monotonic()
    _, three, four, _ = await seated(server, views=False, game="color-bridge", first=1, time={"move": 4000})
    server.set_clock(step)
    await one.submit({"move": "6"})
    passed = (time.monotonic() - opened) * 1000 + 10
    assert one.state == "playing"
    assert all(600_000 - passed <= left <= 600_000 for left in one.clock["left"])
    # The other flag falls when it should have fallen, and no sooner.
    await four.reaches({"game": 1, "number": 2})
    passed = time.monotonic() - began
    assert four.events[1][-1]["how"] == "time"
    assert passed >= 3.99
    await two.submit({"move": "1"})
    assert two.state == "playing"


@online
async def test_after_a_restart_the_time_of_day_counts_once(server):
    opened = time.monotonic()
    table, *_ = await seated(server, views=False, game="color-bridge", first=1, time={"game": 600000})
    server.kill()
    server.set_clock(400)
    server.start()
    again = await Client.to(server, table["table"], table["token"])
    def is_left():
        passed = (time.monotonic() - opened) * 1000 + 10
        return 200_000 - passed <= again.clock["left"][0] <= 200_000

    assert is_left()
    server.set_clock(0)
    await asyncio.sleep(0.1)
    await again.submit({"move": "6"})
    assert is_left()
