"""Runs on every process of an MPI world: `mpiexec -n 3 python -m mpi4py.futures mpi_for_tests.py all GAME`."""

import json
import os
import sys

import agents_for_tests as agents
from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor

import duello

SEED = 2**60


def whoami(_):
    return MPI.COMM_WORLD.Get_rank()


def everything(name):
    """The same work as the tests do in one process."""
    game = duello.game(name)
    with MPIPoolExecutor() as executor:
        ranks = set(executor.map(whoami, range(200)))
        table = duello.arena(game, [agents.Gambler(), "level:2"], games=40, seed=SEED, executor=executor)
        rows = duello.lab(name, games=50, executor=executor)
        found = duello.evaluate(agents.Gambler(), game, games=20, seed=SEED, executor=executor)
    return [len(ranks), table.text, table.rows(), list(rows), found.rows(), str(found)]


def mortal(name, folder):
    """An arena in which a process is killed the first time."""
    players = [agents.Mortal(folder, os.getpid()), "level:2"]
    with MPIPoolExecutor() as executor:
        keep = os.path.join(folder, "parts")
        return duello.arena(duello.game(name), players, games=40, seed=SEED, executor=executor, keep=keep).text


if __name__ == "__main__":
    print(json.dumps({"all": everything, "mortal": mortal}[sys.argv[1]](*sys.argv[2:])))
