"""The version stands in CMakeLists.txt, and whatever else names it agrees."""

import re
import subprocess
from datetime import date, datetime
from pathlib import Path

import pytest
from table import DUELLO, PATIENCE, ROOT, VERSION, environment, run

# The changelog names versions of the past. What Python and the build leave among the sources is not ours.
FOLDERS = [".github", "bench", "cmake", "docs", "examples", "python", "scripts", "src", "tests", "web/src", "web/tests", "web/tools"]
MINOR = VERSION.rpartition(".")[0]


def texts():
    for path in [*ROOT.iterdir(), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]:
        if path.is_file() and path.name != "CHANGELOG.md" and path.suffix not in (".png", ".pyc", ".so", ".xz"):
            yield path, path.read_bytes().decode(errors="replace")


def releases():
    """The versions of the changelog with their dates, newest first."""
    heads = [line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")]
    found = [re.fullmatch(r"## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", head) for head in heads]
    assert found and all(found), heads
    return [(match[1], date.fromisoformat(match[2])) for match in found]


def test_the_version_has_three_numbers():
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_the_newest_release_of_the_changelog_is_the_version():
    assert releases()[0][0] == VERSION


def test_the_changelog_goes_from_the_newest_to_the_oldest():
    numbers = [tuple(map(int, version.split("."))) for version, _ in releases()]
    days = [day for _, day in releases()]
    assert numbers == sorted(set(numbers), reverse=True)
    assert days == sorted(days, reverse=True)


def test_the_changelog_of_the_debian_packages_is_the_project_s():
    done = subprocess.run([ROOT / "scripts" / "debian-changelog"], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stderr, done.returncode) == ("", 0)
    heads = re.findall(r"(?m)^duello \((.+)\) unstable; urgency=medium\n\n  \* ", done.stdout)
    ends = re.findall(r"(?m)^ -- The Duello authors <duello@example\.org>  (.+)$", done.stdout)
    days = [datetime.strptime(end, "%a, %d %b %Y %H:%M:%S %z") for end in ends]
    assert list(zip(heads, [day.date() for day in days], strict=True)) == releases()
    assert [day.strftime("%a") for day in days] == [end[:3] for end in ends]
    assert [line for line in done.stdout.splitlines() if len(line) > 80 or line != line.rstrip()] == []
    items = re.findall(r"(?m)^- ", (ROOT / "CHANGELOG.md").read_text())
    assert len(re.findall(r"(?m)^  \* ", done.stdout)) == len(items) + 1  # 0.1.0 has a paragraph


def test_the_server_s_program_says_it():
    ran = subprocess.run([f"{DUELLO}-server", "--version"], capture_output=True, text=True, timeout=PATIENCE, env=environment())
    assert (ran.stdout, ran.stderr, ran.returncode) == (f"duello-server {VERSION}\n", "", 0)


def test_the_engine_says_it():
    assert f"id name Duello {VERSION} (perfect)\n" in run("engine", stdin="duello\nquit\n").out


@pytest.mark.parametrize("name", ["duello.1", "duello-server.1"])
def test_the_installed_manual_names_it(name):
    page = Path(DUELLO).parent / name
    assert page.read_text().count(f"\n.Os Duello {VERSION}\n") == 1
    assert page.read_text().replace(f".Os Duello {VERSION}", ".Os") == (ROOT / "docs" / name).read_text()
    shown = subprocess.run(["mandoc", "-T", "ascii", page], capture_output=True, text=True, timeout=PATIENCE).stdout
    assert f"Duello {VERSION}" in shown.splitlines()[-1]


def test_the_documents_ask_cmake_for_it():
    asked = re.findall(r"find_package\(duello ([0-9.]+) ", (ROOT / "docs" / "library.md").read_text())
    assert asked == [MINOR]


def test_the_session_in_the_protocol_has_it():
    assert f"< id name Duello {VERSION} (perfect)" in (ROOT / "docs" / "protocol.md").read_text().splitlines()


@pytest.mark.parametrize("path", [ROOT / "pyproject.toml", ROOT / "web" / "package.json"], ids=lambda path: path.name)
def test_a_package_repeats_no_version(path):
    assert re.findall(r"""(?m)^ *"?version"? *[=:].*""", path.read_text()) == []


def test_nothing_names_another_version():
    named = {(path.name, version) for path, text in texts() for version in re.findall(r"(?i)\bduello[-_ (/]+v?(\d+\.\d+\.\d+)\b", text)}
    assert {path for path, _ in named} >= {"protocol.md"}
    assert [each for each in named if each[1] != VERSION] == []
