"""How far long work is, for people."""

import sys
import time


class Bar:
    """A line on standard error that says how far it is; nothing is seen of what is done at once."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        seconds = time.monotonic() - self._begin
        far = f"{100 * done // total:3d} %" if total else f"{done:,}"
        self._write(f"{far}  {seconds:.0f} s")

    def close(self) -> None:
        """Leaves the line as if nothing had been there."""
        if self._width:
            self._write("")

    def _write(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self._width) + ("\r" if not line else ""))
        sys.stderr.flush()
        self._width = len(line)
