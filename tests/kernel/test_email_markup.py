"""Emails use only HTML and CSS that mail programs show, or may ignore: see decision 72."""

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from fullhouse.kernel.letter_html import CURTAIN, as_html
from fullhouse.kernel.letters import LetterLook
from tests.products.rsvp.told import GUEST_KINDS, letter

RECORD = Path(__file__).parents[2] / "docs/decisions/0072-emails-in-plain-html.md"
TAGS = "html head title meta style body div table tbody tr td p h1 h2 span strong a img br"
# What an email can do without: colours by night, even figures, and the width of its one column.
IN_SHEET = """
-ms-interpolation-mode -ms-text-size-adjust -webkit-text-size-adjust background border
border-collapse border-color color color-scheme display font-variant-numeric height line-height
margin max-width mso-table-lspace mso-table-rspace outline padding supported-color-schemes
text-decoration width
"""
SEATS = {"cap": 2000, "confirmed": 900, "held": 100}
LONGEST = 102_000  # Gmail hides the rest


class Markup(HTMLParser):
    """The tags and the style of each element of an email."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.properties: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        style = dict(attrs).get("style") or ""
        self.properties |= {rule.split(":")[0].strip() for rule in style.split(";") if rule.strip()}


def documented() -> set[str]:
    """Return the properties that the decision lists."""
    rows = [line.split("|")[1] for line in RECORD.read_text().splitlines() if line[:3] == "| `"]
    return set(re.findall(r"`([\w-]+)`", " ".join(rows)))


LOOK = LetterLook("#1f6b43", "#7fd0a3", "The <mill>", b"png", 120, 40)


@pytest.mark.parametrize("kind", GUEST_KINDS)
@pytest.mark.parametrize("look", [None, LOOK])
def test_an_email_has_only_what_mail_programs_know(kind: str, look: LetterLook | None) -> None:
    told = msgspec.structs.replace(letter(kind, event=SEATS), look=look)
    html = as_html(told, "cid:code", "cid:logo")
    found = Markup(html)
    assert found.tags <= set(TAGS.split())
    assert found.properties <= documented()
    sheets = "".join(re.findall(r"<style[^>]*>(.*?)</style>", html, re.DOTALL))
    assert set(re.findall(r"[{;]\s*([\w-]+)\s*:", sheets)) <= set(IN_SHEET.split())
    assert len(html.encode()) < LONGEST


def test_the_decision_lists_nothing_that_no_email_uses() -> None:
    used: set[str] = set()
    for kind in GUEST_KINDS:
        used |= Markup(as_html(letter(kind, event=SEATS), "cid:code")).properties
    assert documented() <= used


def test_an_email_in_the_look_of_the_house_has_its_colour_and_logo() -> None:
    told = letter("confirmation", event=SEATS)
    plain = as_html(told)
    html = as_html(msgspec.structs.replace(told, look=LOOK), logo="cid:logo")
    assert '<img src="cid:logo" alt="The &lt;mill&gt;"' in html
    assert html.count("#1f6b43") + html.count(CURTAIN) == plain.count(CURTAIN)
    # Seats are red in every house: the page says "you in red".
    assert re.search(rf'class="mine"\s+style="color:{CURTAIN}"', html)
    assert not re.search(rf"<a [^>]*{CURTAIN}", html)
    assert "#7fd0a3" in html
    assert "%accent%" not in html + plain


def test_a_look_without_a_logo_shows_none() -> None:
    told = msgspec.structs.replace(letter("confirmation"), look=LetterLook("#1f6b43", "#7fd0a3"))
    assert "<img" not in as_html(told, logo="cid:logo")
    assert "<img" not in as_html(letter("confirmation"), logo="cid:logo")
