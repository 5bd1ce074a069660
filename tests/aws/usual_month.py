"""The usual month of a waitlist of any size, for counting costs: two freed slots per five entries.

The first who is asked for a slot lets the window pass, the next one claims. Everyone leaves a
mobile number and a mail address.
"""

from tests.aws.counting import used, without
from tests.aws.play import Play
from tests.aws.usual_evening import STATIC

SLOTS_PER_ENTRY = 0.4
LOOKS_AT_THE_DESK_PER_ENTRY = 1
SERVICE = "Polish"  # nobody else's: those who were not served still wait for it
# What comes round by itself is counted by the month.
ROUNDS = (
    *("ev-sweep", "wl-housekeeping", "wl-summary", "wl-monthly-summary", "wl-drive-sync"),
    *("ar-hourly-tick", "ar-reminder", "ar-calendar-sync", "ar-weekly-summary", "ar-summary"),
)


def usual_month(play: Play, entries: int) -> dict[str, float]:
    """Play a month with so many who join, and return its usage without the periodic rounds."""
    salon, slots = play.salon, round(entries * SLOTS_PER_ENTRY)
    play.desk("/waitlist")
    began = play.emulator.now().timestamp()
    people = [_joins(play, f"Customer {number}") for number in range(entries)]
    freed = [salon.frees(SERVICE, hours=3 + number) for number in range(slots)]
    for phone in people[:slots]:
        play.text(phone)
    salon.lets_lapse()
    for slot in freed:
        play.answers(_second_offer(play, slot))
        salon.stands(slot, "booked")
    for _ in range(entries * LOOKS_AT_THE_DESK_PER_ENTRY):
        play.desk("/waitlist")
    return used(without(play.record.since(began), *ROUNDS))


def _second_offer(play: Play, slot: str) -> str:
    """Wait for the text of a slot's second offer, to any person, and return its link."""

    def look() -> str:
        play.record  # noqa: B018 - reading it is what brings texts in
        return next((one.link for one in play.tail.texts if f"{slot}-2" in one.link), "")

    return play.wait(look, 90)


def _joins(play: Play, name: str) -> str:
    """Open the page with what belongs to it, and join."""
    guest, url, phone = play.visitor(), f"{play.urls['waitlist']}/waitlist", play.salon.phone()
    page = guest.get(url)
    for path in set(STATIC.findall(page.text)):
        guest.get(f"{play.urls['waitlist']}{path}")
    answer = guest.send(
        "POST",
        url,
        {"name": name, "phone": phone, "email": f"{phone[1:]}@example.org", "service": SERVICE},
    )
    assert answer.status == 200, answer.text
    return phone
