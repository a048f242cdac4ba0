"""Games, positions and views."""

import copy
import gc
import itertools
import pickle
import random
import signal
import xml.etree.ElementTree as ElementTree

import program
import pytest

import duello

GAMES = [duello.game(name) for name in duello.games()]
HIDDEN = [game for game in GAMES if game.hidden]
OPEN = [game for game in GAMES if not game.hidden]


def by_name(game):
    return game.name


every_game = pytest.mark.parametrize("game", GAMES, ids=by_name)
every_hidden_game = pytest.mark.parametrize("game", HIDDEN, ids=by_name)


def random_moves(game, seed, most=30):
    """A random game as a list of positions."""
    chance = random.Random(seed)
    positions = [game.start()]
    while positions[-1].mover and len(positions) <= most:
        position = positions[-1]
        positions.append(position.play(position.pick(chance.randrange(position.legal_count))))
    return positions


def random_actions(game, seed, most=60):
    chance = random.Random(seed)
    positions = [game.start()]
    while positions[-1].mover and len(positions) <= most:
        position = positions[-1]
        positions.append(position.step(chance.choice([i for i, legal in enumerate(position.mask) if legal])))
    return positions


def test_games_are_those_of_the_program():
    listed = program.said("list")
    assert len(duello.games()) == 5
    assert all(name in listed for name in duello.games())
    assert duello.__version__ in program.said("--version")


def test_a_game_is_known_by_its_name_and_rules():
    game = duello.game("Color-Br", length=13)
    assert (game.name, game.title, game.variant, game.hidden) == ("color-bridge", "Color Bridge", "", False)
    assert game.rules == {"length": 13, "run": 3, "reach": 2}
    assert game.settings == "length=13 run=3 reach=2"
    assert duello.game("color-bridge", variant="steady").variant == "steady"
    assert duello.game("color-capture", majority="end").rules["majority"] == "end"


@pytest.mark.parametrize(
    ("name", "rules", "arguments"),
    [
        ("nothing", {}, ["nothing"]),
        ("color", {}, ["color"]),
        ("color-bridge", {"length": 99}, ["color-bridge", "--set", "length=99"]),
        ("color-bridge", {"width": 3}, ["color-bridge", "--set", "width=3"]),
        ("color-bridge", {"length": "13 run=5"}, ["color-bridge", "--set", "length=13 run=5"]),
        ("color-bridge", {"variant": "none"}, ["color-bridge", "--variant", "none"]),
        ("energy-capture", {"nodes": 4}, ["energy-capture", "--set", "nodes=4"]),
    ],
)
def test_what_is_no_game_is_told_as_the_program_tells_it(name, rules, arguments):
    with pytest.raises(ValueError, match=r"\.$") as error:
        duello.game(name, **rules)
    assert f"duello: {error.value}" in program.said("solve", *arguments)


def test_seats_are_1_and_2():
    game = duello.game("color-bridge")
    assert game.start(first=2).mover == 2
    with pytest.raises(ValueError, match="first must be from 1 to 2"):
        game.start(3)
    clash = duello.game("color-clash")
    for begin in (
        lambda: clash.start(2),
        lambda: clash.position([], first=2),
        lambda: clash.perft(1, first=2),
        lambda: duello.Batch(clash, 1, first=2),
    ):
        with pytest.raises(ValueError, match=r"Red always starts Color Clash\."):
            begin()


def test_half_a_character_is_no_move():
    with pytest.raises(duello.IllegalMove, match=r"'\\ud800' is not a whole number"):
        duello.game("color-bridge").start().play("\ud800")


def test_arguments_by_name_come_in_any_order():
    game = duello.game("color-bridge")
    batch = duello.Batch(game, 3)
    assert batch.move(action=4, number=0) == batch.move(0, 4) == "5"
    assert game.solve().regret(move="1-2", position=game.start()) == game.solve().regret(game.start(), "1-2")
    for call, name in (
        (lambda: game.perft(None), "depth"),
        (lambda: batch.move(None, 1), "number"),
        (lambda: game.solve().regret(game.start(), move=None), "move"),
        (lambda: duello.Batch(game, None), "count"),
    ):
        with pytest.raises(TypeError, match=f"{name} must not be None"):
            call()


def test_a_signal_ends_moves_of_which_there_are_too_many():
    def ring(number, frame):
        raise TimeoutError

    game = duello.game("color-bridge", length=2, run=2, reach=1)
    moves = itertools.islice(itertools.cycle("12"), 10**6)
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(TimeoutError):
            game.position(moves)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert next(moves, None) is not None


@every_game
@pytest.mark.parametrize("line", ["99", "zz", "", "1:99", "R9-9", "0", "-1", "x" * 2000, "é\u200b"])
def test_a_wrong_move_is_told_as_the_terminal_tells_it(game, line, tmp_path):
    position = game.start()
    with pytest.raises(duello.IllegalMove) as error:
        position.play(line)
    told = program.said("play", game.name, "--first", "1", "--p2", "random", given=line + "\n", home=str(tmp_path))
    assert " ".join(str(error.value).split()) in " ".join(told.split())


@every_game
def test_a_finished_game_has_no_moves(game):
    last = random_moves(game, seed=3, most=1000)[-1]
    assert last.mover is None
    assert last.legal == ()
    assert last.legal_count == 0
    assert last.hint is None
    assert set(last.mask) == {0}
    assert last.outcome.winner in (1, 2)
    assert last.outcome.reason
    for act in (lambda: last.play("1"), lambda: last.step(0)):
        with pytest.raises(duello.IllegalMove, match=r"^The game is over\.$"):
            act()


@every_game
def test_positions_print_as_boards(game):
    for position in random_moves(game, seed=4, most=4):
        if position.mover and not game.hidden:
            told = program.said("analyze", game.name, "--moves", " ".join(position.moves))
            assert str(position) in told


@every_game
def test_positions_are_values(game):
    for seed in range(3):
        for position in random_actions(game, seed):
            assert eval(repr(position)) == position
            for protocol in (2, pickle.HIGHEST_PROTOCOL):
                again = pickle.loads(pickle.dumps(position, protocol))
                assert again == position
                assert hash(again) == hash(position)
                assert (again.moves, again.first, again.draft) == (position.moves, position.first, position.draft)
            assert copy.copy(position) is position
            assert copy.deepcopy([position])[0] is position
            with pytest.raises(AttributeError):
                position.mover = 1
            assert position != 3
            assert (position == object()) is False


def test_positions_are_the_same_however_they_came_about():
    game = duello.game("color-bridge")
    one, two = game.position(["1", "2", "3"]), game.position(["3", "2", "1"])
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two}) == 1
    assert one != game.position(["1", "2"])
    assert one != duello.game("color-bridge", length=12).position(["1", "2", "3"])


@every_game
def test_games_are_values(game):
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
    assert eval(repr(game)) == game
    assert copy.deepcopy(game) is game
    assert game != duello.game("color-bridge", length=12)
    for kind in (duello.Game, duello.Position, duello.View, duello.Solution):
        with pytest.raises(TypeError, match="cannot create"):
            kind()


@every_game
def test_play_and_pick_agree_with_legal(game):
    for position in random_moves(game, seed=5, most=8):
        legal = position.legal
        assert len(legal) == position.legal_count
        for i in range(min(20, position.legal_count)):
            assert position.pick(i) == legal[i]
            assert position.play(position.pick(i)).moves == (*position.moves, position.pick(i))


@every_game
def test_steps_are_moves(game):
    """A move that is stepped action by action leads where it leads when it is played."""
    for seed in range(5):
        for position in random_moves(game, seed, most=10):
            for i in range(0, position.legal_count, max(1, position.legal_count // 10)):
                move = position.pick(i)
                stepped = position
                for action in position.actions(move):
                    assert stepped.mask[action] == 1
                    assert stepped.mover == position.mover
                    stepped = stepped.step(action)
                played = position.play(move)
                # The rules may have moved on by themselves.
                assert stepped.moves[: len(played.moves)] == played.moves
                assert not stepped.draft
                if len(stepped.moves) == len(played.moves):
                    assert stepped == played


@every_game
def test_masks_are_what_is_legal(game):
    for position in random_actions(game, seed=6):
        for action in range(game.actions):
            if position.mask[action]:
                position.step(action)
            elif position.mover:
                with pytest.raises(duello.IllegalMove, match=r"^Action \d+ \(.+\) is not legal; .+\.$"):
                    position.step(action)
        assert len(position.mask) == game.actions
    for action in (-1, game.actions, 2**70):
        with pytest.raises(ValueError, match="action must be from 0 to"):
            game.start().step(action)


def test_a_half_made_move_is_known_to_its_maker_alone():
    game = duello.game("energy-capture")
    position = game.start().step(5)
    assert position.draft == (5,)
    assert position.move(5) == "1:5"
    assert position.move(0) == "end"
    assert position.mover == 1
    assert position != game.start()
    assert position.view(1).draft == (5,)
    assert position.view(2).draft == ()
    assert position.view(2) == game.start().view(2)
    assert position.view(2).observation == game.start().view(2).observation
    assert position.step(18).step(0).moves == ("1:5,2:3",)
    assert position.play("2:2").moves == ("2:2",)
    assert game.start().actions("1:5,2:10") == (5, 25)


@every_game
def test_views_have_what_a_seat_may_know(game):
    for position in random_moves(game, seed=7, most=10):
        for seat in (1, 2, None):
            view = position.view(seat)
            assert view.seat == seat
            assert view.mover == position.mover
            assert view.first == position.first
            assert view.game == game
            is_movers = seat is not None and seat == position.mover
            assert view.legal_count == (position.legal_count if is_movers else 0)
            assert game.hidden or view.legal == (position.legal if is_movers else ())
            assert view.mask == (position.mask if is_movers else bytes(game.actions))
            assert len(view.observation) == game.observation_size
            assert view == position.view(seat)
            assert hash(view) == hash(position.view(seat))
            if is_movers:
                assert view.check(view.pick(0)) == view.pick(0) == position.pick(0)
            else:
                with pytest.raises(ValueError, match="not this seat's turn"):
                    view.check("1")
            if not game.hidden:
                assert view.moves == position.moves
                assert str(view) == str(position)
    assert sum(rows * columns for _, _, (rows, columns) in game.observed) == game.observation_size


def hidden_pairs(game, seed):
    """Two games that one seat cannot tell apart: the other one has placed something else, of the same kind."""
    chance = random.Random(seed)
    one = two = game.start()
    watcher = chance.choice((1, 2))
    for _ in range(12):
        if not one.mover or (one.moves and "?" not in one.view(watcher).moves):
            break
        yield one, two, watcher
        if one.mover == watcher:
            move = one.pick(chance.randrange(one.legal_count))
            one, two = one.play(move), two.play(move)
        else:
            # Something is placed in both, or nothing in both.
            placed = [p.pick(chance.randrange(1, p.legal_count)) if p.legal_count > 1 else "pass" for p in (one, two)]
            if "pass" in placed:
                placed = ["pass", "pass"]
            one, two = one.play(placed[0]), two.play(placed[1])
            if one.mover is None or not one.view(watcher).moves or one.view(watcher).moves != two.view(watcher).moves:
                break


@every_hidden_game
def test_views_leak_nothing(game):
    """What a seat sees does not depend on what the other one has hidden."""
    compared = 0
    for seed in range(300):
        for one, two, watcher in hidden_pairs(game, seed):
            if one.moves == two.moves:
                continue
            compared += 1
            for seat in (watcher, None):
                mine, other = one.view(seat), two.view(seat)
                assert mine == other
                assert hash(mine) == hash(other)
                assert (mine.observation, mine.mask) == (other.observation, other.mask)
                assert (mine.moves, mine.legal_count, mine.hint) == (other.moves, other.legal_count, other.hint)
                assert (str(mine), mine.scene(), mine._repr_svg_()) == (str(other), other.scene(), other._repr_svg_())
                assert repr(mine) == repr(other)
            with pytest.raises(TypeError):
                pickle.dumps(one.view(watcher))
    assert compared > 100


@every_game
def test_positions_draw_themselves(game):
    for position in random_moves(game, seed=8, most=6):
        for drawn in (position, position.view(1), position.view()):
            picture = ElementTree.fromstring(drawn._repr_svg_())
            assert picture.tag == "{http://www.w3.org/2000/svg}svg"
            assert picture.find("{http://www.w3.org/2000/svg}title").text
            texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
            assert any("to move" in text for text in texts) == (position.mover is not None)


def test_too_many_moves_are_not_listed():
    position = duello.game("energy-capture", units=60, nodes=15, extra=60).start()
    assert position.legal_count > 10**14
    with pytest.raises(OverflowError, match="too many to list"):
        _ = position.legal
    assert position.play(position.pick(position.legal_count - 1)).mover == 2
    with pytest.raises(ValueError, match="index must be from 0"):
        position.pick(position.legal_count)


def test_long_lines_end():
    """Nobody wins here: round after round."""
    position = duello.game("color-bridge", length=2, run=2, reach=1).start()
    for _ in range(20_000):
        position = position.play(position.pick(0))
    assert len(position.moves) == 20_000
    del position
    gc.collect()


def test_what_is_made_outlives_what_made_it():
    game = duello.game("color-bridge")
    position = game.start()
    view = position.view(1)
    table = game.solve().table
    rewards = duello.Batch(game, 8).rewards
    del game, position
    gc.collect()
    assert view.game.name == "color-bridge"
    assert len(memoryview(table)) == 177147
    assert memoryview(rewards).tolist() == [[0.0, 0.0]] * 8


@pytest.mark.parametrize("game", OPEN, ids=by_name)
def test_lines_are_counted_as_the_program_counts_them(game):
    for depth in (0, 1, 3):
        assert str(game.perft(depth)) in program.said("perft", game.name, str(depth)).replace(",", "")
