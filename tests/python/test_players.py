"""Players, matches, records and what is learned from them."""

import contextlib
import copy
import gc
import pickle
import threading

import agents_for_tests as agents
import pytest

import duello

GAMES = duello.games()
HIDDEN = [name for name in GAMES if duello.game(name).hidden]
SEED = 2**60  # a small one could be guessed, and is made slow to try
OPEN = [name for name in GAMES if name not in HIDDEN]


def test_players_are_those_of_the_program():
    assert duello.players()[0] == "random"
    assert duello.players()[-1] == "perfect"
    assert len(duello.players()) == 7


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", ["random", "level:3", "perfect"])
def test_a_named_player_is_a_function_of_views(name, who):
    game = duello.game(name)
    one, two = duello.player(who, game, seed=SEED), duello.player(who, game, seed=2)
    position = game.start()
    for _ in range(60):
        if position.outcome:
            break
        player = one if position.mover == 1 else two
        position = position.play(player(position.view(position.mover)))
    assert position.moves
    with pytest.raises(ValueError, match="turn of its own seat"):
        one(game.start().view(2))
    with pytest.raises(TypeError, match=r"duello\.View alone"):
        one(game.start())


@pytest.mark.parametrize("name", OPEN)
def test_perfect_play_gives_nothing_away(name):
    game = duello.game(name)
    solution = game.solve()
    perfect = duello.player("perfect", game)
    position = game.start()
    while not position.outcome and len(position.moves) < 40:
        move = perfect(position.view(position.mover))
        assert solution.regret(position, move) == 0
        position = position.play(move)


def told_by(view):
    """Whatever its attributes are, and its methods answer that need nothing, in all their parts."""
    todo = [getattr(view, name) for name in dir(view) if name != "__class__"]
    for method in [each for each in todo if callable(each)]:
        with contextlib.suppress(TypeError, ValueError):
            todo.append(method())
    while todo:
        each = todo.pop()
        yield each
        if isinstance(each, tuple | list):
            todo += each
        elif isinstance(each, dict):
            todo += [*each, *each.values()]


@pytest.mark.parametrize("name", GAMES)
def test_a_function_is_given_a_view_and_nothing_else(name):
    game = duello.game(name)
    asked = []

    def watching(*given, **named):
        assert len(given) == 1
        assert not named
        asked.append(given[0])
        return given[0].legal[0]

    duello.play_match(game, watching, "random", seed=SEED, rounds=1)
    assert asked
    for view in asked[:3]:
        assert type(view) is duello.View
        assert view.seat == view.mover == 1
        assert not any(isinstance(each, duello.Position) for each in told_by(view))
        assert not any(isinstance(each, duello.Position) for each in gc.get_referents(view))
        for copied in (pickle.dumps, copy.copy, copy.deepcopy):
            try:
                again = copied(view)
            except TypeError:
                continue
            assert copied is not pickle.dumps
            assert again == view
        with pytest.raises(AttributeError):
            view.position = None


def seen_by_two(name, opening):
    """All that the second player can get at when it is asked for the first time."""
    seen = []

    def one(view):
        return opening if opening in view.legal else view.legal[0]

    def two(view):
        if not seen:
            seen.append(
                (str(view), view.scene(), view.moves, bytes(view.observation), hash(view), view.legal, repr(view))
            )
        return view.legal[0]

    duello.play_match(duello.game(name), one, two, seed=SEED, rounds=1)
    return seen[0]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_view_does_not_depend_on_what_is_hidden(name):
    moves = [move for move in duello.game(name).start().legal if move != "pass"]
    views = {seen_by_two(name, move) for move in (moves[0], moves[len(moves) // 2], moves[-1])}
    assert len(views) == 1
    assert next(iter(views))[2] == ("?",)


@pytest.mark.parametrize("name", OPEN)
def test_an_open_position_can_be_built_from_its_view(name):
    def rebuilding(view):
        position = view.game.position(view.moves, first=view.first)
        assert position.legal == view.legal
        assert str(position.view(view.seat)) == str(view)
        return view.legal[0]

    game = duello.game(name)
    duello.play_match(game, rebuilding, rebuilding, seed=SEED)


def test_a_match_is_that_of_the_program(tmp_path):
    for name, seed in zip(GAMES, (7, *range(SEED, SEED + len(GAMES))), strict=False):
        file = tmp_path / name
        agents.program("play", name, "--p1", "level:3", "--p2", "level:4", "--seed", str(seed), "--record", str(file))
        match = duello.play_match(duello.game(name), "level:3", "level:4", seed=seed)
        assert match.text == agents.undated(file.read_text())
        assert match.record.moves == match.moves


def test_an_illegal_move_forfeits_and_is_told_apart():
    game = duello.game(OPEN[0])
    match = duello.play_match(game, agents.nonsense, "random", seed=SEED)
    assert (match.winner, match.how) == (2, "forfeited")
    assert [(fault.kind, fault.seat) for fault in match.faults] == [("illegal", 1)]
    assert "'nonsense', which is not legal" in match.outcome.reason
    assert duello.play_match(game, lambda view: "\ud800", "random", seed=SEED).how == "forfeited"
    resigned = duello.play_match(game, "random", lambda view: "resign", seed=SEED)
    assert (resigned.winner, resigned.how, resigned.faults[0].kind) == (1, "resigned", "resigned")
    played = duello.play_match(game, "random", "perfect", seed=SEED)
    assert (played.how, played.faults) == ("played", ())


def test_an_exception_of_a_player_is_raised():
    def broken(view):
        raise LookupError("lost my notes")

    game = duello.game(OPEN[0])
    with pytest.raises(LookupError, match="lost my notes"):
        duello.play_match(game, "random", broken, seed=SEED)
    with pytest.raises(TypeError, match="must be a string"):
        duello.play_match(game, lambda view: 1, "random", seed=SEED)
    with pytest.raises(LookupError):
        duello.arena(game, ["random", broken], games=2, seed=SEED)


def test_lots_of_a_player_are_those_of_the_game():
    game = duello.game(OPEN[1])
    one, two = (duello.play_match(game, agents.Gambler(), agents.Gambler(), seed=SEED) for _ in range(2))
    assert one.text == two.text
    assert one.players == ("python:gambler", "python:gambler-2")
    assert (
        len({duello.play_match(game, agents.Gambler(), "random", seed=SEED + number).text for number in range(4)}) == 4
    )


def test_functions_of_any_name_play_as_themselves():
    game = duello.game(OPEN[1])
    names = [
        "f-2",
        "f",
        "f",
        "f-2",
        'a "b"]',
        '[Opening "9"]',
        "two\nlines",
        "nul\0",
        "a,b=c d",
        "\u00e9\u200b",
        "x" * 3000,
    ]

    def named(number):
        def player(view):
            asked.append(number)
            return view.legal[0]

        player.__name__ = names[number]
        return player

    players = [named(number) for number in range(len(names))]
    asked = []
    table = duello.arena(game, players, games=2, seed=SEED)
    assert set(asked) == set(range(len(names)))
    assert len({each.player for each in table.players}) == len(names)
    for number, player in enumerate(players):
        asked = []
        match = duello.play_match(game, player, "random", seed=SEED)
        assert asked == [number] * len(match.moves[::2])
        assert match.record.players == match.players
        assert duello.evaluate(player, game, games=2, openings="none", seed=SEED).decisions


def test_a_function_may_use_everything_while_it_is_asked():
    """Games within a game, work on the same objects, and threads."""
    game = duello.game(OPEN[1])
    matches = []

    def busy(view):
        match = duello.play_match(view.game, agents.first_move, "perfect", seed=SEED)
        assert view.game.solve()[view.game.position(match.moves[:1])].kind
        thread = threading.Thread(target=lambda: matches.append(duello.play_match(game, "random", "perfect", seed=3)))
        thread.start()
        thread.join()
        assert duello.arena(game, [agents.first_move, "random"], games=2, seed=SEED).played == 2
        return view.legal[0]

    same = duello.play_match(game, agents.first_move, "perfect", seed=SEED)
    assert duello.play_match(game, busy, "perfect", seed=SEED).moves == same.moves
    assert len({match.text for match in matches}) == 1


def test_who_cannot_be_seated_raises():
    class Shy:
        def for_game(self, seed):
            raise LookupError("not today")

        def __call__(self, view):
            return view.legal[0]

    game = duello.game(OPEN[1])
    for play in (
        lambda: duello.play_match(game, Shy(), "random", seed=SEED),
        lambda: duello.arena(game, [Shy(), "random"], games=2, seed=SEED),
        lambda: duello.evaluate("random", game, opponent=Shy(), games=2, seed=SEED),
    ):
        with pytest.raises(LookupError, match="not today"):
            play()


def test_records_of_many_games_are_read():
    match = duello.play_match(duello.game(OPEN[2]), "random", "random", seed=SEED)
    many = 1 + 2**23 // len(match.text)
    assert len(duello.read_records("\n".join([match.text] * many))) == many


def test_wrong_arguments_are_named():
    game = duello.game(OPEN[0])
    for wrong, sentence in [
        ({"one": "perfekt"}, "There is no player 'perfekt'"),
        ({"one": "human"}, "A person cannot play here"),
        ({"one": "engine:x"}, "No engine can play here"),
        ({"first": 3}, "first must be from 1 to 2"),
        ({"seed": -1}, "A seed must be"),
        ({"rounds": -1}, "rounds must be from 0"),
        ({"date": "today"}, "A date is written as in"),
    ]:
        given = {"one": "random", "two": "random", "seed": SEED} | wrong
        with pytest.raises(ValueError, match=sentence):
            duello.play_match(game, given.pop("one"), given.pop("two"), **given)
    with pytest.raises(TypeError, match="A player is one of random"):
        duello.play_match(game, 7, "random")
    with pytest.raises(TypeError, match=r"A duello\.Game is needed"):
        duello.play_match(OPEN[0], "random", "random")


def test_a_toss_decides_who_begins():
    game = duello.game(OPEN[0])
    assert {
        duello.play_match(game, "random", "random", seed=SEED + number, first=None).first for number in range(8)
    } == {1, 2}


def test_records_are_read_and_written():
    matches = [
        duello.play_match(duello.game(name), "random", "level:2", seed=SEED, date="2026.11.15") for name in GAMES
    ]
    text = duello.write_records(match.record for match in matches)
    records = duello.read_records(text)
    assert [record.text for record in records] == [match.text for match in matches]
    assert [record.game for record in records] == [match.game for match in matches]
    assert {record.date for record in records} == {"2026.11.15"}
    assert duello.write_records(records) == text
    for record in records:
        assert record.winner in (1, 2)
        assert record.position.moves == record.moves
        assert record.position.outcome == (record.winner, record.reason)
    with pytest.raises(ValueError, match="Line 6, column 1: the tag First must be 1 or 2, not '9'"):
        duello.read_records(matches[0].text.replace('[First "1"]', '[First "9"]'))


def test_reviews_agree_with_the_solution():
    for name in OPEN:
        game = duello.game(name)
        solution = game.solve()
        match = duello.play_match(game, "random", "level:2", seed=SEED)
        position = game.start()
        for reviewed in duello.review(match.record).moves:
            assert reviewed.move == match.moves[reviewed.number - 1]
            assert (reviewed.regret > 0) == (reviewed.mark == "?")
            assert reviewed.before == solution[position]
            assert reviewed.after == solution.moves(position)[reviewed.move]
            position = position.play(reviewed.move)
    assert "{" in duello.annotated(duello.play_match(duello.game(OPEN[1]), "random", "random", seed=SEED).text)


def test_puzzles_have_one_solution():
    for seed in range(3):
        puzzle = duello.puzzle(seed=seed)
        worth = puzzle.position.game.solve().moves(puzzle.position)
        assert [move for move, each in worth.items() if each.kind == "win"] == [puzzle.solution]
    assert duello.puzzle(date="2026.11.15") == duello.puzzle(date="2026.11.15")
    with pytest.raises(ValueError, match="either a seed or a date"):
        duello.puzzle()


def test_hints_are_good():
    for name in OPEN:
        position = duello.game(name).start()
        hint = duello.hint(position)
        assert position.game.solve().regret(position, hint.notation) == 0
    with pytest.raises(ValueError, match="The game is over"):
        duello.hint(duello.play_match(duello.game(OPEN[1]), "random", "random", seed=SEED).record.position)


@pytest.mark.parametrize("name", duello.games())
def test_a_name_is_no_game_where_a_game_is_wanted(name):
    for wanting in (duello.puzzle, duello.TextGame):
        with pytest.raises(TypeError, match=r"A duello\.Game is needed\."):
            wanting(name)
    with pytest.raises(TypeError, match=r"A duello\.Position is needed\."):
        duello.hint(name)
