"""What the presets of CMakePresets.json pass to the compiler."""
import itertools
import json
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRESETS = {each["name"]: each for each in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
USERS = ("play", "serve", "release", "library", "python", "deb", "portable", "bench")
STAY_HERE = {"play", "serve", "release", "bench"}


def folder_of(preset):
    """Its own build folder, or the one that it inherits."""
    ancestor = preset
    while "binaryDir" not in PRESETS[ancestor]:
        ancestor = PRESETS[ancestor]["inherits"]
    return PRESETS[ancestor]["binaryDir"].replace("${presetName}", preset)


SHARED = [pair for pair in itertools.combinations(USERS, 2) if folder_of(pair[0]) == folder_of(pair[1])]


@pytest.fixture(scope="module")
def commands(tmp_path_factory):
    """For each preset its commands by source file, with the build folder's name taken out."""
    known = {}

    def of(preset):
        if preset not in known:
            folder = tmp_path_factory.mktemp(preset)
            # The Python that has nanobind, as a build of the package would bring it.
            python = f"-DPython_EXECUTABLE={ROOT}/build/test-venv/bin/python"
            subprocess.run(["cmake", "--preset", preset, "-B", folder, python], cwd=ROOT, check=True, capture_output=True)
            entries = json.loads((folder / "compile_commands.json").read_text())
            known[preset] = {}
            for each in entries:
                file = pathlib.Path(each["file"])
                # A unity build compiles lists of files.
                text = file.read_text() if "unity_" in file.name else ""
                known[preset][str(file).replace(str(folder), "")] = (
                    each["command"].replace(str(folder), ""), text.replace(str(folder), ""))
        return known[preset]

    return of


def test_some_presets_share_a_folder():
    assert ("play", "serve") in SHARED and ("library", "python") in SHARED


@pytest.mark.parametrize("pair", SHARED, ids="-".join)
def test_presets_that_share_a_folder_compile_the_same_files_alike(commands, pair):
    one, two = (commands(each) for each in pair)
    both = one.keys() & two.keys()
    assert len(both) > 10
    assert [file for file in sorted(both) if one[file] != two[file]] == []


@pytest.mark.parametrize("preset", USERS)
def test_a_users_build_does_not_stop_at_warnings(commands, preset):
    assert not any("-Werror" in command for command, _ in commands(preset).values())


@pytest.mark.parametrize("preset", USERS)
def test_only_what_stays_here_is_built_for_this_processor(commands, preset):
    native = any("-march=native" in command for command, _ in commands(preset).values())
    assert native == (preset in STAY_HERE)


@pytest.mark.parametrize("preset", ["debug", "asan", "tsan"])
def test_development_stops_at_warnings(commands, preset):
    own = [command for file, (command, _) in commands(preset).items() if "/src/" in file or "unity_" in file]
    assert own and all("-Werror" in command for command in own)
