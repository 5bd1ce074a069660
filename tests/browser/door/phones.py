"""Phones at the door: what they say, and the passes that let them in."""

from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Page

from fullhouse.products.rsvp.commands import MakeDoorPass
from fullhouse.web.desk.events.door_access import pass_link
from tests.support.event_app import Evening

SMALL = {"width": 390, "height": 780}
DOORS_OPEN = datetime(2026, 6, 20, 15, 30, tzinfo=UTC)
SAVED = "Online: everything is saved."
Device = Callable[[], Page]


def new_pass(evening: Evening, event_id: str, pass_id: str) -> str:
    """Make a door pass and return its link."""
    evening.give(MakeDoorPass(event_id=event_id, pass_id=pass_id, name="Mia"))
    event = evening.event(event_id)
    (made,) = (one for one in event.door_passes if one.id == pass_id)
    return evening.engine.composer.link_url(pass_link(event, made), "desk")
