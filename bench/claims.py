"""Many claims of one slot at once: one booking, and a kind answer for everyone else."""

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from bench.figures import Figure, Figures, Sizes
from bench.load import Job, Result
from bench.processes import crowd, serving
from bench.stock import clock, folder, ids
from fullhouse.engine.access import AddSigningKey, SigningKeys
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Written
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, update
from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot, FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.messages import message_id
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotOffer, offer_key, offer_name

WANTED_SECONDS = 3.0
SLOT = "slot"
WINDOW = timedelta(minutes=10)
RULES_TEXT = "Time zone: UTC\nQuiet hours: none\nServices\n- Cut: 45 minutes\n"
BOOKED = "<h1>It&#39;s yours.</h1>"
KIND = ("<h1>It was just filled.</h1>", "<h1>The time to answer has passed.</h1>")
STILL = "You are still on the waitlist"


def claims(sizes: Sizes) -> Figures:
    """Let everyone who was ever offered a slot claim it at once; it is held for one of them."""
    number = sizes.claims
    with folder() as place:
        paths = prepare_offers(place, number)
        with serving(place) as server:
            result = crowd(Job(server.port, "", number, [""] * number, paths=paths))
            slot = server.ask("GET", f"/api/v1/slots/{SLOT}")
    booked, kind = told(result)
    exact = (booked, kind, slot["status"], slot["booked_by"]) == (
        1,
        number - 1,
        "booked",
        "person0",
    )
    yield Figure(
        f"{number} claims of one slot at once",
        f"{booked} booked, {kind} kind answers",
        f"1, and {number - 1}",
        exact,
    )
    wanted = f"under {WANTED_SECONDS:.0f} s"
    yield Figure(
        "the last of them is answered after",
        f"{result.seconds:.2f} s",
        wanted,
        result.seconds < WANTED_SECONDS,
    )


def told(result: Result) -> tuple[int, int]:
    """Count the customers who got the slot, and those who read that they are still on the list."""
    booked = sum(BOOKED in answer for answer in result.answers)
    kind = sum(
        any(words in answer for words in KIND) and STILL in answer for answer in result.answers
    )
    return booked, kind


def prepare_offers(place: Path, number: int) -> list[str]:
    """Keep a slot for one person after others let it pass; return everyone's claim link."""
    with open_store(place) as store:
        with store.group():
            _people(store, number)
            _let_it_pass(store, number)
            _give(store, AdvanceSlot(slot_id=SLOT))
        key = store.load(SigningKeys())[0]
    keyring = Keyring((Key(key.id, bytes.fromhex(key.secret)),))
    links = [
        Link("claim", "waitlist", f"person{at}", offer_name(SLOT, at or number))
        for at in range(number)
    ]
    return [f"/l/{keyring.sign(link)}" for link in links]


def _people(store: SqliteStore, number: int) -> None:
    _give(store, AddSigningKey(key_id="bench", secret=secrets.token_hex(32)))
    _give(store, SaveDocument(name="rules", text=RULES_TEXT))
    for at in range(number):
        who, joined_at = f"person{at}", clock.now() - timedelta(seconds=number - at)
        _give(
            store,
            JoinWaitlist(
                entry_id=who,
                name=who,
                email=f"{who}@example.org",
                service="Cut",
                joined_at=joined_at,
            ),
        )
    _give(store, FreeSlot(slot_id=SLOT, service="Cut", starts_at=clock.now() + timedelta(days=1)))


def _let_it_pass(store: SqliteStore, number: int) -> None:
    """Write down the offers to all but the first as they are once nobody answered them."""
    began = clock.now() - timedelta(days=1)
    times: dict[str, Any] = {
        "made_at": began,
        "ends_at": began + WINDOW,
        "ended_at": began + WINDOW,
    }
    for seq in range(1, number):
        slot_id, known_as = offer_key(SLOT, seq)
        who: dict[str, Any] = {
            "slot_id": slot_id,
            "id": known_as,
            "seq": seq,
            "entry_id": f"person{seq}",
        }
        offer = SlotOffer(**who, channel="mail", status="timed_out", **times)
        store.writer.execute(statements.insert(SlotOffer), statements.values(offer))
        store.commit(Written(Decision(None, messages=(_told(offer),))))
    slot = store.load(Get(Slot, (SLOT,)))
    assert slot is not None
    store.commit(Written(Decision(None, moves=(update(slot, offers=number - 1),))))


def _told(offer: SlotOffer) -> Message:
    """Build the mail of an offer: a link works only for the address that it was sent to."""
    return Message(
        id=message_id("offer", offer.entry_id, offer.name),
        product="waitlist",
        kind="offer",
        to=f"{offer.entry_id}@example.org",
        scope="waitlist",
        person=offer.entry_id,
        queued_at=offer.made_at,
        not_before=offer.made_at,
        at=offer.made_at,
        status="kept",
    )


def _give(store: SqliteStore, command: Command) -> None:
    execute(store, RULES, Invocation(ids.new(), "staff", command), clock.now(), carries=frozenset())
