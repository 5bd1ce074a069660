"""A freed seat's history is read from the audit, and agrees with the records."""

import random
from itertools import groupby

import pytest

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.products.rsvp.capacity import FreedSeats
from fullhouse.products.rsvp.commands import NoteBounce
from fullhouse.products.rsvp.seat_history import SeatHistory, SeatHistoryReader, SeatLines
from tests.support.rsvp_world import EVENT, Room, full_room, mail


def stories(room: Room) -> tuple[SeatHistory, ...]:
    lines = room.store.load(AuditPage(EVENT, limit=1_000_000))
    teller = SeatHistoryReader()
    teller.hear(lines)
    return teller.stories()


def told(story: SeatHistory) -> list[str]:
    return [f"{step.what} {step.who}".strip() for step in story.steps]


def test_a_seat_is_followed_from_its_first_guest_to_its_last() -> None:
    room = full_room()
    room.sign_up("emil")
    room.cancel("anna")
    room.decline("cem")
    room.after(hours=6)
    room.claim("emil")
    (story,) = stories(room)
    assert told(story) == [
        "held anna",
        "cancelled anna",
        "offered cem",
        "declined cem",
        "rolled_on dora",
        "lapsed dora",
        "rolled_on emil",
        "claimed emil",
    ]
    assert (story.state, story.seats, story.number) == ("taken", 1, 1)
    assert story.steps[0].at == room.store.load(AuditPage(EVENT, limit=3))[1].at
    offered = story.steps[2]
    assert (offered.until, offered.by) == (
        room.store.load(AuditPage(EVENT, limit=9))[6].at.replace(hour=15),
        "clock",
    )


def test_it_goes_on_when_the_next_guest_gives_it_up_too() -> None:
    room = full_room()
    room.cancel("anna")
    room.claim("cem")
    room.cancel("cem")
    (story,) = stories(room)
    assert told(story)[2:] == ["offered cem", "claimed cem", "cancelled cem", "offered dora"]
    assert story.state == "offered"
    assert story.tells_of("dora")
    assert not story.tells_of("ben")


def test_a_party_that_gives_up_its_seats_may_begin_two_stories() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", party=2)
    room.sign_up("ben", "cem")
    room.cancel("anna")
    room.claim("ben")
    later, first = stories(room)
    assert told(first) == ["held anna", "cancelled anna", "offered ben", "claimed ben"]
    assert told(later) == ["held anna", "cancelled anna", "offered cem"]
    assert (first.seats, later.seats) == (1, 1)


def two_for_a_couple() -> Room:
    """Anna and Ben give up their seats in the same moment, and Cem with his wife takes both."""
    room = Room(cap=2, max_party=2, settles=False)
    room.sign_up("anna", "ben")
    room.sign_up("cem", party=2)
    room.cancel("anna", "ben")
    room.settles = True
    room.settle()
    room.claim("cem")
    return room


def test_a_party_may_be_seated_on_the_seats_of_two() -> None:
    room = two_for_a_couple()
    room.cancel("cem")
    assert [told(one)[-1] for one in stories(room)] == ["not_kept", "not_kept"]
    assert [told(one)[0] for one in stories(room)] == ["held ben", "held anna"]


def test_an_offer_may_draw_on_a_seat_that_was_free() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("anna", party=2)
    room.sign_up("ben", party=3)
    room.cancel("anna")
    free, freed = stories(room)
    assert told(freed) == ["held anna", "cancelled anna", "offered ben"]
    assert told(free) == ["free", "offered ben"]
    assert (freed.seats, free.seats) == (2, 1)


def test_fewer_people_free_a_part_of_their_seats() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("anna", party=3)
    room.sign_up("ben")
    room.party("anna", 2)
    (story,) = stories(room)
    assert told(story) == ["held anna", "party_changed anna", "offered ben"]
    assert story.steps[0].at is None


def test_who_comes_with_fewer_keeps_the_seats_that_were_freed_first() -> None:
    room = two_for_a_couple()
    room.sign_up("dora")
    room.party("cem", 1)
    second, first = stories(room)
    assert told(second) == [
        "held ben",
        "cancelled ben",
        "offered cem",
        "claimed cem",
        "party_changed cem",
        "offered dora",
    ]
    assert told(first)[-1] == "claimed cem"
    assert room.guest("cem").seats_from == (FreedSeats("anna", 1),)


def test_more_people_begin_no_story() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("anna")
    room.party("anna", 2)
    assert stories(room) == ()


def test_where_nobody_waits_the_seat_is_not_kept() -> None:
    room = Room(cap=2)
    room.sign_up("anna")
    room.cancel("anna")
    (story,) = stories(room)
    assert told(story) == ["held anna", "cancelled anna", "not_kept"]
    assert story.state == "over"


def test_a_seat_that_nobody_wants_is_opened_to_all() -> None:
    room = full_room()
    room.cancel("anna")
    room.decline("cem")
    room.decline("dora")
    (story,) = stories(room)
    assert told(story)[-1] == "seats_opened"
    assert story.state == "over"


def test_new_seats_from_the_host_have_a_story_too() -> None:
    room = full_room()
    room.edit(cap=3)
    (story,) = stories(room)
    assert told(story) == ["new", "offered cem"]


def test_a_lowered_cap_lets_go_of_what_was_set_aside() -> None:
    room = full_room()
    room.until("2026-06-01T21:30")
    room.cancel("anna")
    assert stories(room)[0].state == "set_aside"
    room.edit(cap=1)
    assert told(stories(room)[0]) == ["held anna", "cancelled anna", "not_kept"]


def test_a_seat_that_comes_back_over_the_cap_is_not_kept() -> None:
    room = full_room()
    room.cancel("anna")
    room.edit(cap=1)
    room.decline("cem")
    assert told(stories(room)[0])[2:] == ["offered cem", "declined cem", "not_kept"]


def test_who_leaves_or_cannot_be_reached_hands_it_on() -> None:
    room = full_room()
    room.sign_up("emil")
    room.cancel("anna")
    room.cancel("cem")
    room.give(NoteBounce(event_id=EVENT, guest_id="dora", email=mail("dora"), reason="no such box"))
    (story,) = stories(room)
    assert told(story)[2:] == [
        "offered cem",
        "left_line cem",
        "rolled_on dora",
        "unreachable dora",
        "rolled_on emil",
    ]


def test_a_cancelled_event_ends_every_story() -> None:
    room = full_room()
    room.cancel("anna")
    room.until("2026-06-01T21:30")
    room.cancel("ben")
    room.call_off()
    later, first = stories(room)
    assert told(first)[-1] == "offer_withdrawn dora"
    assert told(later)[-1] == "event_cancelled"
    assert {later.state, first.state} == {"over"}


def test_an_invitation_that_ends_frees_its_seat() -> None:
    room = Room(cap=1)
    room.sign_up("anna", place_as="pending", source="host")
    room.sign_up("ben")
    room.decline("anna")
    assert told(stories(room)[0]) == ["held anna", "invite_declined anna", "offered ben"]


def test_a_line_that_says_too_little_is_no_trouble() -> None:
    room = full_room()
    at = room.now
    lines = [
        AuditLine(
            EVENT,
            at,
            "clock",
            action,
            "zoe",
            "o",
            (AuditChange("event", (EVENT,), adds={"confirmed": -1}),),
        )
        for action in ("offered", "cancelled", "claimed", "declined", "no_such_thing")
    ]
    teller = SeatHistoryReader()
    teller.hear(lines)
    assert [told(one) for one in teller.stories()] == [["held zoe", "cancelled zoe", "not_kept"]]


def freed_by(story: SeatHistory) -> str:
    """Name who freed the seats last, as the records do."""
    first = {"new": "host", "free": "public"}.get(story.steps[0].what, "")
    gave = [
        one.who
        for one in story.steps
        if one.what in ("cancelled", "party_changed", "invite_lapsed")
    ]
    return gave[-1] if gave else first


def shares(found: list[SeatHistory]) -> list[tuple[str, int]]:
    parts = groupby(found, freed_by)
    return [(who, sum(one.seats for one in part)) for who, part in parts]


def recorded(kept: tuple[FreedSeats, ...]) -> list[tuple[str, int]]:
    parts = groupby(kept, lambda share: share.freed_by)
    return [(who, sum(share.seats for share in part)) for who, part in parts]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_the_stories_are_of_the_seats_that_the_records_name(seed: int) -> None:
    draw = random.Random(seed)
    room = Room(cap=4, max_party=3, checks=False)
    names = [f"guest{number}" for number in range(14)]
    for _ in range(80):
        name = draw.choice(names)
        deed = draw.choice(["come", "come", "cancel", "claim", "decline", "party", "wait", "cap"])
        known = {guest.id: guest for guest in room.guests()}
        guest = known.get(name)
        if deed == "come":
            room.sign_up(name, party=draw.randint(1, 3))
        elif deed == "cap":
            room.edit(cap=draw.randint(2, 6))
        elif deed == "wait":
            room.after(hours=draw.choice([1, 7]))
        elif guest is not None and deed == "cancel":
            room.cancel(name)
        elif guest is not None and deed == "party":
            room.party(name, draw.randint(1, 3))
        elif deed in ("claim", "decline") and (offered := room.offered()):
            (room.claim if deed == "claim" else room.decline)(draw.choice(offered))
        agrees(room)


def agrees(room: Room) -> None:
    found = stories(room)
    assert sum(one.seats for one in found if one.state == "set_aside") == room.event.owed
    for guest in room.guests():
        asked = [one for one in found if one.state == "offered" and one.steps[-1].who == guest.id]
        offer = guest.offer
        assert sorted(shares(asked)) == sorted(recorded(offer.shares if offer else ()))
        taken = [one for one in found if one.state == "taken" and holder(one) == guest.id]
        assert sorted(shares(taken)) == sorted(recorded(guest.seats_from))
    lines = room.store.load(SeatLines(EVENT, limit=1_000_000))
    short = SeatHistoryReader()
    short.hear(lines)
    assert short.stories() == found


def holder(story: SeatHistory) -> str:
    return next(one.who for one in reversed(story.steps) if one.what == "claimed")
