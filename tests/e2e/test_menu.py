"""The menu that `duello` opens on a terminal."""

import re

import pytest
from table import CTRL_C, CTRL_D, GAMES, REVIEW

TITLES = ["Color Capture", "Color Bridge", "Capture the Flag", "Color Clash", "Energy Capture"]
MAIN = "What shall it be?"


def asked(session):
    """The last question of the menu: the line above the choices."""
    lines = [line.strip() for line in session.fresh.splitlines()]
    return next(lines[i - 1] for i in range(len(lines) - 1, 0, -1) if lines[i].startswith("1  "))


def settings(session):
    """What stands beside the settings of a game, as the screen shows it last."""
    rows = [re.fullmatch(r" +[0-9]+  ([a-z ]+?)   *(.*)", line) for line in session.terminal.screen]
    return {row[1]: row[2] for row in rows if row}


def start(session, game, **wishes):
    """Starts a game from the menu. Each wish is the answers to a setting's questions."""
    session.enter(game)
    for setting, answers in wishes.items():
        session.enter(setting, *answers)
    session.enter("play")


@pytest.fixture
def menu(sit, tmp_path):
    """The menu of a user who has left no game unfinished."""
    return sit(XDG_STATE_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path)).wait_for_prompt()


@pytest.mark.parametrize("args", [[], ["play"]], ids=["duello", "duello play"])
def test_it_offers_every_game_and_a_puzzle_by_number(sit, args, tmp_path):
    menu = sit(*args, columns=120, XDG_STATE_HOME=str(tmp_path)).wait_for_prompt()
    offered = [line.split("  ")[1:3] for line in menu.terminal.screen if line.startswith("  ")]
    others = ["A puzzle", "Today's puzzle", "History"]
    assert offered == [[str(number), title] for number, title in enumerate([*TITLES, *others], 1)]
    assert menu.terminal.cursor_line == "Choose 1-8 [1], help or quit: "


@pytest.mark.parametrize("which, title", [("puzzle", "puzzle "), ("daily", "puzzle of ")])
def test_a_puzzle_leads_back_to_it(menu, which, title):
    menu.enter(which)
    assert re.search(rf": {title}[\d.]{{1,10}},", menu.fresh), "a number that can be told to somebody, or a date"
    assert "Find the only winning move." in menu.fresh
    menu.enter("solution")
    assert asked(menu) == MAIN


def test_a_game_that_was_left_can_be_gone_on_with(menu):
    start(menu, "color-bridge")
    menu.enter("5", "quit")
    assert "  9  Go on             1 game unfinished." in menu.terminal.screen
    menu.enter("resume")
    assert asked(menu) == "Which game goes on?"
    menu.enter("back")
    assert asked(menu) == MAIN
    menu.enter("resume", "1")
    assert "Current Track: _ _ _ _ R _ _ _ _ _ _" in menu.terminal.screen


def test_quit_among_the_unfinished_games_leaves_it(menu):
    start(menu, "color-bridge")
    menu.enter("5", "quit", "resume")
    menu.press("quit\r")
    assert menu.end() == 0


def test_the_history_is_shown(menu):
    start(menu, "color-bridge")
    menu.enter("5", "quit", "history")
    assert re.search(r"color-bridge +human - human +\* +1 move, unfinished", menu.fresh)
    assert asked(menu) == MAIN


@pytest.mark.parametrize(
    "typed, title",
    [
        *zip("12345", TITLES),
        *zip(GAMES, TITLES),
        ("CAP", "Capture the Flag"),
        (" energy ", "Energy Capture"),
        ("Bridge", "Color Bridge"),
        ("", "Color Capture"),
    ],
)
def test_a_game_is_chosen_by_its_number_its_name_or_enough_of_it(menu, typed, title):
    start(menu, typed)
    assert f"--- {title} ---" in "\n".join([*menu.terminal.main_and_scrollback, menu.fresh])


def test_empty_lines_start_the_first_game_by_the_book_for_two_people(menu):
    menu.enter("", "")
    assert "--- Color Capture ---" in menu.fresh
    assert menu.terminal.cursor_line == "Choose a token from Position 1 (R) or Position 15 (G): "


@pytest.mark.parametrize("typed", ["0", "9", "-1", "chess", "1 2", "99999999999999999999", "é", "color-bridges"])
def test_a_wrong_choice_gets_one_sentence_and_another_try(menu, typed):
    menu.enter(typed)
    assert menu.fresh.splitlines()[1:-1] == [f"'{typed}' is not one of the choices; type a number from 1 to 8."]
    menu.enter("2")
    assert asked(menu) == "Color Bridge"


def test_an_ambiguous_beginning_is_not_taken_for_the_first_of_its_games(menu):
    menu.enter("color")
    assert "'color' may mean color-capture, color-bridge or color-clash; type" in menu.fresh


def test_a_number_is_the_one_on_the_screen(menu):
    menu.enter("color-bridge", "series")
    assert "  3  best of 5" in menu.terminal.screen
    menu.enter("3")
    assert settings(menu)["series"] == "best of 5"


def test_a_number_is_never_a_part_of_a_name(menu):
    for _ in range(2):
        start(menu, "color-bridge")
        menu.enter("5", "quit")
    menu.enter("resume", "20")
    assert "'20' is not one of the choices; type a number from 1 to 2." in menu.fresh


# Every question there is, and the one before it.
WAYS = {
    "game": (["color-bridge"], MAIN),
    "who plays": (["color-bridge", "who"], "Color Bridge"),
    "strength": (["color-bridge", "who", "2"], "Who plays? (Player 1 (Red) is named first.)"),
    "start": (["color-bridge", "start"], "Color Bridge"),
    "variant": (["color-bridge", "variant"], "Color Bridge"),
    "series": (["color-bridge", "series"], "Color Bridge"),
    "pie rule": (["color-bridge", "pie"], "Color Bridge"),
    "first name": (["color-bridge", "names"], "Color Bridge"),
    "second name": (["color-bridge", "names", "Ann"], "Color Bridge"),
}


@pytest.mark.parametrize("answers, before", WAYS.values(), ids=WAYS)
def test_back_leads_to_the_question_before(menu, answers, before):
    menu.enter(*answers, "back")
    assert asked(menu) == before


@pytest.mark.parametrize("answers", [[], *[answers for answers, _ in WAYS.values()]], ids=["main", *WAYS])
@pytest.mark.parametrize("keys, status", [("quit\r", 0), (CTRL_D, 0), (CTRL_C, 130)])
def test_it_can_be_left_at_every_question(menu, answers, keys, status):
    menu.enter(*answers)
    menu.press(keys)
    assert menu.end() == status


def test_help_says_what_can_be_typed(menu):
    menu.enter("help")
    assert "quit leaves." in menu.fresh and "back" not in menu.fresh
    menu.enter("2", "?")
    assert "back goes to the question before" in menu.fresh


def test_settings_are_shown_as_they_are(menu):
    menu.enter("color-bridge")
    assert settings(menu) == {
        "play": "with the settings below", "who plays": "a person against a person",
        "names": "Player 1 (Red) and Player 2 (Blue)", "start": "Player 1 (Red) begins", "variant": "as in the book",
        "series": "one game", "pie rule": "no", "rules": "read them",
    }  # fmt: skip
    menu.enter("names", "Ann", "Bob", "start", "2", "variant", "steady", "series", "of 3", "pie", "yes")
    assert {key: settings(menu)[key] for key in ["names", "start", "variant", "series", "pie rule"]} == {
        "names": "Ann and Bob", "start": "Bob begins", "variant": "steady", "series": "best of 3",
        "pie rule": "the second player may change seats",
    }  # fmt: skip


@pytest.mark.parametrize("name, says", [("x" * 31, "at most 30"), ("a\u200bb", "printable"), ("Ann", "different names")])
def test_a_name_that_will_not_do_is_asked_for_again(menu, name, says):
    menu.enter("color-bridge", "names", "Ann", name)
    assert says in menu.fresh.replace("\n", " ")
    menu.enter("Bob")
    assert settings(menu)["names"] == "Ann and Bob"


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_is_not_taken_for_a_name(menu, word):
    menu.enter("color-bridge", "names", "Ann", word)
    assert "Type a name, or press Enter to leave it at Player 2 (Blue); back goes" in menu.fresh
    menu.enter("Bob")
    assert settings(menu)["names"] == "Ann and Bob"


def test_the_computer_is_called_what_it_is(menu):
    menu.enter("color-bridge", "who", "2", "perfect", "start", "2")
    assert settings(menu)["names"] == "Player 1 (Red) and perfect"
    assert settings(menu)["start"] == "perfect begins"
    menu.enter("names", "Ann")
    assert menu.terminal.cursor_line == "What is Player 2 (Blue) called? (Enter: perfect): "
    menu.enter("")
    assert settings(menu)["names"] == "Ann and perfect"


def test_the_rules_are_those_that_will_be_played_by(menu):
    menu.enter("color-bridge")
    menu.press("rules\r")
    menu.wait_for("Space: more")
    assert menu.terminal.page_is_open and "Goal" in menu.terminal.screen
    menu.enter("q")
    assert not menu.terminal.page_is_open
    assert "Goal" not in "\n".join(menu.terminal.main_and_scrollback)


def test_a_series_with_names_and_the_pie_rule_is_played_as_wished(menu):
    start(menu, "color-bridge", names=["Ann", "Bob"], series=["of 3"], pie=["yes"])
    assert "Game 1 of at most 3" in "\n".join(menu.terminal.screen)
    menu.enter("5 6")
    assert "Bob (Blue)" in menu.fresh and "You may type swap to change seats." in menu.fresh


def test_a_whole_game_is_played_from_it_and_leads_back_to_it(menu):
    start(menu, "color-bridge")
    menu.enter("5 6", "7", "4")
    assert "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!" in menu.fresh
    assert menu.fresh.endswith(REVIEW)
    menu.enter("")
    assert asked(menu) == MAIN
    menu.press("quit\r")
    assert menu.end() == 0


def test_a_game_can_be_played_again_with_the_seats_changed(menu):
    start(menu, "color-bridge", names=["Ann", "Bob"])
    menu.enter("5 6", "7", "4")
    menu.press("a")
    menu.wait_for("A rematch: the players change seats.").wait_for_prompt()
    assert "Bob (Red), choose position(s) to color" in menu.fresh
    menu.enter("5 6", "7", "4")
    assert "Bob (Red) wins" in menu.fresh


def test_a_game_that_is_left_leads_back_to_it(menu):
    start(menu, "1")
    menu.enter("quit")
    assert "The game is left unfinished." in menu.fresh
    assert asked(menu) == MAIN


def test_an_interrupted_game_does_not_lead_back_to_it(menu):
    start(menu, "1")
    menu.press(CTRL_C)
    assert menu.end() == 130


@pytest.mark.parametrize(
    "players, starter, person, turns",
    [
        (["1"], "1", "Player 1 (Red)", 1),
        (["1"], "2", "Player 2 (Blue)", 1),
        (["2", "random"], "1", "Player 1 (Red)", 1),
        (["2", "random"], "2", "Player 1 (Red)", 2),
        (["3", "random"], "1", "Player 2 (Blue)", 2),
        (["3", "random"], "2", "Player 2 (Blue)", 1),
    ],
)
def test_it_seats_the_players_and_lets_them_start_as_chosen(menu, players, starter, person, turns):
    start(menu, "color-bridge", who=players, start=[starter])
    choosing = [line for line in menu.fresh.splitlines() if ", choose position(s)" in line]
    assert len(choosing) == 1 and menu.fresh.count("Current Track:") == turns
    assert choosing[0].startswith(person)
    assert menu.terminal.cursor_line == "> "


def test_the_computer_plays_itself(menu):
    start(menu, "color-clash", who=["4", "random"])
    assert " 1 (Red) wins" in menu.fresh
    assert asked(menu) == MAIN


def test_who_starts_is_not_asked_where_red_always_does(menu):
    menu.enter("color-clash")
    assert "start" not in settings(menu)
    menu.enter("who")
    assert asked(menu) == "Who plays? (Red is named first.)"


def test_the_pie_rule_is_not_offered_where_moves_are_hidden(menu):
    menu.enter("energy")
    assert "pie rule" not in settings(menu)


def test_two_games_in_a_row_are_different_and_repeat_with_the_seed(sit):
    def two_games():
        menu = sit("play", "--seed", "3").wait_for_prompt()
        games = []
        for _ in range(2):
            start(menu, "capture-the-flag", who=["4", "random"])
            games.append(menu.fresh)
        return games

    first, second = two_games()
    assert first != second
    assert [first, second] == two_games()


def test_options_of_play_hold_for_games_from_it(sit):
    menu = sit("play", "--name1", "Ann", "--name2", "Bob").wait_for_prompt()
    start(menu, "color-bridge")
    assert "Ann (Red), choose position(s) to color" in menu.fresh


def test_it_fits_a_narrow_terminal(sit, tmp_path):
    menu = sit(rows=60, columns=40, XDG_STATE_HOME=str(tmp_path)).wait_for_prompt()
    at = menu.terminal.screen.index("  2  Color Bridge")
    assert menu.terminal.screen[at + 1 : at + 3] == ["     Color a track; make a run of", "     exactly three of your own."]


def test_it_works_on_a_dumb_terminal(sit):
    menu = sit(TERM="dumb").wait_for_prompt()
    start(menu, "color-bridge")
    menu.enter("5 6", "7", "4")
    assert menu.fresh.endswith(REVIEW)
    menu.enter("")
    menu.press("quit\r")
    assert menu.end() == 0
    assert b"\x1b" not in menu.terminal.raw
