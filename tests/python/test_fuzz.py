"""Whatever it is called with, the package answers or raises; it never crashes.

Crashes of memory are seen best under the address sanitizer: scripts/fuzz python.
"""

import operator
import os

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import duello
from duello import _duello

EXAMPLES = int(os.environ.get("EXAMPLES", "150"))
often = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)

GAMES = [duello.game(name) for name in duello.games()]
SOLUTIONS = [game.solve() for game in GAMES if not game.hidden]


class Odd:
    """Behaves badly wherever it is asked for something."""

    def __index__(self):
        raise LookupError("no index")

    def __len__(self):
        return -1

    def __iter__(self):
        raise LookupError("no items")

    def __eq__(self, other):
        raise LookupError("not to be compared")

    def __hash__(self):
        raise LookupError("no hash")

    def __bool__(self):
        raise LookupError("neither true nor false")

    def __call__(self, *arguments):
        raise LookupError("not to be called")


class Huge:
    def __index__(self):
        return 2**200


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=-3, max_value=25),
    st.floats(),
    st.text(),
    st.text(alphabet="0123456789-:, passRBendmove", max_size=12),
    st.sampled_from(["1", "5-6", "R4-9", "1:5,2:3", "pass", "\0", "\ud800", "x" * 5000, "9" * 400]),
    st.binary(max_size=20),
    st.lists(st.integers(), max_size=4),
    st.lists(st.text(max_size=4), max_size=4),
    st.tuples(st.integers(), st.text(max_size=3)),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.builds(Odd),
    st.sampled_from([Huge(), object(), int, len, np.zeros(3), np.zeros((2, 2), np.int32), *GAMES, *SOLUTIONS]),
    st.sampled_from([game.start() for game in GAMES]),
    st.sampled_from([game.start().view(1) for game in GAMES]),
)
arguments = st.lists(anything, max_size=4)
names = [
    "first",
    "seat",
    "progress",
    "moves",
    "name",
    "count",
    "seed",
    "position",
    "move",
    "variant",
    "length",
    "depth",
]
keywords = st.dictionaries(st.sampled_from(names) | st.text(max_size=3), anything, max_size=2)


def tried(function, *given, **named):
    """What comes of it; an error is an answer too."""
    try:
        return function(*given, **named)
    except Exception:
        return None


def ends_soon(game, depth):
    """Counting lines takes as long as there are lines."""
    return not hasattr(depth, "__index__") or (isinstance(depth, int) and depth <= (1 if game.hidden else 3))


@often
@given(
    st.sampled_from(GAMES), st.sampled_from(["start", "position", "perft", "equilibrium", "solve"]), arguments, keywords
)
def test_games(game, method, given, named):
    if method == "perft" and not all(ends_soon(game, each) for each in [*given, *named.values()]):
        return
    tried(getattr(game, method), *given, **named)


@often
@given(arguments, keywords)
def test_functions(given, named):
    tried(duello.game, *given, **named)
    for function in (_duello.game, _duello.replayed, _duello.expected, _duello.best_answer, _duello.games):
        tried(function, *given, **named)


@often
@given(
    st.integers(-1, 8),
    st.integers(-1, 4),
    st.lists(
        st.tuples(st.lists(st.integers(-1, 9), max_size=4), st.sampled_from(["1", "0", "x", "9" * 300])), max_size=5
    ),
    anything,
)
def test_strategies(units, fields, strategy, ordered):
    tried(_duello.best_answer, units, fields, strategy, ordered)
    tried(_duello.expected, units, fields, strategy, ordered, strategy, False)


@often
@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.sampled_from(["play", "step", "pick"]), anything), max_size=12),
    arguments,
)
def test_positions(game, acts, given):
    position = game.start()
    for act, what in acts:
        after = tried(getattr(position, act), what)
        position = after if isinstance(after, duello.Position) else position
        for method in ("view", "move", "actions", "play", "step"):
            tried(getattr(position, method), *given)
        view = tried(position.view, *given) or position.view(1)
        for method in ("pick", "move", "check"):
            tried(getattr(view, method), *given)
        for other in given:
            for compare in (operator.eq, operator.lt):
                tried(compare, position, other)
                tried(compare, view, other)
    repr(position), str(position), hash(position), position.scene(), position._repr_svg_(), position.__reduce__()


@often
@given(st.sampled_from(SOLUTIONS), arguments, keywords)
def test_solutions(solution, given, named):
    for method in ("moves", "best", "line", "regret", "index", "__getitem__"):
        tried(getattr(solution, method), *given, **named)


@often
@given(
    st.sampled_from(GAMES),
    st.integers(1, 40),
    st.integers(1, 3),
    arguments,
    keywords,
    st.lists(st.integers(-(2**31), 2**31 - 1)),
)
def test_batches(game, count, threads, given, named, actions):
    tried(duello.Batch, game, *(each for each in given if not isinstance(each, int) or each < 1000))
    tried(duello.Batch, game, 3, **named)
    batch = duello.Batch(game, count, threads=threads)
    tried(batch.step, np.asarray(actions, np.int32))
    batch.step(np.resize(np.asarray([*actions, 0], np.int32), count))
    for what in given:
        tried(batch.step, what)
        tried(batch.move, what, what)
    tried(batch.masks.__dlpack__, *given, **named)
    for array in (batch.rewards, batch.masks):
        tried(array.__dlpack__, max_version=given)
        tried(array.__dlpack__, dl_device=given)
    batch.step_randomly()


whoever = st.sampled_from(["random", "level:1", "perfect", "human", "engine:x", "python:f", "python:g"]) | anything


@often
@given(st.sampled_from(GAMES), st.lists(whoever, max_size=3), st.lists(anything, min_size=5, max_size=5), keywords)
def test_players(game, who, given, named):
    said = iter(given)
    functions = {"f": lambda view: next(said), "g": given[0]}
    tried(_duello.match, game, who, functions, *given[:4])
    tried(_duello.match, game, who, functions, 1, 3, 2, "")
    plan = tried(_duello.arena_plan, who, given[0], 2, "random", 2, 3, 5)
    for function in (_duello.player, _duello.match, _duello.arena_plan, _duello.arena):
        tried(function, game, *given)
        tried(function, game, **named)
    arena = tried(_duello.arena, game, plan)
    if arena is not None:
        tried(arena.play, *given[:3])
        tried(arena.count, given[0])
        tried(arena.count, tried(arena.play, 0, 2, functions))
        arena.standings()


@often
@given(anything | st.dictionaries(st.text(max_size=5), st.integers()))
def test_the_desk(question):
    desk = _duello.desk()
    tried(desk.answer, question)
    tried(desk.answer, str(question))
