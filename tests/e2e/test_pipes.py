"""The program on pipes: plain text in, plain text out, and every way in which a pipe can end."""

import os
import re
import signal
import subprocess

import pytest
from table import DUELLO, GAMES, PATIENCE, environment, is_asleep, lines, poll, run
from test_mistakes import FINISH

WIPES = ["1 2", "3 4", "5 6", "7 8", "9 10", "11"]  # fills the track of Color Bridge without a winner
FULL = "/dev/full"


def play(game, *moves, options=(), end="\n"):
    return run("play", game, *options, stdin=end.join([*moves, ""]))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_dialogue_is_free_of_control_characters(game):
    typed = ["help", "hint", "rules", "moves", "board", "undo", "nonsense", *FINISH[game]]
    ran = play(game, *typed)
    assert ran.status == 0
    assert [c for c in ran.out if not c.isprintable() and c != "\n"] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_line_ends_in_blanks_except_a_prompt_that_waits_for_an_empty_line(game):
    ran = play(game, "help", "rules", "moves", "board", "undo", *FINISH[game])
    assert [line for line in ran.out.split("\n") if line != line.rstrip()] == []


@pytest.mark.parametrize("game", GAMES)
def test_lines_may_end_as_on_windows(game):
    assert play(game, *FINISH[game], end="\r\n") == play(game, *FINISH[game])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("end", ["", "\r"], ids=["all of it", "half of it"])
def test_the_last_line_may_lack_its_end(game, end):
    assert run("play", game, stdin="\n".join(FINISH[game]) + end) == play(game, *FINISH[game])


@pytest.mark.parametrize("game", GAMES)
def test_input_behind_the_end_of_the_game_is_left_alone(game):
    assert play(game, *FINISH[game], "quit", "nonsense") == play(game, *FINISH[game])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", [0, 1, -1], ids=["at once", "after a move", "before the last move"])
def test_input_that_ends_in_mid_game_exits_1_with_a_sentence(game, moves):
    ran = play(game, *FINISH[game][:moves])
    assert ran.status == 1
    kept = "" if moves == 0 else "; duello resume goes on with it"
    assert ran.err == f"duello: The input ended before the game did; the game is left unfinished{kept}.\n"
    assert play(game, *FINISH[game]).out.startswith(ran.out.rstrip("\n"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("word", ["quit", " QUIT "])
def test_quit_leaves_the_game_and_exits_0(game, word):
    ran = play(game, FINISH[game][0], word, *FINISH[game][1:])
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("\nThe game is left unfinished; duello resume goes on with it.\n")
    assert "wins" not in ran.out


@pytest.mark.parametrize("game", GAMES)
def test_resign_gives_the_game_to_the_other_player(game):
    ran = play(game, FINISH[game][0], "resign")
    loser, winner = ("Blue", "Red") if game == "color-clash" else ("Player 2", "Player 1")
    last, verdict = ran.out.splitlines()[-2:]
    assert last.startswith(loser) and last.endswith(" resigns.")
    assert verdict.startswith(winner) and verdict.endswith(" wins!")
    assert ran.status == 0


def test_closed_standard_input_is_an_input_that_ends():
    done = subprocess.run(
        ["sh", "-c", '"$0" play color-bridge <&-', DUELLO], capture_output=True, timeout=PATIENCE, env=environment()
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"duello: The input ended before the game did")


def test_a_reader_that_goes_away_ends_the_program_quietly():
    script = 'set -o pipefail; "$0" play color-bridge --p1 random --p2 random --best-of 1000000 | head -n 1'
    done = subprocess.run(["bash", "-c", script, DUELLO], capture_output=True, timeout=PATIENCE, env=environment())
    assert done.stdout == b"Game 1 of at most 1000000\n"
    assert done.stderr == b""
    assert done.returncode == 128 + signal.SIGPIPE


def test_a_reader_that_goes_away_is_a_failure_where_the_signal_is_ignored():
    script = 'trap "" PIPE; set -o pipefail; "$0" play color-bridge --p1 random --p2 random --best-of 999 | head -n 1'
    done = subprocess.run(["bash", "-c", script, DUELLO], capture_output=True, timeout=PATIENCE, env=environment())
    assert done.stdout == b"Game 1 of at most 999\n"
    assert done.returncode == 1


@pytest.mark.parametrize(
    "command",
    [
        "play color-bridge",
        "play capture-the-flag --p1 random --p2 random",
        "list",
        "list --json",
        "rules color-clash",
        "perft color-capture 3",
        "",
        "--help",
        "play --help",
        "--version",
    ],
)
def test_a_full_disk_is_a_failure(command):
    with open(FULL, "w") as full:
        done = subprocess.run(
            [DUELLO, *command.split()],
            input=lines(*FINISH["color-bridge"]).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            env=environment(),
        )
    assert done.returncode == 1


@pytest.mark.parametrize("filler", [b"5", b"\0", b" ", b"\xff", "é".encode()], ids=repr)
@pytest.mark.parametrize("end", [b"", b"\n5 6\n7\n4\n"], ids=["end of input", "game goes on"])
def test_ten_megabytes_in_one_line_are_one_mistake(filler, end):
    ran = run("play", "color-bridge", stdin=filler * (10_000_000 // len(filler)) + end)
    assert ran.out.count("That line is too long; ") == 1
    assert len(ran.out) < 5000
    assert ran.status == (0 if end else 1)


def test_a_slow_writer_is_waited_for():
    with subprocess.Popen(
        [DUELLO, "play", "color-bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as child:
        told = b""
        for piece, prompts in [(b"5", 1), (b" 6\n7", 2), (b"\n", 3), (b"4\n", 3)]:
            child.stdin.write(piece)
            child.stdin.flush()
            while told.count(b"> ") < prompts:
                told += os.read(child.stdout.fileno(), 65536)
        told += child.stdout.read()
        assert child.wait(PATIENCE) == 0
    assert told.decode() == play("color-bridge", "5 6", "7", "4").out


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_program_with_a_sentence(number, status):
    with subprocess.Popen(
        [DUELLO, "play", "color-bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as child:
        told = b""
        while not told.endswith(b"> "):
            told += os.read(child.stdout.fileno(), 65536)
        poll(lambda: is_asleep(child.pid), "sleep")
        child.send_signal(number)
        told += child.stdout.read()
        assert child.wait(PATIENCE) == status
    assert told.endswith(b"> \nInterrupted; the game is left unfinished.\n")


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_a_game_and_another_seed_does_not(game):
    def random_game(seed):
        return run("play", game, "--p1", "random", "--p2", "random", "--seed", str(seed))

    games = [random_game(seed) for seed in range(4)]
    assert games == [random_game(seed) for seed in range(4)]
    assert all((ran.status, ran.err) == (0, "") for ran in games)
    assert len({ran.out for ran in games}) > 1


def test_without_a_seed_games_differ():
    options = ["--p1", "random", "--p2", "random", "--best-of", "9"]
    assert run("play", "color-bridge", *options).out != run("play", "color-bridge", *options).out


def test_random_decides_who_starts_by_the_seed():
    def who_starts(seed):
        return play("color-bridge", options=["--first", "random", "--seed", str(seed)]).out.splitlines()[5][:8]

    starters = [who_starts(seed) for seed in range(8)]
    assert set(starters) == {"Player 1", "Player 2"}
    assert starters == [who_starts(seed) for seed in range(8)]


def test_ten_undecided_rounds_in_a_row_are_decided_by_a_coin():
    ran = play("color-bridge", *(WIPES * 11), options=["--seed", "7"])
    assert ran.out.count("Updated Track: R R B B R R B B R R B") == 10
    assert "\nNo winner after 10 undecided rounds, so a coin is tossed.\n" in ran.out
    assert ran.out.endswith(" wins the toss!\n")
    assert ran.status == 0


def test_the_coin_falls_as_the_seed_says():
    falls = [play("color-bridge", *WIPES, options=["--rounds", "1", "--seed", str(seed)]).out for seed in range(6)]
    assert {out.splitlines()[-1] for out in falls} == {
        "Player 1 (Red) wins the toss!",
        "Player 2 (Blue) wins the toss!",
    }
    assert falls[3] == play("color-bridge", *WIPES, options=["--rounds", "1", "--seed", "3"]).out


@pytest.mark.parametrize("game, moves", [("color-bridge", WIPES), ("energy-capture", ["pass", "pass"])])
def test_no_new_round_is_announced_where_the_coin_decides(game, moves):
    ran = play(game, *moves, options=["--rounds", "1"])
    assert "so a coin is tossed" in ran.out
    assert "a new round begins" not in ran.out
    assert "Each player receives" not in ran.out


def test_no_coin_is_tossed_where_the_number_of_rounds_is_0():
    ran = play("color-bridge", *(WIPES * 11), "quit", options=["--rounds", "0"])
    assert ran.out.count("It is wiped") == 11
    assert ran.out.endswith("The game is left unfinished; duello resume goes on with it.\n")


def test_a_taken_back_wipe_does_not_count_as_an_undecided_round():
    ran = play("color-bridge", *WIPES, "undo", "11", "quit", options=["--rounds", "2"])
    assert ran.out.endswith("The game is left unfinished; duello resume goes on with it.\n")


def test_players_change_seats_in_a_series_and_the_score_is_theirs():
    ran = play("color-bridge", *(["resign"] * 5), options=["--best-of", "5", "--name1", "Ann", "--name2", "Bob"])
    heads = [line for line in ran.out.splitlines() if line.endswith(" resigns.")]
    assert heads == ["Ann (Red) resigns.", "Bob (Red) resigns."] * 2 + ["Ann (Red) resigns."]
    assert ran.out.endswith("\nFinal score: 2 for Ann, 3 for Bob\nBob wins the series!\n")
    assert ran.status == 0


def test_a_series_is_over_as_soon_as_it_is_decided():
    ran = play("color-bridge", "resign", "1", "resign", "nonsense", options=["--best-of", "3"])
    assert ran.out.endswith("\nFinal score: 0 for Player 1, 2 for Player 2\nPlayer 2 wins the series!\n")


def test_undo_against_the_computer_takes_back_its_move_too():
    ran = play("capture-the-flag", "1", "undo", "undo", "quit", options=["--p2", "random"])
    assert "\nTook back 2 moves.\n" in ran.out
    assert "\nThere is no move to take back.\n" in ran.out


def test_the_computer_s_opening_move_cannot_be_taken_back():
    ran = play("capture-the-flag", "undo", "quit", options=["--p1", "random"])
    assert "\nYou have made no move to take back.\n" in ran.out


@pytest.mark.parametrize(
    "game, moves",
    [
        ("color-clash", []),
        ("color-clash", ["R4-9"]),
        ("energy-capture", []),
        ("energy-capture", ["1:7", "2:8", "pass", "pass"]),
        ("energy-capture", ["1:6,2:7", "3:6,4:7", "pass", "pass"]),
    ],
)
def test_the_example_in_a_prompt_can_be_typed_as_it_stands(game, moves):
    asked = play(game, *moves).out.splitlines()[-1]
    example = re.search(r"\(e\.g\., (.*)\): ", asked)[1]
    ran = play(game, *moves, example)
    assert "; " not in ran.out
    made = ran.out.count("has allocated.") + ran.out.count("Move Accepted")
    assert made == 1 + len(moves) - moves.count("pass")


def test_the_token_that_lands_on_the_other_is_seen_on_the_board():
    ran = play("capture-the-flag", "3", "3", "3", "1")
    assert "<P2" in ran.out.rpartition("moves to position +1.")[2]
