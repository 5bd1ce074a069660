"""Sentences of a page that stand on lines of their own in a template keep a space between them."""

import re
from pathlib import Path

from fullhouse.web import pages

# Templates drop the line break after a tag; `+%}` keeps it. A tag or text of a line follows.
GLUED = re.compile(
    r"(?:endtrans %\}|\"\) \}\}|</strong>|</span>)(?:\{% endif %\})\n"
    r"(?:\{% if [^%]*%\})?(?:\{% trans|\{\{ _\(|<br>)"
)


def test_no_sentence_is_glued_to_the_next() -> None:
    folder = Path(pages.__file__).parent / "templates"
    found = []
    for path in sorted(folder.rglob("*.html")):
        found += [(path.name, match[0]) for match in GLUED.finditer(path.read_text())]
    assert found == []


def test_a_glued_sentence_is_found() -> None:
    assert GLUED.search('{{ _("Here.") }}{% endif %}\n{% if late %}{% trans %}Late.')
    assert not GLUED.search('{{ _("Here.") }}{% endif +%}\n{% if late %}{% trans %}Late.')
