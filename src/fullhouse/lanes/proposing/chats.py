"""A conversation that staff copied out of a messenger: who talks with us, and what was said last."""

import re

import msgspec

from fullhouse.lanes.proposing.text import folded

FEWEST = 2
SAID = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.? ?m\.?)?\]?(?: -)? "
    r"([^:\n\d]{2,40}): (.{0,1000})"
)
US = frozenset({"you", "me", "du", "ich", "sie", "wir", "vous", "moi", "toi", "tu", "yo", "usted", "nosotros", "nous"})


class Chat(msgspec.Struct, frozen=True):
    """What was said, the last first, and the name of whoever is not one of us."""

    text: str
    name: str = ""


def chat_in(text: str, ours: frozenset[str]) -> Chat | None:
    """Read a conversation; `ours` are folded names under which we talk ourselves."""
    lines = text.split("\n")
    said = [found for line in lines if (found := SAID.fullmatch(line.strip(" \u200e\u200f")))]
    if len(said) < FEWEST:
        return None
    rest = [line for line in lines if not SAID.fullmatch(line.strip(" \u200e\u200f"))]
    names = [found[1].strip("~ ") for found in said]
    theirs = [name for name in names if folded(name) not in US | ours and " " in name]
    return Chat("\n".join([*rest, *(found[2] for found in reversed(said))]), theirs[0] if theirs else "")
