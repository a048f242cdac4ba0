"""A PostgreSQL of our own in a temporary folder, reached by a socket in there, that can be stopped and started again."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from table import PATIENCE

# Of the newest version that is installed.
PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name), default=None)


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="duello-postgres-")
        self.databases = 0
        self.process = None
        # PostgreSQL does not run as root.
        self.user = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            self.user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        options = ["-D", f"{self.folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([PROGRAMS / "initdb", *options], check=True, capture_output=True, cwd="/", **self.user)
        self.start()

    def start(self):
        settings = ["listen_addresses=", "fsync=off", "max_connections=40", "shared_buffers=16MB"]
        command = [PROGRAMS / "postgres", "-D", f"{self.folder}/data", "-k", self.folder, *(word for each in settings for word in ("-c", each))]
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **self.user)
        end = time.monotonic() + PATIENCE
        while subprocess.run([PROGRAMS / "pg_isready", "-q", "-h", self.folder], check=False).returncode != 0:
            assert time.monotonic() < end, Path(f"{self.folder}/log").read_text()
            time.sleep(0.02)

    def stop(self):
        """Connections are cut."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def freeze(self):
        """Nobody answers, and nobody hangs up."""
        for each in self.all_processes():
            os.kill(each, signal.SIGSTOP)

    def thaw(self):
        for each in self.all_processes():
            os.kill(each, signal.SIGCONT)

    def all_processes(self):
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def close(self):
        if self.process.poll() is None:
            self.thaw()
            self.stop()
        shutil.rmtree(self.folder)

    def new_database(self):
        self.databases += 1
        self.execute(f"CREATE DATABASE tables{self.databases}", "postgres")
        return f"tables{self.databases}"

    def address(self, database):
        return f"postgresql://postgres:a-secret@/{database}?host={self.folder}"

    def execute(self, statement, database):
        """The rows of the answer, one line each."""
        command = [PROGRAMS / "psql", "-X", "-q", "-A", "-t", "-h", self.folder, "-U", "postgres", "-d", database, "-c", statement]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
