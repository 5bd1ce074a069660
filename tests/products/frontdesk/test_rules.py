"""The business as the engine sees it: two documents, and no messages of its own."""

from datetime import UTC, datetime

from fullhouse.engine.catalogue import AUDITED, PRODUCTS
from fullhouse.kernel.messages import Message, Refused
from fullhouse.kernel.product import Discard
from fullhouse.products.frontdesk.refill.contact_adoption import AdoptContacts
from fullhouse.products.frontdesk.refill.empty_sheets import SaveEmptySheet
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval, HoldRemoval
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.rules import BUSINESS
from fullhouse.products.frontdesk.shared.contacts import Hear, NoteCustomer, RerouteEntries
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import SaveSheetVersion, SaveSourceState
from fullhouse.products.frontdesk.shared.holidays import KeepHolidays

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
MESSAGE = Message(
    id="m",
    product="business",
    kind="news",
    to="staff",
    scope="business",
    queued_at=NOW,
    not_before=NOW,
    at=NOW,
)


def test_its_documents_are_audited_and_saved_by_one_command() -> None:
    assert PRODUCTS["business"] is BUSINESS
    assert AUDITED["document"] is Document
    documents = {SaveDocument, SaveSourceState, SaveEmptySheet, SaveSheetVersion, KeepHolidays}
    contacts = {AdoptContacts, RerouteEntries, Hear, NoteCustomer}
    removals = {HoldRemoval, DecideRemoval}
    assert set(BUSINESS.rules) == documents | contacts | removals | {SyncSlot}


def test_a_message_in_its_name_never_leaves() -> None:
    post = BUSINESS.post
    assert post.needs(MESSAGE, {}) == {}
    assert post.door(MESSAGE, {}, NOW) == Discard("the business sends no messages")
    assert post.refused(MESSAGE, {}, Refused("no"), NOW).is_empty
    assert post.compose(MESSAGE, str).subject == "news"
    assert post.link(MESSAGE, "desk") is None
