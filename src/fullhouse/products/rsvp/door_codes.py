"""The guest's code for the door: an address that only a signed-in device can use."""

from fullhouse.kernel.links import Page

DOOR = "door"
# What the address of the page says if a code opened it.
CODE = "code"


def door_page(event_id: str) -> Page:
    """Return the check-in page, as a code opens it."""
    return Page("desk", f"/desk/e/{event_id}/check-in", {CODE: "1"})


def code_content(page_url: str, guest_id: str) -> str:
    """Return the address in a code. Browsers do not send the guest's id, which is at its end."""
    return f"{page_url}#door-{guest_id}"
