"""Work that is done elsewhere comes to the same, whoever is lost."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import agents_for_tests as agents
import pytest
from program import PATIENCE

import duello
from duello._parts import TRIES, in_parts

SEED = 2**60
OPEN = [name for name in duello.games() if not duello.game(name).hidden]
GAME = duello.game(OPEN[1])


def arena(executor=None, player=None, **more):
    players = [player or agents.Gambler(), "level:2"]
    return duello.arena(GAME, players, games=40, seed=SEED, executor=executor, **more)


def lab(executor=None, **more):
    return duello.lab(OPEN[1], length=range(3, 10), games=50, executor=executor, **more)


def evaluation(executor=None, **more):
    return duello.evaluate(agents.Gambler(), GAME, games=20, seed=SEED, executor=executor, **more)


WORKS = [arena, lab, evaluation]


@pytest.fixture(scope="module")
def alone():
    """What comes of it in one process."""
    return {work: work() for work in WORKS}


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("work", WORKS)
def test_threads_come_to_the_same(work, alone):
    with ThreadPoolExecutor(3) as executor:
        assert work(executor) == alone[work]


@pytest.mark.parametrize("work", WORKS)
def test_processes_come_to_the_same(work, alone, processes):
    assert work(processes) == alone[work]


def test_work_goes_on_here_where_a_pool_is_broken(tmp_path):
    mortal = agents.Mortal(tmp_path, os.getpid())
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor,
        pytest.warns(RuntimeWarning, match="The executor is broken .*is done in this process"),
    ):
        table = arena(executor, mortal)
    assert (tmp_path / "died").exists()
    assert table == arena(None, mortal)


class Unlucky(Executor):
    """Does what it is given, but its first so many answers are lost."""

    def __init__(self, losses, error=None):
        self.losses = losses
        self.error = error or BrokenExecutor("a worker is gone")
        self.submitted = 0

    def submit(self, function, /, *given, **named):
        self.submitted += 1
        future = Future()
        if self.submitted <= self.losses:
            future.set_exception(self.error)
        else:
            future.set_result(function(*given, **named))
        return future


@pytest.mark.parametrize("losses", [1, 10, 21])
def test_a_lost_part_is_done_again(losses, alone):
    executor = Unlucky(losses, OSError("unplugged"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert arena(executor) == alone[arena]
    assert executor.submitted == 20 + losses


def test_a_part_that_is_always_lost_is_given_up():
    executor = Unlucky(1_000_000, OSError("unplugged"))
    with pytest.raises(OSError, match="unplugged"):
        arena(executor)
    assert executor.submitted == 20 + TRIES - 1


def test_what_a_part_raises_is_raised_at_once():
    asked = []

    def fails(number):
        asked.append(number)
        raise LookupError(f"part {number}")

    with ThreadPoolExecutor(1) as executor, pytest.raises(LookupError, match="part 0"):
        in_parts(fails, [(0,), (1,)], executor)
    assert asked.count(0) == 1


def test_a_player_that_cannot_travel_is_named(processes):
    with pytest.raises(Exception, match=r"(?i)pickle|local object"):
        arena(processes, lambda view: view.legal[0])


@pytest.mark.parametrize("work", WORKS)
def test_work_goes_on_from_what_was_kept(work, alone, tmp_path):
    file = tmp_path / "parts"
    assert work(keep=file) == alone[work]
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + lines[4][:7])
    executor = Unlucky(0)
    assert work(executor, keep=file) == alone[work]
    assert executor.submitted == len(lines) - 4
    assert file.read_bytes().splitlines(keepends=True) == lines
    file.write_bytes(lines[0][:9])
    assert work(keep=file) == alone[work]
    assert file.read_bytes().splitlines(keepends=True) == lines
    assert work(Unlucky(1_000_000, OSError("unplugged")), keep=file) == alone[work]
    for wrong in (b'"other"\n', b"{\n", b"[1]\n", b'[Game "x"]\n1. 5', b"5", lines[0] + b"5\n[1", lines[0][:-1] + b"5"):
        file.write_bytes(wrong)
        with pytest.raises(ValueError, match="holds something else than parts of this work"):
            work(keep=file)
        assert file.read_bytes() == wrong


class Killing(Executor):
    """Hands work on, and kills a process after so much of it."""

    def __init__(self, executor, process, after):
        self.executor = executor
        self.process = process
        self.left = after
        self.lock = threading.Lock()

    def submit(self, function, /, *given, **named):
        future = self.executor.submit(function, *given, **named)
        future.add_done_callback(lambda _: self.count())
        return future

    def count(self):
        with self.lock:
            self.left -= 1
            if self.left == 0:
                os.kill(self.process, signal.SIGKILL)


def test_dask_comes_to_the_same_though_a_worker_is_killed(tmp_path, alone):
    import dask
    from distributed import Client, LocalCluster

    patient = {"distributed.comm.timeouts.connect": PATIENCE, "distributed.comm.timeouts.tcp": PATIENCE}
    with (
        dask.config.set(patient),
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        executor = client.get_executor()
        before = client.run(os.getpid)
        assert len(set(before.values())) == 3
        assert lab(Killing(executor, next(iter(before.values())), 2)) == alone[lab]
        mortal = agents.Mortal(tmp_path, os.getpid())
        assert arena(executor, mortal) == arena(None, mortal)
        assert (tmp_path / "died").exists()
        assert evaluation(executor) == alone[evaluation]


def under_mpi(*arguments):
    """A run of three processes, one of which hands out work to the others."""
    script = Path(__file__).parent / "mpi_for_tests.py"
    command = [shutil.which("mpiexec"), "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


needs_mpi = pytest.mark.skipif(
    shutil.which("mpiexec") is None,
    reason="There is no mpiexec on the PATH; it comes with the packages of python/requirements-test.txt.",
)


@needs_mpi
def test_mpi_comes_to_the_same(alone):
    done = under_mpi("all", OPEN[1])
    assert done.returncode == 0, done.stderr
    workers, text, rows, lab_rows, decisions, summary = json.loads(done.stdout)
    assert workers == 2
    assert (text, rows) == (alone[arena].text, alone[arena].rows())
    assert lab_rows == list(duello.lab(OPEN[1], games=50))
    assert decisions == json.loads(json.dumps(alone[evaluation].rows()))
    assert summary == str(alone[evaluation])


@needs_mpi
def test_mpi_comes_to_the_same_though_a_worker_is_killed(tmp_path):
    # The death of a process ends the whole run; the next one goes on from what was kept.
    killed = under_mpi("mortal", OPEN[1], str(tmp_path))
    assert killed.returncode != 0
    assert (tmp_path / "died").exists()
    kept = (tmp_path / "parts").read_bytes()
    again = under_mpi("mortal", OPEN[1], str(tmp_path))
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "parts").read_bytes().startswith(kept)
    assert json.loads(again.stdout) == arena(None, agents.Mortal(tmp_path, os.getpid())).text
