"""What the documents show is what Python answers."""

import doctest
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


def test_the_document_shows_what_python_answers():
    text = (DOCS / "python.md").read_text()
    # A line of its own, so that what ends a block is not taken for an answer.
    blocks = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(blocks, {}, "python.md", "docs/python.md", 0)
    assert len(examples.examples) > 50
    complaints = list[str]()
    result = doctest.DocTestRunner().run(examples, out=complaints.append)
    assert result.failed == 0, "".join(complaints)
