"""What a second look at the platform found: each of these went wrong once."""

import asyncio
from collections.abc import Callable
from datetime import datetime

import msgspec
import pytest
from botocore.client import BaseClient

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AuditPage, Written
from fullhouse.inbound.guest_import.job import ImportJob
from fullhouse.inbound.guest_import.row import GuestRow
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.decisions import Decision, create
from fullhouse.platforms.aws.dynamodb.commit_plan import CommitPlan
from fullhouse.platforms.aws.dynamodb.item_codec import line_item, made_of, shape
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import GUESTS, INBOX
from fullhouse.platforms.aws.signing_keys import KeptKeys
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Guest
from fullhouse.products.rsvp.sample_messages import VOICED
from tests.platforms.aws.tampering import Wire
from tests.platforms.aws.test_host_import import Lists, lists  # noqa: F401 - a fixture
from tests.platforms.aws.test_signing_keys import FRESH, LINK, NOW, Secret
from tests.support.rsvp_world import EVENT, Room, full_room, mail


def line(scope: str, at: datetime) -> AuditLine:
    return AuditLine(scope, at, "someone", "changed", scope, "order", ())


def test_two_scopes_whose_numbers_were_passed_at_once_are_numbered_behind_both() -> None:
    plan = CommitPlan(Written(Decision(None), (line("one", NOW), line("two", NOW))))
    refusals = {0: made_of({"stamp": 500}), 1: made_of({"stamp": 200})}
    assert plan.after(plan.pieces(100), refusals, 100) == 501


def test_what_an_index_names_twice_is_read_once(client: BaseClient, store: DynamoStore) -> None:
    Room(store=store, settles=False, checks=False).sign_up("anna", "ben")
    anna, ben = (shape(Guest).key((EVENT, name)) for name in ("anna", "ben"))
    wire = Wire(client, "BatchGetItem")
    found = store.fetcher.those(GUESTS, [ben, anna, ben])
    assert [item["guest_id"]["S"] for item in found] == ["ben", "anna"]
    assert [len(one["RequestItems"][GUESTS.name]["Keys"]) for one in wire.asked] == [2]


def test_keys_that_are_known_stay_known_when_the_secret_cannot_be_read_again() -> None:
    secret = Secret(FRESH)
    keys = KeptKeys(secret)
    ours = keys.sign(LINK)
    secret.text = "down"
    with pytest.raises(Exception, match="secret"):
        keys.read("strange.cancel.party.anna..ffffffff.sig", NOW)
    assert keys.read(ours, NOW).person == "anna"


def test_an_import_ends_with_its_last_row_whatever_was_said_of_its_length(
    lists: Lists,  # noqa: F811 - as above
) -> None:
    rows = [GuestRow(number, f"G{number}", f"g{number}@example.org") for number in range(3)]
    run = ImportJob(id="one", event_id="party", by="member:jo", place_as="confirmed", total=30)
    asyncio.run(lists.imports.start(run, rows))
    lists.works(60_000, 60_000, 60_000, 0)
    found = asyncio.run(lists.found())
    assert (found.state, found.done, found.total) == ("done", 3, 3)
    assert len(lists.functions.woken) == 1


def test_mail_is_walked_through_once_for_all_who_are_forgotten(
    client: BaseClient, store: DynamoStore
) -> None:
    room = Room(store=store, settles=False, checks=False)
    names = ("anna", "ben", "cem")
    room.sign_up(*names)
    mails = [
        InboundMail(id=name, place=name, scope=EVENT, sender=mail(name), text=name, at=room.now)
        for name in (*names, "stranger")
    ]
    store.commit(Written(Decision(None, moves=tuple(create(one) for one in mails))))
    room.jump("2027-01-01 12:00")
    wire = Wire(client, "Query")
    room.give(commands.EraseEvent(event_id=EVENT))
    assert [one["TableName"] for one in wire.asked].count(INBOX.name) == 1
    scan = client.scan  # type: ignore[attr-defined]  # made at run time
    kept = [item for item in scan(TableName=INBOX.name)["Items"] if "sender" in item]
    assert [item["id"]["S"] for item in kept] == ["stranger"]


class Interrupted(MemoryStore):
    """A store in which somebody else may commit first, as on DynamoDB."""

    def __init__(self) -> None:
        super().__init__()
        self.first: Callable[[], object] | None = None

    def commit(self, written: Written) -> None:
        first, self.first = self.first, None
        if first is not None:
            first()
        super().commit(written)


def test_a_host_who_opens_the_night_is_not_overruled_by_a_fill_that_waits_for_the_morning() -> None:
    store = Interrupted()
    room = full_room(store=store, settles=False)
    room.jump("2026-06-01 23:00")
    room.cancel("anna")
    store.first = lambda: room.edit(settings={"quiet_hours": {"from": "03:00", "to": "04:00"}})
    room.settle()
    assert room.offered() == ["cem"]


@pytest.mark.parametrize(("letter", "code"), [("a", "changed"), ("\u6f22", "bad_template")])
def test_all_words_of_a_host_fit_into_a_line_of_the_audit_or_are_refused(
    letter: str, code: str
) -> None:
    room = Room()
    assert room.edit(voice=dict.fromkeys(VOICED, letter * 10_000)).code == code
    room.edit(voice=dict.fromkeys(VOICED, letter * 9_999))
    lines = [line_item(one, 1) for one in room.store.load(AuditPage(EVENT))]
    assert max(len(msgspec.json.encode(item)) for item in lines) < 400 * 1024
