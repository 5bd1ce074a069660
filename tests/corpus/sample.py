"""One mail of the corpus as its file says it, and where the files are."""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

HERE = Path(__file__).parent
Part = Literal["seen", "unseen"]
Client = Literal["gmail", "outlook", "apple", "android", "iphone", "webmail", "machine"]
Kind = Literal["pdf", "docx", "xlsx", "png", "jpeg", "tiff", "ics", "eml", "winmail", "zip"]
FIELDS = {
    "waitlist": ("name", "phone", "email", "service", "staff", "party", "earliest", "latest"),
    "bookings": ("name", "phone", "email", "service", "staff", "date", "time"),
}


class Attachment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that is made when the mail is built.

    `scan`: its pages are pictures; `spoil`: what is wrong with it.
    """

    name: str
    kind: Kind
    text: str = ""
    rows: list[list[str | int | float]] = []
    scan: bool = False
    spoil: Literal["", "encrypted", "broken", "bomb", "huge"] = ""

    @property
    def is_picture(self) -> bool:
        """True if its words must be recognized in a picture."""
        return self.scan or self.kind in ("png", "jpeg", "tiff")

    @property
    def lines(self) -> list[str]:
        """What stands in it, line by line."""
        return (
            self.text.strip("\n").split("\n")
            if self.text
            else ["   ".join(map(str, row)) for row in self.rows]
        )


class Expected(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is right: a field that is not named must stay empty."""

    aside: Literal["", "automatic", "bounce", "ours", "list"] = ""
    decision: Literal["", "come", "cancel", "stop", "nothing"] = ""
    refused: list[str] = []
    fields: dict[str, str] = {}


class Sample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One mail, and what should be made of it.

    `event` and `starts` are those of the event that it is about, where its words name them.
    """

    about: str
    language: Literal["en", "de", "fr", "es"]
    client: Client
    lane: Literal["rsvp", "waitlist", "bookings"]
    now: datetime
    event: str = "Summer party"
    starts: str = ""
    sender: str = msgspec.field(name="from")
    date: str = ""
    staff: bool = False
    subject: str = ""
    headers: list[str] = []
    text: str = ""
    html: str = ""
    attachments: list[Attachment] = []
    expect: Expected = Expected()


def load(part: Part) -> dict[str, Sample]:
    """Read all mails of a part, by their names."""
    return {path.stem: read(path) for path in sorted((HERE / part).glob("*.toml"))}


def read(path: Path) -> Sample:
    """Read one file; what does not fit the format says in which file it stands."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        sample = msgspec.convert({**written, "now": str(written["now"])}, Sample)
    except (msgspec.ValidationError, KeyError, ValueError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    unknown = set(sample.expect.fields) - set(FIELDS.get(sample.lane, ()))
    if unknown or sample.now.tzinfo is None:
        raise ValueError(f"{path.name}: {sorted(unknown) or 'now has no zone'}")
    return sample
