"""A place at a terminal, cleared away after each test."""

import os
import signal

import pytest
from table import DUELLO, Session


def pytest_sessionstart():
    # A shell that runs the tests in the background has them ignore Ctrl-C, and so would all that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
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
