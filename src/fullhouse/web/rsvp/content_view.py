"""Texts of an event, ready for its pages."""

from urllib.parse import quote

import msgspec
from markupsafe import Markup

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.event_content import WIDTHS, CoverImage, EventContent, image_id
from fullhouse.products.rsvp.model import Event
from fullhouse.web.markdown import to_html, to_plain

LONGEST_BEGINNING = 160  # of a description, in a preview of its page
# It needs no account and follows nobody.
MAP = "https://www.openstreetmap.org/search?query="


class Cover(msgspec.Struct, frozen=True):
    """A cover image: the paths of its files by their width, its size, and what it shows."""

    files: dict[int, str]
    width: int
    height: int
    alt: str

    @property
    def largest(self) -> str:
        """The path of the largest file."""
        return self.files[WIDTHS[-1]]


class ContentView(msgspec.Struct, frozen=True):
    """The texts of an event's page; `contact_url` and `map_url` are links, or empty."""

    description: Markup = Markup()
    beginning: str = ""
    contact: str = ""
    contact_url: str = ""
    map_url: str = ""
    price_note: str = ""
    dress_note: str = ""
    cover: Cover | None = None


def load_content(engine: Engine, event: Event) -> ContentView:
    """Load what guests can read about an event."""
    content = engine.load(Get(EventContent, (event.id,)))
    return ContentView() if content is None else content_view(event, content)


def content_view(event: Event, content: EventContent) -> ContentView:
    """Return the texts as the page shows them."""
    return ContentView(
        description=to_html(content.description),
        beginning=to_plain(content.description, LONGEST_BEGINNING),
        contact=_shown(content.contact),
        contact_url=_contact_url(content.contact),
        map_url=map_url(event, content),
        price_note=content.price_note,
        dress_note=content.dress_note,
        cover=_cover(content),
    )


def _cover(content: EventContent) -> Cover | None:
    if not content.cover:
        return None
    folder = f"/e/{content.event_id}/cover"
    files = {width: f"{folder}/{content.cover}-{width}.jpg" for width in WIDTHS}
    return Cover(files, content.cover_width, content.cover_height, content.cover_alt)


def cover_file(engine: Engine, event_id: str, name: str) -> bytes | None:
    """Return a file of a cover that is still the event's; its name has the digest."""
    digest, _, rest = name.partition("-")
    width = next((width for width in WIDTHS if rest == f"{width}.jpg"), None)
    if width is None:
        return None
    image = engine.load(Get(CoverImage, (image_id(event_id, width),)))
    return None if image is None or image.digest != digest else image.content or None


def map_url(event: Event, content: EventContent) -> str:
    """Return the link to a map: the host's own, or one made from the place."""
    if content.map_url:
        return content.map_url
    if content.map_of_venue and event.venue:
        return f"{MAP}{quote(event.venue, safe='')}"
    return ""


def _shown(contact: str) -> str:
    """Return a contact as people write it: a link without its beginning."""
    return contact.removeprefix("https://").rstrip("/")


def _contact_url(contact: str) -> str:
    """Return where a contact leads: a page, a mail or a phone call."""
    if not contact or contact.startswith("https://"):
        return contact
    if "@" in contact:
        return f"mailto:{quote(contact, safe='@')}"
    digits = "".join(char for char in contact if char.isdigit())
    return f"tel:+{digits}" if contact.startswith("+") else f"tel:{digits}"
