"""A letter as plain text and as HTML, for mail and for the mailbox page."""

from functools import lru_cache

from jinja2 import Environment, StrictUndefined, Template

from fullhouse.kernel.letter_layout import LAYOUT
from fullhouse.kernel.letters import Button, Letter

RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")


def as_text(letter: Letter) -> str:
    """Write a letter as plain text, one line per paragraph; one that leaves as a text says what the text says."""
    if letter.text:
        return f"{letter.text}\n"
    blocks = [
        letter.heading,
        "\n".join(f"{label}: {value}" for label, value in letter.details),
        *letter.paragraphs,
        *(f"{button.label}:\n{button.url}" for button in letter.buttons),
        _signature(letter),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def as_html(letter: Letter) -> str:
    """Write a letter as HTML that reads well on a phone, in the dark and without images."""
    main = next((button for button in letter.buttons if button.main), None)
    to_left = letter.language.split("-")[0] in RIGHT_TO_LEFT
    return _layout().render(
        letter=letter,
        paragraphs=[paragraph.split("\n") for paragraph in letter.paragraphs],
        main=main,
        others=_others(letter, main),
        direction="rtl" if to_left else "ltr",
        start="right" if to_left else "left",
    )


def _signature(letter: Letter) -> str:
    stop = [f"{letter.stop_label}: {letter.stop_url}"] if letter.stop_url else []
    lines = [*letter.footer, *stop]
    return "\n".join(["-- ", *lines]) if lines else ""


def _others(letter: Letter, main: Button | None) -> list[Button]:
    return [button for button in letter.buttons if button is not main]


@lru_cache(maxsize=1)
def _layout() -> Template:
    from mjml import mjml2html

    return Environment(autoescape=True, undefined=StrictUndefined).from_string(mjml2html(LAYOUT))
