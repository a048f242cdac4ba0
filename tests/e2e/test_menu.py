"""The menu that `duello` opens on a terminal."""

import pytest
from table import CTRL_C, CTRL_D, GAMES, REVIEW

TITLES = ["Color Capture", "Color Bridge", "Capture the Flag", "Color Clash", "Energy Capture"]
USUAL = {
    "Which game?": "1",
    "Which rules?": "1",
    "Who plays?": "1",
    "How strong is the computer?": "random",
    "Who starts?": "1",
}


def questions_in(text):
    return [question for line in text.splitlines() for question in USUAL if line.startswith(question)]


def choose(session, **answers):
    """Answers the questions of the menu, and says which they were. What comes then is fresh."""
    given = {**USUAL, **{question: answers[key] for question in USUAL for key in answers if key in question}}
    asked = []
    while (question := questions_in(session.fresh)[-1:]) and question[0] not in asked:
        asked += question
        session.enter(given[question[0]])
    return asked


@pytest.fixture
def menu(sit, tmp_path):
    """The menu of a user who has left no game unfinished."""
    return sit(XDG_STATE_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path)).wait_for_prompt()


@pytest.mark.parametrize("args", [[], ["play"]], ids=["duello", "duello play"])
def test_it_offers_every_game_and_a_puzzle_by_number(sit, args, tmp_path):
    menu = sit(*args, columns=120, XDG_STATE_HOME=str(tmp_path)).wait_for_prompt()
    offered = [line.split("  ")[1:3] for line in menu.terminal.screen if line.startswith("  ")]
    assert offered == [[str(number), title] for number, title in enumerate([*TITLES, "A puzzle"], 1)]
    assert menu.terminal.cursor_line == "Choose 1-6 [1], or quit: "


def test_a_puzzle_leads_back_to_it(menu):
    menu.enter("puzzle")
    assert "Find the only winning move." in menu.fresh
    menu.enter("solution")
    assert questions_in(menu.fresh) == ["Which game?"]


def test_a_game_that_was_left_can_be_gone_on_with(menu):
    choose(menu, game="color-bridge")
    menu.enter("5", "quit")
    assert "  7  Go on             1 game unfinished." in menu.terminal.screen
    menu.enter("resume")
    assert "Which game goes on?" in menu.fresh
    menu.enter("1")
    assert "Current Track: _ _ _ _ R _ _ _ _ _ _" in menu.terminal.screen


@pytest.mark.parametrize(
    "typed, title",
    [
        *zip("12345", TITLES),
        *zip(GAMES, TITLES),
        ("CAP", "Capture the Flag"),
        (" energy ", "Energy Capture"),
        ("", "Color Capture"),
    ],
)
def test_a_game_is_chosen_by_its_number_its_name_or_the_beginning_of_it(menu, typed, title):
    choose(menu, game=typed)
    assert f"--- {title} ---" in menu.fresh


def test_empty_lines_start_the_first_game_by_the_book_for_two_people(menu):
    choose(menu, game="", rules="", plays="", starts="")
    assert "--- Color Capture ---" in menu.fresh
    assert menu.terminal.cursor_line == "Choose a token from Position 1 (R) or Position 15 (G): "


@pytest.mark.parametrize("typed", ["0", "7", "-1", "chess", "1 2", "99999999999999999999", "é", "color-bridges"])
def test_a_wrong_choice_gets_one_sentence_and_another_try(menu, typed):
    menu.enter(typed)
    complaint = menu.fresh.splitlines()[1]
    assert complaint == f"'{typed}' is not one of the choices; type a number from 1 to 6."
    assert questions_in(menu.fresh) == []
    menu.enter("2")
    assert questions_in(menu.fresh) != []


def test_an_ambiguous_beginning_is_not_taken_for_the_first_of_its_games(menu):
    menu.enter("color")
    assert questions_in(menu.fresh) in ([], ["Which game?"])


@pytest.mark.parametrize("answers", [[], ["2"], ["2", "1"], ["2", "1", "1"]], ids=len)
@pytest.mark.parametrize("keys, status", [("quit\r", 0), ("q\r", 0), (CTRL_D, 0), (CTRL_C, 130)])
def test_it_can_be_left_at_every_question(menu, answers, keys, status):
    menu.enter(*answers)
    assert questions_in(menu.fresh) != []
    menu.press(keys)
    assert menu.end() == status


def test_a_whole_game_is_played_from_it_and_leads_back_to_it(menu):
    choose(menu, game="color-bridge")
    menu.enter("5 6", "7", "4")
    assert "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!" in menu.fresh
    assert menu.fresh.endswith(REVIEW)
    menu.enter("")
    assert questions_in(menu.fresh) == ["Which game?"]
    menu.press("quit\r")
    assert menu.end() == 0


def test_a_game_that_is_left_leads_back_to_it(menu):
    choose(menu)
    menu.enter("quit")
    assert "The game is left unfinished." in menu.fresh
    assert questions_in(menu.fresh) == ["Which game?"]


def test_an_interrupted_game_does_not_lead_back_to_it(menu):
    choose(menu)
    menu.press(CTRL_C)
    assert menu.end() == 130


@pytest.mark.parametrize(
    "players, starter, asked, turns",
    [
        ("1", "1", "Player 1 (Red)", 1),
        ("1", "2", "Player 2 (Blue)", 1),
        ("2", "1", "Player 1 (Red)", 1),
        ("2", "2", "Player 1 (Red)", 2),
        ("3", "1", "Player 2 (Blue)", 2),
        ("3", "2", "Player 2 (Blue)", 1),
    ],
)
def test_it_seats_the_players_and_lets_them_start_as_chosen(menu, players, starter, asked, turns):
    choose(menu, game="color-bridge", plays=players, starts=starter)
    choosing = [line for line in menu.fresh.splitlines() if ", choose position(s)" in line]
    assert len(choosing) == 1 and menu.fresh.count("Current Track:") == turns
    assert choosing[-1].startswith(asked)
    assert menu.terminal.cursor_line == "> "


def test_the_computer_plays_itself(menu):
    assert choose(menu, game="color-clash", plays="4")[-1] == "How strong is the computer?"
    assert " 1 (Red) wins" in menu.fresh
    assert questions_in(menu.fresh) == ["Which game?"]


def test_who_starts_is_not_asked_where_red_always_does(menu):
    assert "Who starts?" not in choose(menu, game="color-clash")
    assert "Who plays? (Red is named first.)" in "\n".join(menu.terminal.main_and_scrollback)
    assert "Red's Turn:" in menu.fresh


def test_two_games_in_a_row_are_different_and_repeat_with_the_seed(sit):
    def two_games():
        menu = sit("play", "--seed", "3").wait_for_prompt()
        games = []
        for _ in range(2):
            choose(menu, game="capture-the-flag", plays="4")
            games.append(menu.fresh)
        return games

    first, second = two_games()
    assert first != second
    assert [first, second] == two_games()


def test_options_of_play_hold_for_games_from_it(sit):
    menu = sit("play", "--name1", "Ann", "--name2", "Bob").wait_for_prompt()
    choose(menu, game="color-bridge")
    assert "Ann (Red), choose position(s) to color" in menu.fresh


def test_it_works_on_a_dumb_terminal(sit):
    menu = sit(TERM="dumb").wait_for_prompt()
    choose(menu, game="color-bridge")
    menu.enter("5 6", "7", "4")
    menu.press("quit\r")
    assert menu.end() == 0
    assert b"\x1b" not in menu.terminal.raw
