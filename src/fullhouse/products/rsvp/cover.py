"""Changing the cover image of an event, and erasing it with the event's guests."""

from datetime import datetime

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp.content_changes import changed_content
from fullhouse.products.rsvp.event_content import (
    WIDTHS,
    CoverImage,
    EventContent,
    SetCover,
    image_id,
)
from fullhouse.products.rsvp.model import Event, GuestListState, GuestResult


def cover_needs(event_id: str) -> Needs:
    """Return what loads an event with its texts and both sizes of its cover."""
    key = (event_id,)
    small, large = (Get(CoverImage, (image_id(event_id, width),)) for width in WIDTHS)
    return {
        "event": Get(Event, key),
        "content": Get(EventContent, key),
        "small": small,
        "large": large,
    }


def the_cover(command: SetCover, found: Found) -> Needs:
    """Load the event, its texts and its cover."""
    return {} if found else cover_needs(command.event_id)


def set_cover(state: GuestListState, command: SetCover, now: datetime) -> Decision:
    """Change the cover, and what the texts say about it, in one commit."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    sets = {
        "cover": command.digest,
        "cover_width": command.width,
        "cover_height": command.height,
        "cover_alt": command.alt,
    }
    content = state.content or EventContent(event_id=event.id)
    if all(getattr(content, name) == value for name, value in sets.items()):
        return Decision(GuestResult("unchanged", event))
    step = Step(event.id, "cover_changed", event.id, (changed_content(state.content, event, sets),))
    images = command.images or (b"",) * len(WIDTHS)
    stored = (state.small, state.large)
    moves = tuple(
        _changed(image_id(event.id, width), image, command.digest, file)
        for width, image, file in zip(WIDTHS, stored, images, strict=True)
    )
    return Decision(GuestResult("changed", event), steps=(step,), moves=moves)


def _changed(
    name: str, stored: CoverImage | None, digest: str, content: bytes
) -> Change[CoverImage]:
    if stored is None:
        return create(CoverImage(id=name, digest=digest, content=content))
    guards = if_unchanged(stored, "rev")
    return update(stored, *guards, adds={"rev": 1}, digest=digest, content=content)


def erased_cover(state: GuestListState) -> tuple[Change[CoverImage], ...]:
    """Return the changes that empty the files of a cover."""
    stored = (image for image in (state.small, state.large) if image is not None)
    return tuple(_changed(image.id, image, "", b"") for image in stored)
