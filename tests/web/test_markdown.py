"""Markdown of hosts: what it becomes, and what it never becomes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.web.markdown import TAGS, to_html, to_plain

REL = 'rel="noopener nofollow"'
WRITTEN = re.compile(
    rf'</?(?:p|h3|ul|ol|li|blockquote|strong|em)>|<br>|</a>|<a href="[^"<>]*" {REL}>'
)
LINK = re.compile(r'<a href="([^"]*)"')


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("", ""),
        ("One\ntwo\n\nthree", "<p>One\ntwo</p><p>three</p>"),
        ("One  \ntwo", "<p>One<br>\ntwo</p>"),
        ("# A\n\n###### B\n\nC\n---", "<h3>A</h3><h3>B</h3><h3>C</h3>"),
        ("- a\n- *b*", "<ul><li>a</li><li><em>b</em></li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("> **x**", "<blockquote><p><strong>x</strong></p></blockquote>"),
        (
            '[see](https://example.org/?a="b&c=1)',
            '<p><a href="https://example.org/?a=%22b&amp;c=1" rel="noopener nofollow">see</a></p>',
        ),
        (
            "<mailto:a@example.org>",
            f'<p><a href="mailto:a@example.org" {REL}>mailto:a@example.org</a></p>',
        ),
        (
            "![cake](https://example.org/cake.png)",
            '<p>!<a href="https://example.org/cake.png" rel="noopener nofollow">cake</a></p>',
        ),
    ],
)
def test_what_becomes_of_markdown(source: str, html: str) -> None:
    assert to_html(source) == html


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,<b>)",
        "[x](vbscript:x)",
        "[x](//example.org)",
        "[x](/desk)",
        "[x](https:)",
        "[x](http:///x)",
        "[x](&#106;avascript:alert(1))",
        "<javascript:alert(1)>",
        "&lt;script&gt;",
        "```\n<b>\n```",
    ],
)
def test_what_markdown_never_becomes(source: str) -> None:
    html = to_html(source)
    assert "<a" not in html
    assert "<" not in WRITTEN.sub("", html)


@given(st.text(alphabet="[]()<>!*_`#>-&;\"'\\ \n:/aj1.x", max_size=120))
def test_only_our_tags_and_safe_links_are_ever_written(source: str) -> None:
    html = to_html(source)
    assert "<" not in WRITTEN.sub("", html)
    for link in LINK.findall(html):
        assert link.startswith(("http://", "https://", "mailto:"))


@pytest.mark.parametrize("start", ["[", "*", "![", "[a](", "**a*b", "> ", "- ", "a\n", "&"])
def test_deep_nesting_is_only_text(start: str) -> None:
    assert set(re.findall(r"</?(\w+)", to_html(start * 1_000))) <= {*TAGS.values(), "br"}


def test_plain_words_have_no_marks() -> None:
    source = "# Cake\n\nBring **good** [cake](https://example.org).\n\n- Tea"
    assert to_plain(source, 100) == "Cake Bring good cake. Tea"
    assert to_plain(source, 18) == "Cake Bring good…"
    assert to_plain("", 10) == ""
