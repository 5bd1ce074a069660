"""The usual month of a waitlist of any size, for counting costs: two freed slots per five entries.

The first who is asked for a slot lets the window pass, the next one claims. Everyone leaves a
mobile number and a mail address.
"""

from tests.aws.counting import used, without
from tests.aws.play import Play
from tests.aws.usual_evening import STATIC
from tests.aws.words import SLOT_IS_KEPT

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
    first = set(_offers(play))
    salon.lets_lapse()
    for link in play.wait(lambda: _more_offers(play, first, slots)):
        play.answers(link)
    for slot in freed:
        salon.stands(slot, "booked")
    for _ in range(entries * LOOKS_AT_THE_DESK_PER_ENTRY):
        play.desk("/waitlist")
    return used(without(play.record.since(began), *ROUNDS))


def _offers(play: Play) -> list[str]:
    """Return the links of all offers by text."""
    play.record  # noqa: B018 - reading it is what brings texts in
    texts = [one for one in play.tail.texts if SERVICE in one.words and SLOT_IS_KEPT in one.words]
    return [one.link for one in texts]


def _more_offers(play: Play, first: set[str], count: int) -> list[str]:
    """Return the links of the next offers once there are so many; nothing until then."""
    more = [link for link in _offers(play) if link not in first]
    return more if len(more) >= count else []


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
