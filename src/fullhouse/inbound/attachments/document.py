"""A file that came with a mail, as far as it could be read."""

import msgspec

# Said of a file that somebody else is still reading: its text comes later.
LATER = "It is still being read. What it says will be added here."


class Document(msgspec.Struct, frozen=True):
    """The text of a file; `problem` is why it, or the rest of it, could not be read."""

    name: str
    kind: str
    text: str = ""
    problem: str = ""
