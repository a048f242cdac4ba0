"""A place at a terminal, cleared away after each test."""

import os
import signal

import pytest
from table import DUELLO, Session


def pytest_sessionstart():
    # What runs in the background may have been told to ignore signals, and so would all that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    # Nothing here is reached by way of a proxy.
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = "127.0.0.1,127.0.0.2,127.0.0.3,127.0.0.4,127.0.0.5,localhost"
    if not os.access(DUELLO, os.X_OK):
        pytest.exit(f"{DUELLO} is not there; build it with: cmake --preset play && cmake --build --preset play", 2)


@pytest.fixture
def sit():
    """Starts `duello ARGS` on a terminal."""
    sessions = []

    def start(*args, **settings):
        sessions.append(Session(*args, **settings))
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()
