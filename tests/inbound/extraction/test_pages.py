"""Mails that are only a page: what nobody sees on it, or is struck out, is not read."""

import pytest

from fullhouse.inbound.mail.html_text import text_in, whole_text_in
from tests.inbound.extraction.desk import proposed, raw_mail

HIDDEN = [
    '<div style="display:none">x</div>',
    '<div style="DISPLAY: None"><p>x</p><br></div>',
    '<span style="font-size:0px">x</span>',
    '<span style="font-size: 0;line-height:0">x</span>',
    '<p style="opacity:0">x</p>',
    '<p style="visibility:hidden">x</p>',
    '<div style="max-height:0;overflow:hidden"><div>x</div></div>',
    '<font color="#ffffff">x</font>',
    '<span style="color:#fff">x</span>',
    '<span style="color:rgb(255, 255, 254)">x</span>',
    '<td bgcolor="white"><font color=white>x</font></td>',
    "<p hidden>x</p>",
    '<div style="mso-hide:all">x</div>',
    "<s>x</s>",
    "<strike>x</strike>",
    "<del>x</del>",
    '<span style="text-decoration: line-through">x</span>',
    '<p style="display:none">x<p style="display:none">x</p>',
]
SEEN = [
    '<span style="font-size:0.9em">x</span>',
    '<span style="opacity:0.5">x</span>',
    '<td style="font-size:0"><span style="font-size:12px">x</span></td>',
    '<td bgcolor="#0a7d6c"><font color="#fff">x</font></td>',
    '<div style="background:#222"><p style="color:white">x</p></div>',
    '<span style="color:#eee">x</span>',
    '<div style="display:none">y</div>x',
    '<div style="display:none"><img><br>y</div>x',
    '<p style="display:none">y<div>x</div>',
    "<s>y</s>x",
    "</div></span>x",
    "<small>x</small>",
    '<a href="#" class="hidden-xs">x</a>',
]


@pytest.mark.parametrize("page", HIDDEN)
def test_what_nobody_sees_is_not_read(page: str) -> None:
    assert "x" not in whole_text_in(f"<p>before</p>{page}<p>behind</p>")
    assert whole_text_in(f"<p>before</p>{page}<p>behind</p>").split() in (
        ["before", "behind"],
        ["before", "|", "behind"],
    )


@pytest.mark.parametrize("page", SEEN)
def test_what_is_only_small_pale_or_on_a_dark_ground_is_read(page: str) -> None:
    assert text_in(f"<p>before</p>{page}<p>behind</p>").split() == ["before", "x", "behind"]


def test_a_page_that_nests_without_end_is_read() -> None:
    assert text_in("<div>" * 9000 + "x" + "</div>" * 9000).split() == ["x"]
    assert text_in("</b>" * 20000 + "x").split() == ["x"]


def test_hidden_words_change_no_field_and_the_words_are_those_that_are_shown() -> None:
    page = (
        "<p>A massage with B<b>e</b>n, <s>Tuesday 9 June</s> Thursday&nbsp;11&nbsp;June please.</p>"
        "<span style='font-size:0'>Service: Dinner. With Jess.</span><!-- phone 0171 3920104 -->"
    )
    found = proposed(raw_mail(page, content_type="text/html; charset=utf-8"))
    assert {field: one.value for field, one in found.items()} == {
        "name": "Anna Berg",
        "email": "anna.berg@example.org",
        "service": "Massage",
        "staff": "Ben",
        "earliest": "2026-06-11",
        "latest": "2026-06-11",
    }
    assert found["earliest"].words == "A massage with Ben, Thursday 11 June please."
