"""Runs on every process of an MPI world: `mpiexec -n 3 python -m mpi4py.futures mpi_for_tests.py all GAME`."""

import json
import os
import sys
import tempfile
import time

import agents_for_tests as agents
from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor
from program import PATIENCE

import duello

SEED = 2**60


def met_in(folder):
    """The processes that have come to this folder; each stays until there are two, as one could do all the work."""
    end = time.monotonic() + PATIENCE
    with open(os.path.join(folder, str(MPI.COMM_WORLD.Get_rank())), "w"):
        while len(os.listdir(folder)) < 2 and time.monotonic() < end:
            time.sleep(0.01)
    return len(os.listdir(folder))


def everything(name):
    """The same work as the tests do in one process."""
    game = duello.game(name)
    with MPIPoolExecutor() as executor:
        with tempfile.TemporaryDirectory() as folder:
            workers = max(executor.map(met_in, [folder] * 2))
        table = duello.arena(game, [agents.Gambler(), "level:2"], games=40, seed=SEED, executor=executor)
        rows = duello.lab(name, games=50, executor=executor)
        found = duello.evaluate(agents.Gambler(), game, games=20, seed=SEED, executor=executor)
    return [workers, table.text, table.rows(), list(rows), found.rows(), str(found)]


def mortal(name, folder):
    """An arena in which a process is killed the first time."""
    players = [agents.Mortal(folder, os.getpid()), "level:2"]
    with MPIPoolExecutor() as executor:
        keep = os.path.join(folder, "parts")
        return duello.arena(duello.game(name), players, games=40, seed=SEED, executor=executor, keep=keep).text


if __name__ == "__main__":
    print(json.dumps({"all": everything, "mortal": mortal}[sys.argv[1]](*sys.argv[2:])))
