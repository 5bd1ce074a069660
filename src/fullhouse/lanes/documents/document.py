"""A file that came with a mail, as far as it could be read."""

import msgspec


class Document(msgspec.Struct, frozen=True):
    """What a file says. `problem` is a sentence for staff: why it, or the rest of it, could not be read."""

    name: str
    kind: str
    text: str = ""
    problem: str = ""
