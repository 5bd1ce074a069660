"""Every store lets several people join in one commit: queues count each, the audit replays."""

from typing import Any

import msgspec

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Store
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.group_joins import MOST_AT_ONCE, JoinMany
from fullhouse.products.frontdesk.waitlist.model import EntryPage, ServiceQueue
from tests.platforms.contract.stores import NOW
from tests.support.rsvp_world import check_audit

SERVICES = "\n".join(f"- S{number}: 45 minutes" for number in range(MOST_AT_ONCE))


def person(number: int, service: int, **fields: Any) -> JoinWaitlist:
    usual: dict[str, Any] = {
        "phone": f"+491511000{number:04d}",
        "email": f"p{number}@example.org",
        "service": f"S{service}",
    }
    return JoinWaitlist(entry_id=f"e{number}", name=f"P {number}", **{**usual, **fields})


def give(store: Store, command: SaveDocument | JoinMany) -> tuple[str, ...]:
    answer = execute(store, RULES, Invocation("o", "sheet", command), NOW).answer
    return tuple(one.code for one in answer) if isinstance(answer, tuple) else ()


def test_a_full_commit_is_taken_by_every_store(store: Store) -> None:
    give(store, SaveDocument(name="rules", text=f"Services\n{SERVICES}\n"))
    several = [person(number, number) for number in range(MOST_AT_ONCE)]
    assert give(store, JoinMany(joins=tuple(several))) == ("joined",) * MOST_AT_ONCE
    assert len(store.load(EntryPage(limit=100))) == MOST_AT_ONCE
    check_audit(store)


def test_those_of_one_line_and_of_one_person_are_put_together(store: Store) -> None:
    give(store, SaveDocument(name="rules", text=f"Services\n{SERVICES}\n"))
    same = {"phone": "+4915110000000", "email": "p0@example.org"}
    again = msgspec.structs.replace(person(0, 0), entry_id="e3")
    several = (person(0, 0), person(1, 1, **same), person(2, 0), again)
    assert give(store, JoinMany(joins=several)) == ("joined", "joined", "joined", "already")
    line = store.load(Get(ServiceQueue, ("s0",)))
    contact = store.load(Get(Contact, (contact_id("p0@example.org"),)))
    assert line is not None
    assert contact is not None
    assert (line.waiting, contact.entries) == (2, ("e0", "e1"))
    check_audit(store)
