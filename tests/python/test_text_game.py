"""Games in words."""

import pytest

import duello
from duello import TextGame, move_in

SEED = 2**60
OPEN = [name for name in duello.games() if not duello.game(name).hidden]
HIDDEN = [name for name in duello.games() if duello.game(name).hidden]


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("5-6", "5-6"),
        ("  5-6.\n", "5-6"),
        ("MOVE: 5-6", "5-6"),
        ("move = 5-6", "5-6"),
        ("First I thought MOVE: 3.\nMove: 4\nbut no:\n**MOVE:** `7`", "7"),
        ("> MOVE: R4 9", "R4 9"),
        ("The best move is: `7`, not 8.", "7"),
        ("I play **1:5, 2:3** now", "1:5, 2:3"),
        ("line one\n\nline two\n\n", "line two"),
        ("", ""),
        ("\n \n", ""),
        ("Remove: 5", "Remove: 5"),
        ("First.\r\nMOVE: 5-6\r\nThen?\r\n", "5-6"),
        ("``5-6`` or `7``8`", "7"),
        # Whoever looked at every part of these would not come to an end.
        ("\n" * 100_000, ""),
        ("`" * 100_000, ""),
        ("* " * 50_000 + "move", "move"),
    ],
)
def test_the_move_is_taken_out_of_an_answer(answer, move):
    assert move_in(answer) == move


@pytest.mark.parametrize("name", duello.games())
@pytest.mark.parametrize("seat", [1, 2, None])
def test_games_are_played_to_their_end(name, seat):
    game = TextGame(duello.game(name), seat=seat, opponent="level:3", seed=SEED, rounds=2)
    asked = 0
    while not game.over:
        prompt = game.prompt()
        assert prompt.endswith("to give up.")
        assert "Legal: " in prompt
        asked += 1
        moves = game.legal()
        reply = game.answer(f"I looked at everything.\nMOVE: {moves[asked % len(moves)] if moves else 'pass'}")
        assert reply.fault is None
        assert reply.move
    assert asked
    assert game.faults == []
    assert game.result() in ("won", "lost")
    assert game.record.winner == game.outcome.winner
    assert "The game is over." in game.prompt()
    assert game.review().moves
    assert [said.kind for said in game.transcript].count("answer") == asked
    assert game.transcript[-2].kind == "end"


def new_game(**given):
    return TextGame(duello.game(OPEN[1]), opponent="level:1", **({"seed": SEED} | given))


def test_faults_are_told_apart_and_change_nothing():
    game = new_game()
    before = game.prompt()
    for answer, kind in [
        ("MOVE: 99", "illegal"),
        ("MOVE: 1-5", "illegal"),
        ("choose position 99", "illegal"),
        ("MOVE: banana", "unreadable"),
        ("I cannot decide.", "unreadable"),
        ("between 1 and 2", "unreadable"),
        ("", "unreadable"),
        ("x" * 200_000, "unreadable"),
        ("MOVE: undo", "unreadable"),
        ("MOVE: b2 6", "illegal"),
    ]:
        reply = game.answer(answer)
        assert (reply.move, reply.fault.kind, reply.fault.text) == ("", kind, answer)
        assert reply.fault.sentence.endswith(".")
    assert before.endswith(game.prompt())
    assert (len(game.faults), game.result(), game.over) == (10, "open", False)
    assert game.answer("All right: I take 5.").move == "5"


def test_an_answer_out_of_turn():
    game = new_game(seat=None)
    assert game.answer("1", seat=2).fault.kind == "out_of_turn"
    assert game.mover == 1
    assert game.answer("1", seat=1).fault is None
    assert game.answer("2", seat=1).fault.kind == "out_of_turn"
    assert "other player's turn" in game.prompt(1)
    with pytest.raises(ValueError, match="Seat 2 is not played by words"):
        new_game().answer("1", seat=2)


def test_an_answer_that_comes_late():
    now = [0.0]
    game = new_game(seconds=5, clock=lambda: now[0])
    game.prompt()
    now[0] = 6.5
    reply = game.answer("MOVE: 5")
    assert (reply.fault.kind, reply.fault.sentence) == ("late", "The answer took 6.5 seconds, of 5.")
    game.prompt()
    now[0] = 11
    assert game.answer("MOVE: 5").move == "5"
    assert game.answer("MOVE: 6", seconds=5.5).fault.kind == "late"


def test_a_resignation_is_no_loss_of_play():
    for resign in (
        lambda game: game.answer("MOVE: resign"),
        lambda game: game.play(" Resign "),
        lambda game: game.resign(),
    ):
        game = new_game()
        assert resign(game).fault.kind == "resigned"
        assert game.over
        assert game.outcome == (2, "resignation")
        assert game.result() == "resigned"
        assert game.result(counted=["resigned"]) == "lost"
        assert game.answer("1").fault.kind == "out_of_turn"
        assert game.resign().fault.kind == "out_of_turn"
        assert game.result() == "resigned"


def test_the_caller_may_give_up_on_an_agent():
    game = new_game(seat=None)
    with pytest.raises(ValueError, match="for a fault"):
        game.abandon()
    game.answer("banana")
    game.abandon()
    assert game.over
    assert game.outcome is None
    assert game.mover is None
    assert (game.result(1), game.result(2)) == ("unreadable", "unreadable")
    assert game.result(1, counted=["unreadable"]) == "lost"
    assert game.result(2, counted=["unreadable"]) == "won"
    assert game.record.result == "*"
    with pytest.raises(ValueError, match="is over"):
        game.abandon()


def test_rules_come_with_the_first_prompt():
    game = new_game(seat=None)
    assert "Goal: " in game.prompt()
    assert "Goal: " not in game.prompt()
    assert "Goal: " in game.prompt(rules=True)
    game.answer("1")
    assert "Goal: " in game.prompt()
    assert "Tips" not in game.prompt(rules=True)


@pytest.mark.parametrize("name", HIDDEN)
def test_secrets_are_in_no_prompt(name):
    moves = [move for move in duello.game(name).start().legal if move != "pass"]
    prompts = set()
    for move in (moves[0], moves[len(moves) // 2], moves[-1]):
        game = TextGame(duello.game(name), seat=None, seed=SEED)
        game.answer(move, seat=1)
        prompts.add((game.prompt(2), game.prompt(1, rules=False) and game.mover))
        with pytest.raises(ValueError, match="when the game is over"):
            _ = game.record
    assert len(prompts) == 1
    for seed in range(SEED, SEED + 3):
        game = TextGame(duello.game(name), seat=2, opponent="perfect", seed=seed)
        prompts.add(game.prompt())
    assert len(prompts) == 2


def test_wrong_arguments_are_named():
    for given, sentence in [
        ({"seat": 3}, "seat must be"),
        ({"opponent": "perfekt"}, "perfekt"),
        ({"opponent": "engine:ls"}, "engine"),
        ({"first": 7}, "first"),
        ({"seed": -1}, "seed"),
        ({"opponent": "human"}, "human"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            TextGame(duello.game(OPEN[1]), **given)
    for large in (duello.game(OPEN[1], length=31), duello.game(HIDDEN[0], units=60, nodes=9)):
        with pytest.raises(ValueError, match="perfect cannot play here: "):
            TextGame(large, opponent="perfect")
        assert TextGame(large, opponent="random", seed=SEED).answer("pass" if large.hidden else "1").fault is None
    with pytest.raises(TypeError, match="An opponent is one of random"):
        TextGame(duello.game(OPEN[1]), opponent=len)
