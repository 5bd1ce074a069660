"""Texts of an event, ready for its pages."""

from urllib.parse import quote

import msgspec
from markupsafe import Markup

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.model import Event
from fullhouse.web.markdown import to_html

# It needs no account and follows nobody.
MAP = "https://www.openstreetmap.org/search?query="


class ContentView(msgspec.Struct, frozen=True):
    """The texts of an event's page; `contact_url` and `map_url` are links, or empty."""

    description: Markup = Markup()
    contact: str = ""
    contact_url: str = ""
    map_url: str = ""
    price_note: str = ""
    dress_note: str = ""


def load_content(engine: Engine, event: Event) -> ContentView:
    """Load what guests can read about an event."""
    content = engine.load(Get(EventContent, (event.id,)))
    return ContentView() if content is None else content_view(event, content)


def content_view(event: Event, content: EventContent) -> ContentView:
    """Return the texts as the page shows them."""
    return ContentView(
        description=to_html(content.description),
        contact=_shown(content.contact),
        contact_url=_contact_url(content.contact),
        map_url=map_url(event, content),
        price_note=content.price_note,
        dress_note=content.dress_note,
    )


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
