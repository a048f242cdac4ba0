"""The menu that `duello` opens on a terminal."""

import pytest
from table import CTRL_C, CTRL_D, GAMES

TITLES = ["Color Capture", "Color Bridge", "Capture the Flag", "Color Clash", "Energy Capture"]


@pytest.mark.parametrize("args", [[], ["play"]], ids=["duello", "duello play"])
def test_it_offers_every_game_by_number(sit, args):
    session = sit(*args).wait_for_prompt()
    offered = [line.split("  ")[1:3] for line in session.terminal.screen if line.startswith("  ")]
    assert offered == [[str(number), title] for number, title in enumerate(TITLES, 1)]
    assert session.terminal.cursor_line == "Choose 1-5 [1], or quit: "


@pytest.mark.parametrize("number, title", enumerate(TITLES, 1))
def test_a_game_is_chosen_by_its_number(sit, number, title):
    session = sit().wait_for_prompt()
    session.enter(str(number), *(["1", "1"] if title != "Color Clash" else ["1"]))
    assert f"--- {title} ---" in session.fresh


@pytest.mark.parametrize("typed, title", [*zip(GAMES, TITLES), ("CAP", "Capture the Flag"), (" energy ", "Energy Capture")])
def test_a_game_is_chosen_by_its_name_or_the_beginning_of_it(sit, typed, title):
    session = sit().wait_for_prompt()
    session.enter(typed, *(["1", "1"] if title != "Color Clash" else ["1"]))
    assert f"--- {title} ---" in session.fresh


def test_an_empty_line_takes_the_first_choice(sit):
    session = sit().wait_for_prompt()
    session.enter("", "", "")
    assert "--- Color Capture ---" in session.fresh
    assert session.terminal.cursor_line == "Choose a token from Position 1 (R) or Position 15 (G): "


@pytest.mark.parametrize("typed", ["0", "6", "-1", "chess", "1 2", "99999999999999999999", "é", "color-bridges"])
def test_a_wrong_choice_gets_one_sentence_and_another_try(sit, typed):
    session = sit().wait_for_prompt()
    session.enter(typed)
    complaint = [line for line in session.fresh.splitlines() if line][-2]
    assert complaint == f"'{typed}' is not one of the choices; type a number from 1 to 5."
    session.enter("2")
    assert "Who plays?" in session.fresh


def test_an_ambiguous_beginning_is_not_taken_for_the_first_of_its_games(sit):
    session = sit().wait_for_prompt()
    session.enter("color")
    assert "Who plays?" not in session.fresh


@pytest.mark.parametrize("answers", [[], ["2"], ["2", "1"]], ids=["game", "players", "starter"])
@pytest.mark.parametrize("keys, status", [("quit\r", 0), ("q\r", 0), (CTRL_D, 0), (CTRL_C, 130)])
def test_it_can_be_left_at_every_question(sit, answers, keys, status):
    session = sit().wait_for_prompt()
    session.enter(*answers)
    session.press(keys)
    assert session.end() == status


def test_a_whole_game_is_played_from_it_and_leads_back_to_it(sit):
    session = sit().wait_for_prompt()
    session.enter("2", "1", "1", "5 6", "7", "4")
    assert "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!" in session.fresh
    assert "Which game?" in session.fresh
    session.press("quit\r")
    assert session.end() == 0


def test_a_game_that_is_left_leads_back_to_it(sit):
    session = sit().wait_for_prompt()
    session.enter("2", "1", "1", "quit")
    assert "The game is left unfinished." in session.fresh
    assert "Which game?" in session.fresh


def test_an_interrupted_game_does_not_lead_back_to_it(sit):
    session = sit().wait_for_prompt()
    session.enter("2", "1", "1")
    session.press(CTRL_C)
    assert session.end() == 130


@pytest.mark.parametrize(
    "pairing, starter, asked",
    [
        ("1", "1", "Player 1 (Red), choose"),
        ("1", "2", "Player 2 (Blue), choose"),
        ("2", "1", "Player 1 (Red), choose"),
        ("3", "2", "Player 2 (Blue), choose"),
    ],
)
def test_it_seats_the_players_and_lets_them_start_as_chosen(sit, pairing, starter, asked):
    session = sit().wait_for_prompt()
    session.enter("color-bridge", pairing, starter)
    assert asked in session.fresh
    assert session.fresh.count("choose position(s)") == 1


def test_the_computer_opens_where_it_was_chosen_to(sit):
    session = sit().wait_for_prompt()
    session.enter("color-bridge", "3", "1")
    assert session.fresh.count("choose position(s)") == 2
    assert session.terminal.cursor_line == "> "


def test_the_computer_plays_itself(sit):
    session = sit().wait_for_prompt()
    session.enter("color-clash", "4")
    assert "Red wins" in session.fresh
    assert "Which game?" in session.fresh


def test_who_starts_is_not_asked_where_red_always_does(sit):
    session = sit().wait_for_prompt()
    session.enter("color-clash")
    assert "Who plays? (Red is named first.)" in session.fresh
    session.enter("1")
    assert "Who starts?" not in session.fresh
    assert "Red's Turn:" in session.fresh


def test_two_games_in_a_row_against_the_computer_are_different_and_repeat_with_the_seed(sit):
    def two_games():
        session = sit("play", "--seed", "3").wait_for_prompt()
        session.enter("capture-the-flag", "4", "1")
        first = session.fresh
        session.enter("capture-the-flag", "4", "1")
        return first, session.fresh

    first, second = two_games()
    assert first != second
    assert (first, second) == two_games()


def test_options_of_play_hold_for_games_from_it(sit):
    session = sit("play", "--name1", "Ann", "--name2", "Bob").wait_for_prompt()
    session.enter("color-bridge", "1", "1")
    assert "Ann (Red), choose position(s) to color" in session.fresh


def test_it_works_on_a_dumb_terminal(sit):
    session = sit(TERM="dumb").wait_for_prompt()
    session.enter("color-bridge", "1", "1", "5 6", "7", "4")
    session.press("quit\r")
    assert session.end() == 0
    assert b"\x1b" not in session.terminal.raw
