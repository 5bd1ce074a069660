"""A sentence that is typed into a template, and not translated there, is on every page in English.

Catalogues can't find it: they know only what the templates give them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import nodes

from fullhouse.web import pages

FOLDER = Path(pages.__file__).parent / "templates"
TEMPLATES = {str(path.relative_to(FOLDER)): path.read_text() for path in FOLDER.rglob("*.html")}
# Names are the same in every language, and so is what is typed into a terminal.
NAMES = re.compile(r"\b(?:Fullhouse|Slack|CSV)\b")
NOT_READ = re.compile(r"<(script|style|pre|code)\b.*?</\1>", re.DOTALL)
CLASSES = "body_class"
SAID_BY_TAGS = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')
TAG = re.compile(r"""<(?:"[^"]*"|'[^']*'|[^'">])*>""")
# An attribute may be put together apart from its tag.
SIGNS = re.compile(r"""&\w+;|[\w-]+="[^"]*\"""")
WORD = re.compile(r"[^\W\d_]{2,}")


def text_of(node: nodes.Node) -> str:
    """Return what a template says by itself; what it is given or has translated is a space."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Block) and node.name == CLASSES:
        return ""
    if isinstance(node, nodes.Expr):
        return " "
    return "".join(map(text_of, node.iter_child_nodes()))


def typed_sentences(source: str) -> Iterator[str]:
    """Yield the words of a template that stand on its page and are not translated."""
    page = NOT_READ.sub(" ", text_of(pages.environment().parse(source)))
    for said in (*SAID_BY_TAGS.findall(page), *TAG.sub("\n", page).split("\n")):
        if WORD.search(NAMES.sub("", SIGNS.sub("", said))):
            yield said.strip()


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_every_sentence_of_a_template_is_translated(name: str) -> None:
    assert list(typed_sentences(TEMPLATES[name])) == []


@pytest.mark.parametrize(
    "source",
    [
        '<p class="more">Go on reading here. <a href="/">{{ _("Back") }}</a></p>',
        "{% if late %}You are late.{% endif %}",
        '<img src="x" alt="A room">',
        "{% block main %}<p>Hello {{ name }}</p>{% endblock %}",
    ],
)
def test_a_typed_sentence_is_found(source: str) -> None:
    assert list(typed_sentences(source))


def test_what_is_translated_or_no_sentence_is_left() -> None:
    source = (
        '<p class="more">{{ _("Back") }} · Fullhouse</p>{% block body_class %}guest{% endblock %}'
        "{% trans name=name %}Hello {{ name }}.{% endtrans %}<pre>curl -H x</pre>&nbsp;3"
    )
    assert list(typed_sentences(source)) == []
