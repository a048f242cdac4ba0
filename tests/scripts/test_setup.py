"""What scripts/setup and scripts/build say on machines that lack something.

Each test copies the scripts into a folder with spaces and umlauts in its name, and runs them with a PATH on which some
programs are missing or replaced by others that fail as the real ones do.
"""
import fcntl
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPLACED = {"apt-get", "apt", "dpkg-query", "sudo", "cmake", "id", "npm"}

# A package manager that has nothing installed and 61 packages to fetch.
PLAN = """\
case "$*" in
  *--assume-no*)
    echo "0 upgraded, 61 newly installed, 0 to remove and 3 not upgraded."
    echo "Need to get 115 MB of archives."
    exit 1 ;;
esac
"""


class Machine:
    def __init__(self, folder):
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.project = folder / "spaß mit duello"
        self.project.mkdir()
        for name in ("scripts", "web/package-lock.json", "CMakeLists.txt", "CMakePresets.json"):
            source, target = ROOT / name, self.project / name
            target.parent.mkdir(exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target)
            else:
                shutil.copy(source, target)
        for directory in ("/usr/bin", "/bin"):
            for program in os.scandir(directory):
                if program.name not in REPLACED and not (self.bin / program.name).is_symlink():
                    (self.bin / program.name).symlink_to(program.path)
        self.has("id", "echo 0")

    def has(self, program, script):
        file = self.bin / program
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def run(self, *command, **variables):
        environment = {"PATH": str(self.bin), "HOME": str(self.project), "LANG": "C.UTF-8", **variables}
        return subprocess.run(command, cwd=self.project, env=environment, capture_output=True, text=True, check=False)

    def fails(self, *command):
        """The one line that is said on standard error."""
        result = self.run(*command)
        assert result.returncode == 1, result
        lines = result.stderr.splitlines()
        assert len(lines) == 1, result.stderr
        return lines[0]


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def debian(machine):
    machine.has("dpkg-query", "exit 1")
    machine.has("apt-get", PLAN)
    return machine


def test_without_apt_one_sentence_names_the_packages(machine):
    said = machine.fails("scripts/setup", "play")
    assert "no apt" in said and "SETUP=skip" in said
    for package in ("g++", "cmake", "ninja-build", "libfmt-dev", "libsqlite3-dev"):
        assert f" {package}" in said


def test_setup_can_be_skipped(machine):
    result = machine.run("scripts/setup", "play", SETUP="skip")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_target_that_does_not_exist_is_named_with_those_that_do(machine):
    result = machine.run("scripts/setup", "everything")
    assert result.returncode == 2
    assert "play, serve, site" in result.stderr


def test_it_says_what_it_installs_and_how_much_it_downloads(debian):
    result = debian.run("scripts/setup", "play")
    assert result.returncode == 0, result
    assert result.stdout.startswith("Installing 61 packages (115 MB to download) for cmake g++ ")


def test_nothing_is_said_where_everything_is_installed(machine):
    machine.has("dpkg-query", "echo installed")
    machine.has("apt-get", "exit 1")
    result = machine.run("scripts/setup", "play")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_user_without_sudo_learns_which_packages_are_missing(debian):
    debian.has("id", "echo 1000")
    said = debian.fails("scripts/setup", "play")
    assert "root or sudo" in said and "ninja-build" in said


def test_a_user_with_sudo_installs_by_it(debian):
    debian.has("id", "echo 1000")
    debian.has("sudo", 'AS_ROOT=yes exec "$@"')
    debian.has(
        "apt-get",
        f'[ -n "$AS_ROOT" ] || {{ echo "E: Could not open lock file - open (13: Permission denied)"; exit 100; }}\n{PLAN}',
    )
    result = debian.run("scripts/setup", "play")
    assert result.returncode == 0, result
    assert "61 packages" in result.stdout


@pytest.mark.parametrize(
    ("says", "cause"),
    [
        ("E: Failed to fetch pool/g++.deb  Temporary failure resolving 'a.mirror'", "the network cannot be reached"),
        ("E: Failed to fetch pool/g++.deb  Could not connect to a.mirror:80", "the network cannot be reached"),
        ("E: You don't have enough free space in /var/cache/apt/archives/.", "the disk is full"),
        ("dpkg: error: failed to write: No space left on device", "the disk is full"),
        ("E: Could not get lock /var/lib/dpkg/lock-frontend.", "another program is installing packages"),
    ],
)
def test_one_sentence_says_why_packages_could_not_be_installed(debian, says, cause):
    debian.has("apt-get", f'{PLAN}echo "{says}" >&2; exit 100')
    assert cause in debian.fails("scripts/setup", "play")


def test_without_lists_of_packages_they_are_fetched_first(debian):
    debian.has(
        "apt-get",
        f'case "$*" in *update*) touch "$HOME/fetched"; exit 0 ;; esac\n'
        f'[ -e "$HOME/fetched" ] || {{ echo "E: Unable to locate package g++"; exit 100; }}\n{PLAN}',
    )
    result = debian.run("scripts/setup", "play")
    assert result.returncode == 0, result
    assert "61 packages" in result.stdout


def test_a_package_that_this_system_does_not_have_is_named(debian):
    debian.has("apt-get", 'case "$*" in *" install "*) echo "E: Unable to locate package clang-19"; exit 100 ;; esac')
    result = debian.run("scripts/setup", "site")
    assert result.returncode == 1
    assert "Unable to locate package clang-19" in result.stderr
    assert "does not have all the packages" in result.stderr.splitlines()[-1]


def test_another_cause_is_shown_with_the_end_of_the_log(debian):
    debian.has("apt-get", f'{PLAN}echo "E: Something nobody has seen before"; exit 100')
    result = debian.run("scripts/setup", "play")
    assert result.returncode == 1
    assert "Something nobody has seen before" in result.stderr
    assert "could not be installed" in result.stderr.splitlines()[-1]


def test_a_full_disk_is_named_where_the_program_that_met_it_does_not(debian):
    debian.has("apt-get", f'{PLAN}echo "E: Something went wrong"; exit 100')
    debian.has("df", "echo Avail; echo 99999999; echo 4")
    assert "the disk is full" in debian.fails("scripts/setup", "play")


@pytest.mark.parametrize("version", ["3.18.4", "2.8"])
@pytest.mark.parametrize("command", [("scripts/build", "play"), ("scripts/wheel", "build/venv", "build/wheel")])
def test_a_cmake_that_is_too_old_is_named(machine, command, version):
    machine.has("cmake", f'echo "cmake version {version}"')
    said = machine.fails(*command)
    assert "3.25 or newer" in said and version in said


def test_a_cmake_that_is_missing_is_named(machine):
    assert "there is none" in machine.fails("scripts/build", "play")


def test_a_newer_cmake_is_taken(machine):
    machine.has("cmake", 'case "$*" in --version) echo "cmake version 10.2.1" ;; esac')
    assert machine.run("scripts/build", "play").returncode == 0


def test_a_full_disk_is_named_when_the_compiler_meets_it(machine):
    machine.has(
        "cmake",
        'case "$*" in --version) echo "cmake version 3.31.6" ;;\n'
        '*--build*) echo "fatal error: error writing to /tmp/x.s: No space left on device" >&2; exit 1 ;; esac',
    )
    result = machine.run("scripts/build", "play")
    assert result.returncode == 1
    assert "the disk is full" in result.stderr.splitlines()[-1]


def test_a_build_that_cannot_be_configured_shows_why(machine):
    machine.has(
        "cmake",
        'case "$*" in --version) echo "cmake version 3.31.6" ;; *) echo "CMake Error: no Ninja"; exit 1 ;; esac',
    )
    result = machine.run("scripts/build", "play")
    assert result.returncode == 1
    assert "no Ninja" in result.stderr


@pytest.mark.parametrize("script", [("scripts/setup", "play"), ("scripts/build", "play"), ("scripts/test",)])
def test_two_at_a_time_are_one_too_many(debian, script):
    (debian.project / "build").mkdir()
    with open(debian.project / "build/.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another make is working in this folder" in debian.fails(*script)


def test_a_build_folder_of_another_version_is_removed_and_nothing_else_is(debian):
    build = debian.project / "build"
    (build / "release").mkdir(parents=True)
    (build / "release/CMakeCache.txt").touch()
    (build / "my-notes").mkdir()
    result = debian.run("scripts/setup", "play")
    assert "Removing build/release" in result.stdout
    assert not (build / "release").exists()
    assert (build / "my-notes").exists()

    (build / "release").mkdir()
    (build / "release/CMakeCache.txt").touch()
    result = debian.run("scripts/setup", "play")
    assert "Removing" not in result.stdout
    assert (build / "release").exists()


def test_a_build_folder_that_cannot_be_written_is_named(debian):
    (debian.project / "build").write_text("a file\n")
    assert "build cannot be written to" in debian.fails("scripts/setup", "play")


@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
def test_a_path_with_spaces_and_umlauts_can_be_configured(machine):
    for name in ("src", "cmake", "docs"):
        (machine.project / name).symlink_to(ROOT / name)
    (machine.bin / "cmake").symlink_to(shutil.which("cmake"))
    result = machine.run("cmake", "--preset", "play")
    assert result.returncode == 0, result.stderr
