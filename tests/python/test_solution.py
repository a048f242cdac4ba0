"""What positions are worth."""

import os
import random
import signal
import threading
import time

import numpy as np
import program
import pytest

import duello

OPEN = [game for game in map(duello.game, duello.games()) if not game.hidden]
SMALL = [game for game in OPEN if game.solve().positions < 20_000]
every_game = pytest.mark.parametrize("game", OPEN, ids=lambda game: game.name)


def everywhere(game):
    """Every position that can be reached, once."""
    seen = set()
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        yield position
        waiting.extend(position.play(move) for move in position.legal)


def agrees(solution, position):
    told = program.analysis(position)
    assert told["over"] == (position.outcome is not None)
    if position.outcome:
        assert (told["winner"], told["reason"]) == position.outcome
        return
    assert told["to_move"] == position.mover
    assert solution[position] == (told["value"], told["plies"])
    assert solution.moves(position) == {each["move"]: (each["value"], each["plies"]) for each in told["legal"]}


@every_game
def test_values_are_those_of_the_program(game):
    chance = random.Random(1)
    solution = game.solve()
    position = game.start()
    while position.mover:
        agrees(solution, position)
        position = position.play(chance.choice(position.legal))
    agrees(solution, position)


FLIPPED = {"win": "loss", "loss": "win", "neither": "neither"}


def consistent(solution, position):
    """Whether values follow from each other, as those of the end do from the rules."""
    worth = solution[position]
    if position.outcome:
        # Whoever would be to move has lost, or has won by what the other one did.
        assert worth.plies == 0
        assert worth.kind in ("win", "loss")
        return
    moves = solution.moves(position)
    assert tuple(moves) == position.legal
    best = max(moves.values(), key=lambda each: each.score)
    assert worth == best
    assert {move for move, each in moves.items() if each == best} == set(solution.best(position))
    for move, each in moves.items():
        after = solution[position.play(move)]
        assert each.kind == FLIPPED[after.kind]
        assert each.plies == (0 if each.kind == "neither" else after.plies + 1)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_values_of_all_positions_follow_from_each_other(game):
    solution = game.solve()
    for position in everywhere(game):
        consistent(solution, position)


@every_game
def test_values_of_random_games_follow_from_each_other(game):
    chance = random.Random(4)
    solution = game.solve()
    for _ in range(100):
        position = game.start(first=1 if game.name == "color-clash" else chance.choice((1, 2)))
        while position.mover:
            consistent(solution, position)
            position = position.play(chance.choice(position.legal))
        consistent(solution, position)


@every_game
def test_the_values_of_all_positions_are_those_of_the_program(game, tmp_path):
    """The program keeps its table in a file; ours is in it, byte for byte."""
    file = tmp_path / "table"
    program.said("solve", game.name, "--table", str(file))
    kept = file.read_bytes()
    solution = game.solve()
    assert np.asarray(solution.table).tobytes() in kept
    assert solution.keys is None or np.asarray(solution.keys).tobytes() in kept


@every_game
def test_regret_is_what_a_move_gives_away(game):
    results = {"win": 1, "neither": 0, "loss": -1}
    solution = game.solve()
    chance = random.Random(2)
    for _ in range(20):
        position = game.start()
        while position.mover:
            for move, worth in solution.moves(position).items():
                assert solution.regret(position, move) == results[solution[position].kind] - results[worth.kind]
                assert (solution.regret(position, move) == 0) or move not in solution.best(position)
            position = position.play(chance.choice(position.legal))
        with pytest.raises(duello.IllegalMove, match="The game is over"):
            solution.regret(position, "1")


@every_game
def test_lines_are_perfect_play(game):
    solution = game.solve()
    position = game.start()
    line = solution.line(position)
    assert " ".join(line) in program.said("solve", game.name)
    if solution[position].kind != "neither":
        assert len(line) == solution[position].plies
        assert game.position(line).outcome
    assert solution.line(game.position(line)) == () or not game.position(line).outcome


@every_game
def test_the_table_is_shared(game):
    solution = game.solve()
    table = np.asarray(solution.table)
    assert not table.flags.owndata
    assert not table.flags.writeable
    assert np.shares_memory(table, np.from_dlpack(solution.table))
    most, least = np.iinfo(table.dtype).max, np.iinfo(table.dtype).min
    chance = random.Random(3)
    for _ in range(50):
        position = game.start()
        while position.mover:
            score = int(table[solution.index(position)])
            value, plies = solution[position]
            assert score == {"win": most - plies, "loss": least + plies, "neither": 0}[value]
            position = position.play(chance.choice(position.legal))
    if solution.keys is None:
        assert len(table) == solution.positions
    else:
        keys = np.asarray(solution.keys)
        assert np.count_nonzero(keys != np.iinfo(np.uint64).max) == solution.positions


def test_positions_of_another_game_are_refused():
    solution = duello.game("color-bridge").solve()
    with pytest.raises(ValueError, match=r"The position is one of .* not of"):
        _ = solution[duello.game("color-bridge", length=12).start()]
    for wrong in (None, "5-6", solution.game):
        with pytest.raises(TypeError, match=r"A duello\.Position is needed"):
            _ = solution[wrong]
    # Rules make a game, not objects.
    assert solution[duello.game("color-bridge").start()].kind == "win"


def test_games_with_hidden_moves_are_not_solved_so():
    with pytest.raises(TypeError, match="has hidden moves"):
        duello.game("energy-capture").solve()
    with pytest.raises(TypeError, match="has no hidden moves"):
        duello.game("color-bridge").equilibrium()


def test_what_does_not_fit_is_refused_at_once():
    with pytest.raises(MemoryError, match=r"of memory, and .* are free; the largest that fits is length="):
        duello.game("color-bridge", length=31).solve()


def test_progress_is_told(capsys):
    told = []
    duello.game("color-bridge", length=17).solve(progress=lambda done, total: told.append((done, total)))
    assert told
    assert all(0 <= done <= total == 3**17 for done, total in told)
    assert told == sorted(told)
    duello.game("color-bridge", length=17).solve(progress=True)
    assert "%" in capsys.readouterr().err
    with pytest.raises(TypeError, match="progress must be"):
        duello.game("color-bridge").solve(progress=3)


def test_progress_can_stop_it_and_nothing_is_lost():
    game = duello.game("color-bridge", length=17)

    def enough(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        game.solve(progress=enough)

    def again(done, total):
        with pytest.raises(RuntimeError, match="is being solved"):
            game.solve()

    assert game.solve(progress=again)[game.start()].kind


def test_ctrl_c_stops_it():
    game = duello.game("color-bridge", length=19)
    is_about_to = threading.Event()

    def interrupt():
        is_about_to.wait()
        begun = time.process_time()
        while time.process_time() < begun + 0.02:  # of work
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    def is_unsolved(done, total):
        raise LookupError("is solved only now")

    thread = threading.Thread(target=interrupt)
    thread.start()
    # Whoever runs the tests behind their back may have it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            is_about_to.set()
            game.solve()
    finally:
        signal.signal(signal.SIGINT, before)
        thread.join()
    with pytest.raises(LookupError, match="is solved only now"):
        game.solve(progress=is_unsolved)


def test_other_threads_go_on():
    """Python counts while C++ solves, and two threads that solve the same game get the same table."""
    game = duello.game("color-bridge", length=18)
    solutions = []
    threads = [threading.Thread(target=lambda: solutions.append(game.solve())) for _ in range(3)]
    for thread in threads:
        thread.start()
    counted = 0
    while any(thread.is_alive() for thread in threads):
        counted += 1
    assert counted > 1000
    tables = [np.asarray(solution.table) for solution in solutions]
    assert all(np.shares_memory(tables[0], table) for table in tables)
