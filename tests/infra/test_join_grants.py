"""Grants of the functions by which customers join and leave the waitlist, in rare cases."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.commands import ExpireEntry, FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from fullhouse.products.frontdesk.waitlist.model import EntriesAt, Entry, Source
from tests.golden.story import Golden, phone, play
from tests.infra.recording import Asked, Shadowed, denied

NUMBER = phone(77)


def join(name: str, source: Source) -> JoinWaitlist:
    return JoinWaitlist(
        entry_id=name.lower(), name=name, phone=NUMBER, service="Cut", source=source
    )


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("wl-web-form", join("Vera", "form")),
        ("wl-claim-handler", join("Vera", "form")),
        ("ev-desk", join("Vera", "desk")),
        ("wl-drive-sync", JoinMany(joins=(join("Vera", "sheet"),))),
    ],
)
def test_a_number_that_is_given_again_may_get_offers_for_all_who_wait_with_it(
    name: str, command: Command
) -> None:
    shadowed = Shadowed()
    world = Golden(shadowed)
    play(world)
    world.give(join("Uma", "mail"))  # from a forwarded email
    asked: set[Asked] = set()
    shadowed.client.asked = asked
    world.give(command)
    assert denied(name, asked) == []
    assert {entry.channel for entry in world.store.load(EntriesAt(NUMBER))} == {"text"}


def test_whoever_expires_with_a_live_offer_is_told_that_it_has_ended() -> None:
    shadowed = Shadowed()
    world = Golden(shadowed)
    play(world)
    last = replace(join("Xen", "form"), latest=f"{world.now:%Y-%m-%d}", priority=9)
    world.give(last)
    starts_at = world.now + timedelta(hours=2)
    world.give(FreeSlot(slot_id="sx", service=last.service, starts_at=starts_at))
    world.settle()
    entry = world.store.load(Get(Entry, ("xen",)))
    assert entry is not None
    assert entry.offer
    world.now += timedelta(days=1)
    asked: set[Asked] = set()
    shadowed.client.asked = asked
    world.give(ExpireEntry(entry_id="xen"))
    assert ("PutItem", "ev-messages", "") in asked
    assert denied("wl-housekeeping", asked) == []
