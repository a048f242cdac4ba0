"""Makes notebooks of the examples that are worth playing with: python examples/python/notebooks.py

A line `# %%` begins a cell, `# %% [markdown]` one of prose. So an example is a program, a notebook and an explanation,
and nothing is written twice.
"""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).parent
NOTEBOOKS = ("learner", "tree_search")


def cells(text: str) -> list[dict[str, object]]:
    found = list[dict[str, object]]()
    for number, (kind, body) in enumerate(re.findall(r"^# %%( \[markdown\])?\n(.*?)(?=^# %%|\Z)", text, re.M | re.S)):
        if kind:
            body = re.sub(r"^# ?", "", body, flags=re.M)
        source = body.strip("\n").splitlines(keepends=True)
        cell: dict[str, object] = {"cell_type": "markdown" if kind else "code", "id": f"cell-{number}", "metadata": {}}
        if not kind:
            cell |= {"execution_count": None, "outputs": []}
        found.append(cell | {"source": source})
    return found


def notebook(name: str) -> str:
    """The example as Jupyter has it."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells((HERE / f"{name}.py").read_text()),
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for each in NOTEBOOKS:
        (HERE / f"{each}.ipynb").write_text(notebook(each))
