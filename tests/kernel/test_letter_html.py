import re
from html.parser import HTMLParser

import msgspec
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import CARD, CURTAIN, INK, PAPER, QUIET, as_html, as_text
from fullhouse.kernel.letters import Button, DoorCode, Letter, SeatPicture

LETTER = Letter(
    subject="A seat is free for you: Summer party",
    preview="Held for you until 16:00.",
    heading="A seat is free for you.",
    paragraphs=("It is really kept.", "Two\nlines."),
    details=(("When", "Saturday"), ("Where", "The old mill")),
    buttons=(
        Button("claim", "Yes", "https://party.example/l/yes?a=1&b=2", main=True),
        Button("decline", "No", "https://party.example/l/no"),
    ),
    footer=("You are on the list.",),
    stop_url="https://party.example/l/stop",
    stop_label="No more mail",
    language="de",
)
BARE = Letter(subject="Hi", heading="Hi")


class Shown(HTMLParser):
    """What a reader sees, and where links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.links: list[str | None] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.links += [value for name, value in attrs if tag == "a" and name == "href"]

    def handle_data(self, data: str) -> None:
        self.text += data


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return sum(
            weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
        )

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_the_text_reads_from_top_to_bottom() -> None:
    assert as_text(LETTER) == snapshot("""\
A seat is free for you.

When: Saturday
Where: The old mill

It is really kept.

Two
lines.

Yes:
https://party.example/l/yes?a=1&b=2

No:
https://party.example/l/no

-- \n\
You are on the list.
No more mail: https://party.example/l/stop
""")


def test_a_bare_letter_has_no_empty_parts() -> None:
    assert as_text(BARE) == "Hi\n"
    shown = Shown(as_html(BARE))
    assert shown.links == []
    assert "None" not in shown.text


def test_a_letter_that_leaves_as_a_text_says_what_the_text_says() -> None:
    assert as_text(msgspec.structs.replace(LETTER, text="A slot is free.")) == "A slot is free.\n"


def test_the_page_says_all_that_the_text_says() -> None:
    shown = Shown(as_html(LETTER))
    said = " ".join(shown.text.split())
    for words in (
        LETTER.heading,
        "It is really kept.",
        "Two lines.",
        "WhenSaturday",
        "You are on the list.",
    ):
        assert words in said
    assert shown.links == [LETTER.buttons[0].url, LETTER.buttons[1].url, LETTER.stop_url]


def test_the_page_says_its_language_and_direction() -> None:
    assert ("html", "de", "ltr") in [
        (tag, a.get("lang"), a.get("dir")) for tag, a in Shown(as_html(LETTER)).tags
    ]
    hebrew = as_html(msgspec.structs.replace(LETTER, language="he"))
    assert ("html", "he", "rtl") in [
        (tag, a.get("lang"), a.get("dir")) for tag, a in Shown(hebrew).tags
    ]
    assert "text-align:right" in hebrew
    assert "direction:ltr" not in hebrew


def test_a_code_is_a_picture_with_a_text_in_its_place() -> None:
    code = DoorCode("https://party.example/#door-1", "Your code", "Show it.", "It is <below>.")
    told = msgspec.structs.replace(BARE, code=code)
    tags = Shown(as_html(told, "cid:code")).tags
    (picture,) = (about for tag, about in tags if tag == "img")
    assert (picture["src"], picture["alt"]) == ("cid:code", "Your code")
    assert picture["width"] == picture["height"] == "208"
    assert "Your code:\nIt is <below>.\n" in as_text(told)


def test_without_an_address_of_the_picture_the_code_is_left_out() -> None:
    code = DoorCode("https://party.example/#door-1", "Your code", "Show it.", "It is below.")
    assert "<img" not in as_html(msgspec.structs.replace(BARE, code=code))
    assert "<img" not in as_html(BARE, "cid:code")


def test_the_room_is_drawn_in_letters_and_told_in_words() -> None:
    seats = SeatPicture(
        ((("taken", 2), ("mine", 1)), (("held", 1), ("open", 3))), "<3> taken, 1 held, 3 open"
    )
    told = msgspec.structs.replace(BARE, seats=seats)
    html = as_html(told)
    shown = Shown(html)
    assert (shown.text.count("\u25cf"), shown.text.count("\u25cb")) == (3, 4)
    assert "<3> taken, 1 held, 3 open" in shown.text
    assert {tag for tag, _ in shown.tags} == {tag for tag, _ in Shown(as_html(LETTER)).tags} - {
        "a",
        "strong",
        "br",
    } | {"span"}
    assert "\n<3> taken, 1 held, 3 open\n" in as_text(told)


def test_without_a_room_five_seats_are_its_mark() -> None:
    assert Shown(as_html(BARE)).text.count("\u25cf") == 5


def test_the_page_needs_no_image_script_or_font_from_elsewhere() -> None:
    html = as_html(LETTER)
    assert not re.search(r"<img|<script|<link|@import|url\(", html)


def test_no_tag_of_the_layout_is_left_unread() -> None:
    assert not re.search(r"<mj-|\{\{|\{%", as_html(LETTER))


def test_the_preview_is_there_and_hidden() -> None:
    assert re.search(
        r'<div style="display:none[^>]*>\s*Held for you until 16:00\.', as_html(LETTER)
    )


def test_the_page_is_ready_for_the_dark() -> None:
    html = as_html(LETTER)
    assert '<meta name="color-scheme" content="light dark" />' in html
    assert "prefers-color-scheme: dark" in html


def test_words_are_never_read_as_layout() -> None:
    evil = '"><script>alert(1)</script>{{ 7 * 7 }}<mj-raw>'
    letter = Letter(
        subject=evil,
        preview=evil,
        heading=evil,
        paragraphs=(evil,),
        details=((evil, evil),),
        buttons=(Button("claim", evil, evil, main=True), Button("decline", evil, evil)),
        footer=(evil,),
        stop_url=evil,
        stop_label=evil,
        language=evil,
    )
    html = as_html(letter)
    assert "<script" not in html
    assert "<mj-raw" not in html
    assert {tag for tag, _ in Shown(html).tags} == {tag for tag, _ in Shown(as_html(LETTER)).tags}


def test_every_colour_can_be_read() -> None:
    for ink, paper in (
        (INK, CARD),
        (QUIET, CARD),
        (QUIET, PAPER),
        (CURTAIN, CARD),
        ("#ffffff", CURTAIN),
    ):
        assert contrast(ink, paper) >= 4.5
