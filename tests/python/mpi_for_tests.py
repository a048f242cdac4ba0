"""Runs on every process of an MPI world: `mpiexec -n 3 python -m mpi4py.futures mpi_for_tests.py`."""

import json
import sys

import agents_for_tests as agents
import duello
from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor


def main():
    game = duello.game(sys.argv[1])
    with MPIPoolExecutor() as executor:
        ranks = sorted(set(executor.map(whoami, range(200))))
        table = duello.arena(game, [agents.Gambler(), "level:2"], games=40, seed=2**60, executor=executor)
        rows = duello.lab(sys.argv[1], games=50, executor=executor)
        found = duello.evaluate(agents.Gambler(), game, games=20, seed=2**60, executor=executor)
    print(json.dumps([len(ranks), table.text, table.rows(), list(rows), found.rows(), str(found)]))


def whoami(_):
    return MPI.COMM_WORLD.Get_rank()


if __name__ == "__main__":
    main()
