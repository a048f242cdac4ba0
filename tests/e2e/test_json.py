"""The JSON of every command and of every answer to a page is as its schema in docs/ says, and the schema says something."""

import copy
import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from online import SCHEMAS, validator
from table import DUELLO, GAMES, PATIENCE, ROOT, environment, run

SCHEMA, PAGE = SCHEMAS["json.schema.json"], SCHEMAS["page.schema.json"]
OPEN_GAMES = [game for game in GAMES if game != "energy-capture"]


def printed(*args, **given):
    ran = run(*args, **given)
    assert (ran.status, ran.out[-1:]) == (0, "\n"), ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def shortened(document):
    """The same with short lists: whatever is wrong with one item is wrong with all."""
    if isinstance(document, dict):
        return {key: shortened(value) for key, value in document.items()}
    return [shortened(value) for value in document[:3]] if isinstance(document, list) else document


def places(document, path=()):
    """The paths of a document and of everything in it."""
    yield path
    if isinstance(document, (dict, list)):
        for key, value in document.items() if isinstance(document, dict) else enumerate(document):
            yield from places(value, (*path, key))


def changed(document, path, change):
    """The same document with what is at a place changed."""
    if not path:
        return change(copy.deepcopy(document))
    damaged = copy.deepcopy(document)
    at = damaged
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = change(at[path[-1]])
    return damaged


def damages(document):
    """Each with one thing wrong: of another type, or too much."""
    for path in places(document):
        yield path, changed(document, path, lambda _: {"damage": {}})
        yield path, changed(document, path, lambda value: {**value, "damage": {}} if isinstance(value, dict) else [[]])


def without_a_key(document, name, schema):
    definition = schema["$defs"][name]
    for key in definition.get("required", []):
        yield {other: value for other, value in document.items() if other != key}


def validator_of(name, schema=SCHEMA):
    return validator("page.schema.json" if schema is PAGE else "json.schema.json", f"/$defs/{name}")


def must_be(document, name, schema=SCHEMA):
    """Valid, and what is damaged is not."""
    valid = validator_of(name, schema)
    assert [error.message for error in valid.iter_errors(document)] == []
    for path, damaged in damages(shortened(document)):
        assert not valid.is_valid(damaged), (name, path)
    for damaged in without_a_key(document, name, schema):
        assert not valid.is_valid(damaged), name


def variants_of(game):
    """The options for the book's rules, and for those of each variant."""
    variants = printed("variants", game, "--json")[0]
    return [[], *([f"--set={key}={value}" for key, value in each["rules"].items()] for each in variants)]


def test_the_schemas_are_schemas():
    for schema in SCHEMA, PAGE:
        Draft202012Validator.check_schema(schema)


def test_the_games():
    must_be(printed("list", "--json")[0], "games")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_variants(game):
    must_be(printed("variants", game, "--json")[0], "variants")
    for variant in variants_of(game):
        must_be(printed("perft", game, "2", *variant, "--json")[0], "count")
        must_be(printed("analyze", game, *variant, "--json")[0], "analysis")
        solution = printed("solve", game, *variant, "--json")[0]
        must_be(solution, "solution")
        must_be(solution, "course" if game in OPEN_GAMES else "equilibria")
        must_be(printed("lab", game, *variant, "--games", "5", "--seed", "1", "--json")[0], "findings")


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_a_game_that_is_over_or_can_be_swapped(game):
    line = printed("solve", game, "--json")[0]["line"]
    over = printed("analyze", game, "--moves", " ".join(line), "--json")[0]
    assert over["over"]
    must_be(over, "analysis")
    must_be(printed("solve", game, "--swap", "--json")[0], "course")


def test_no_side_that_can_force_a_win():
    solution = printed("solve", "color-bridge", "--set", "length=4", "--set", "reach=1", "--json")[0]
    assert solution["winner"] == 0
    must_be(solution, "course")


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_puzzles(game):
    for options in ["--seed", "1"], ["--seed", "2"], ["--daily"]:
        must_be(printed("puzzle", game, *options, "--json")[0], "puzzle")


@pytest.mark.parametrize("game", GAMES)
def test_an_arena(game):
    usual = ["arena", "--game", game, "--games", "10", "--seed", "1", "--no-record", "--json"]
    must_be(printed(*usual, "--players", "random,level:2,level:4")[0], "standings")
    tested = printed(*usual, "--players", "random,level:3", "--sprt", "0,10")[0]
    assert "sprt" in tested
    must_be(tested, "standings")


def test_what_was_played_and_its_reviews(tmp_path):
    home = {"XDG_STATE_HOME": str(tmp_path)}
    for game in GAMES:
        for number, variant in enumerate(variants_of(game)):
            played = run("play", game, *variant, "--p1", "random", "--p2", "level:3", "--seed", str(number), **home)
            assert played.status == 0
    run("play", "color-bridge", "--name1", 'Änn "\\', stdin="5\n7\nquit\n", **home)
    run("play", "color-bridge", "--p2", "perfect", stdin="5\nresign\n", **home)
    history = printed("history", "--json", **home)[0]
    must_be(history, "history")
    assert {row["game"] for row in history} == set(GAMES)
    must_be(printed("history", "--stats", "--json", **home)[0], "tallies")
    reviewed = [printed("review", row["file"], "--json", **home) for row in history if row["result"] != "*"]
    for review in reviewed:
        must_be(review[0], "review")
    assert any("gave_up_a_win" in review[0] for review in reviewed)


def written_by(suite, tests, folder):
    """The lines that a suite of the rooms writes of what it sees, taken apart."""
    file = folder / "documents"
    program = Path(DUELLO).parent / "tests" / suite
    subprocess.run([program, f"--gtest_filter={tests}"], env=environment(DUELLO_DOCUMENTS=str(file)), stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE)
    return [line.split("\t") for line in file.read_text().splitlines()]


def test_what_a_page_is_answered(tmp_path):
    """The answers to all questions of the suite of the room."""
    kinds = {}
    for question, text in written_by("test_page", "*", tmp_path):
        document = json.loads(text)
        if "error" in document:
            name = "refusal"
        else:
            ask = json.loads(question)["ask"]
            name = "state" if ask in ("open", "resume", "submit", "think", "next") else ask
        valid = validator_of(name, PAGE)
        assert valid.is_valid(document), (question, text)
        kinds[name] = min(text, kinds.get(name, text), key=len)
    assert set(PAGE["$defs"]) >= set(kinds) >= {"refusal", "games", "game", "fits", "state", "look", "position", "compose", "analyze", "hint", "solve", "findings", "review", "annotated", "puzzle", "records"}
    for name, text in kinds.items():
        must_be(json.loads(text), name, PAGE)


def test_what_is_sent_to_players(tmp_path):
    """Views and news of random games in all variants, which the suite of the room writes."""
    kinds = {}
    for name, text in written_by("test_json", "Documents.*", tmp_path):
        document = json.loads(text)
        assert validator_of(name).is_valid(document), text
        kinds[(name, document.get("game"), document.get("event"), document.get("over"))] = document
    assert {name for name, *_ in kinds} == {"view", "event"}
    assert {event for _, _, event, _ in kinds} >= {"started", "moved", "swapped", "revealed", "new_round", "took_back", "ended"}
    for (name, *_), document in kinds.items():
        must_be(document, name)


def examples():
    """The documents of docs/json.md: the definition that the section names, the command if there is one, the JSON."""
    sections = re.split(r"^## `(\w+)`.*$", (ROOT / "docs" / "json.md").read_text(), flags=re.M)[1:]
    for name, section in zip(sections[::2], sections[1::2]):
        for block in re.findall(r"^```\n(.*?)^```$", section, flags=re.M | re.S):
            command, text = block.split("\n", 1) if block.startswith("$ duello ") else ("", block)
            yield name, command.removeprefix("$ duello "), json.loads(text)


def without_chance(document):
    """What is the same whenever and wherever it is found: no times, no last digits."""
    if isinstance(document, dict):
        return {key: without_chance(value) for key, value in document.items() if key != "seconds"}
    if isinstance(document, list):
        return [without_chance(value) for value in document]
    return round(document, 6) if isinstance(document, float) else document


def test_every_example_is_valid_and_every_document_has_one():
    for name, _, document in examples():
        must_be(document, name)
    shown = {name for name, _, _ in examples()}
    commands = {name for name, definition in SCHEMA["$defs"].items() if "duello" in definition.get("description", "")}
    assert commands | {"view", "event", "choice", "request"} <= shown


def test_the_examples_are_what_the_commands_print():
    told = [(command, document) for _, command, document in examples() if command]
    assert len(told) > 8
    for command, document in told:
        assert without_chance(printed(*shlex.split(command))[0]) == without_chance(document), command
