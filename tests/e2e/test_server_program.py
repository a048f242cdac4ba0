"""`duello serve` and the program that it runs, duello-server."""

import json
import os
import shutil
import signal
import subprocess

from table import DUELLO, PATIENCE, environment

SERVER = f"{os.path.dirname(DUELLO)}/duello-server"


def ran(*command, **env):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment(**env))


def alone(folder):
    """The program in a folder in which there is nothing else."""
    folder.mkdir()
    return shutil.copy(DUELLO, folder / "duello")


def test_without_a_server_one_sentence_says_what_to_do(tmp_path):
    done = ran(alone(tmp_path / "bin"), "serve", PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "duello: There is no duello-server beside this program or in the PATH; "
        "install the package duello-server, or say make serve in the source tree.\n"
    )


def test_without_a_server_there_is_help(tmp_path):
    done = ran(alone(tmp_path / "bin"), "serve", "--help", PATH=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "--limit-tables" in done.stdout


def told_by(process):
    return json.loads(process.stderr.readline())["event"]


def test_the_server_is_found_in_the_path_and_takes_the_place_of_the_program(tmp_path):
    program = alone(tmp_path / "bin")
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "duello-server").symlink_to(SERVER)
    command = [program, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{tmp_path}/tables"]
    env = environment(PATH=f"{tmp_path}/nowhere:{tmp_path}/path")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert told_by(process) == "listening"
        assert os.readlink(f"/proc/{process.pid}/exe") == os.path.realpath(SERVER)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0


def test_the_server_beside_the_program_comes_before_one_in_the_path(tmp_path):
    program = alone(tmp_path / "bin")
    for folder, status in (("bin", 7), ("path", 8)):
        (tmp_path / folder).mkdir(exist_ok=True)
        script = tmp_path / folder / "duello-server"
        script.write_text(f'#!/bin/sh\nprintf "<%s>" "$@"\nexit {status}\n')
        script.chmod(0o755)
    link = tmp_path / "link"
    link.symlink_to(program)
    done = ran(link, "serve", "--site", "a b", "--tls-key=-x", "--store", "", PATH=f"{tmp_path}/path:/usr/bin:/bin")
    assert (done.returncode, done.stderr) == (7, "")
    assert done.stdout == "<--site=a b><--tls-key=-x><--store=>"


def test_the_server_has_options_of_its_own_name():
    assert ran(SERVER, "--version").stdout.startswith("duello-server ")
    done = ran(SERVER, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--limit-tables" in done.stdout
    done = ran(SERVER, "serve")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "duello: duello-server does not take 'serve'; duello-server --help says what it takes.\n"
