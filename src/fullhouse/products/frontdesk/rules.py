"""The front desk's rules: one table from each command to its rule, and its products.

Rules that concern waitlist and appointments together are in `refill`.
"""

from collections.abc import Callable
from datetime import datetime

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.link_binding import unless_replaced
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Delivery, DeliveryVerdict, Discard, Found, Product, Rule
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk import setup
from fullhouse.products.frontdesk.appointments import (
    bookings,
    public_bookings,
    reminder_ticks,
    replies,
    retention,
    weekly_summary,
)
from fullhouse.products.frontdesk.appointments import commands as ac
from fullhouse.products.frontdesk.appointments import delivery as appointment_delivery
from fullhouse.products.frontdesk.appointments import message_links as appointment_links
from fullhouse.products.frontdesk.appointments import messages as appointment_messages
from fullhouse.products.frontdesk.appointments import model as appointment_model
from fullhouse.products.frontdesk.appointments import needs as an
from fullhouse.products.frontdesk.appointments import proposals as appointment_proposals
from fullhouse.products.frontdesk.appointments import text_back as appointment_text_back
from fullhouse.products.frontdesk.appointments import wording as appointment_wording
from fullhouse.products.frontdesk.refill import (
    claim_answers,
    contact_adoption,
    earlier_times,
    empty_sheets,
    free_slot,
    given_up_slots,
    own_times,
    reactions,
    removal_questions,
    renamed_slots,
    restore,
    shared_numbers,
    slot_sync,
    summaries,
)
from fullhouse.products.frontdesk.refill import housekeeping as refill_housekeeping
from fullhouse.products.frontdesk.shared import contacts, documents, external_sources, holidays
from fullhouse.products.frontdesk.shared.documents import the_documents
from fullhouse.products.frontdesk.shared.proposals import proposing, the_proposal
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist import (
    calendar_days,
    claims,
    contact_reach,
    entries,
    group_joins,
    housekeeping,
    join_requests,
    slots,
    text_back,
)
from fullhouse.products.frontdesk.waitlist import commands as wc
from fullhouse.products.frontdesk.waitlist import delivery as waitlist_delivery
from fullhouse.products.frontdesk.waitlist import messages as waitlist_messages
from fullhouse.products.frontdesk.waitlist import model as waitlist_model
from fullhouse.products.frontdesk.waitlist import needs as wn
from fullhouse.products.frontdesk.waitlist import proposals as waitlist_proposals
from fullhouse.products.frontdesk.waitlist import wording as waitlist_wording

WAITLIST_RULES: dict[type[Command], Rule] = {
    wc.JoinWaitlist: Rule(wn.JOINING, entries.join, wn.gathered),
    group_joins.JoinMany: Rule(group_joins.needs, group_joins.join_many, wn.gathered),
    wc.RequestJoin: Rule(in_sequence(the_documents), join_requests.request_join, wn.gathered),
    wc.EndJoinRequest: Rule(
        join_requests.to_end, join_requests.end_request, join_requests.RequestState
    ),
    wc.EditEntry: Rule(
        wn.EDITING, unless_replaced(entries.edit_entry, entries.replaced_link), wn.gathered
    ),
    wc.LeaveWaitlist: Rule(
        wn.OF_ENTRY, unless_replaced(entries.leave, entries.replaced_link), wn.gathered
    ),
    wc.TextBack: Rule(in_sequence(the_documents, wn.the_entry), text_back.text_back, wn.gathered),
    wc.ExpireEntry: Rule(wn.OF_ENTRY, housekeeping.expire, wn.gathered),
    wc.EraseEntry: Rule(wn.OF_ENTRY, entries.erase_entry, wn.gathered),
    wc.SetEntryRetention: Rule(in_sequence(), refill_housekeeping.keep_customers, wn.gathered),
    wc.RetireEntries: Rule(in_sequence(wn.the_long_gone), housekeeping.retire_entries, wn.gathered),
    wc.MarkEntriesSynced: Rule(in_sequence(wn.those_written), entries.mark_written, wn.gathered),
    contacts.NoteReach: Rule(wn.NOTING_REACH, contact_reach.note_reach, wn.gathered),
    contacts.ConfirmConsent: Rule(wn.NOTING_REACH, contact_reach.confirm_consent, wn.gathered),
    wc.FreeSlot: Rule(free_slot.free_slot_needs, free_slot.free_slot, free_slot.free_slot_state),
    claim_answers.FreeClaimedSlot: Rule(
        claim_answers.answer_needs, claim_answers.answer, claim_answers.answer_state
    ),
    renamed_slots.RenameSlot: Rule(
        renamed_slots.rename_needs, renamed_slots.rename_slot, renamed_slots.rename_state
    ),
    wc.WithdrawSlot: Rule(wn.WITHDRAWING, slots.withdraw_slot, wn.gathered),
    wc.AdvanceSlot: Rule(own_times.advance_needs, own_times.advance_slot, own_times.advance_state),
    wc.ClaimSlot: Rule(earlier_times.claim_needs, earlier_times.claim, earlier_times.claim_state),
    wc.DeclineSlot: Rule(wn.OF_OFFER, claims.decline_slot, wn.gathered),
    wc.GiveUpSlot: Rule(
        given_up_slots.give_up_needs,
        unless_replaced(given_up_slots.give_up, given_up_slots.replaced_link),
        given_up_slots.give_up_state,
    ),
    wc.LapseSlot: Rule(wn.LAPSING, claims.lapse_slot, wn.gathered),
    wc.StartHousekeeping: Rule(in_sequence(the_documents), housekeeping.keep_house, wn.gathered),
    wc.Housekeep: Rule(
        in_sequence(the_documents, wn.the_past), refill_housekeeping.housekeep, wn.gathered
    ),
    wc.SendMonthSummary: Rule(
        in_sequence(the_documents, wn.the_month, summaries.their_bookings),
        summaries.summarise_month,
        summaries.month_state,
    ),
    waitlist_proposals.Propose: Rule(
        proposing, waitlist_proposals.propose, waitlist_proposals.asked
    ),
    waitlist_proposals.ApproveProposal: Rule(
        waitlist_proposals.approving(wn.JOINING),
        waitlist_proposals.approve,
        waitlist_proposals.asked,
    ),
    waitlist_proposals.EraseProposal: Rule(
        the_proposal, waitlist_proposals.erase, waitlist_proposals.asked
    ),
    waitlist_proposals.DiscardProposal: Rule(
        the_proposal, waitlist_proposals.discard, waitlist_proposals.asked
    ),
    calendar_days.SaveCalendarDay: Rule(calendar_days.day_needs, calendar_days.keep_day),
}

APPROVING = appointment_proposals.Asking(an.BOOKING, an.EDITING, an.ENDING)
APPOINTMENT_RULES: dict[type[Command], Rule] = {
    ac.BookAppointment: Rule(an.BOOKING, bookings.book, an.gathered),
    ac.BookPublicly: Rule(an.BOOKING_PUBLICLY, public_bookings.book_publicly, an.gathered),
    bookings.BookMany: Rule(bookings.needs, bookings.book_many, an.gathered),
    ac.EditAppointment: Rule(an.EDITING, bookings.edit_appointment, an.gathered),
    ac.EraseAppointment: Rule(an.BY_STAFF, bookings.erase_appointment, an.gathered),
    ac.MarkAppointmentsSynced: Rule(
        in_sequence(an.those_written), bookings.mark_appointments, an.gathered
    ),
    ac.ConfirmAppointment: Rule(
        an.CONFIRMING, unless_replaced(replies.confirm, replies.replaced_link), an.gathered
    ),
    ac.Unconfirm: Rule(an.UNCONFIRMING, replies.unconfirm, an.gathered),
    ac.CancelAppointment: Rule(
        an.ENDING, unless_replaced(replies.cancel, replies.replaced_link), an.gathered
    ),
    ac.Reschedule: Rule(
        an.PICKING, unless_replaced(replies.reschedule, replies.replaced_link), an.gathered
    ),
    ac.TextBackAppointment: Rule(
        in_sequence(the_documents, an.the_appointment),
        appointment_text_back.text_back,
        an.gathered,
    ),
    ac.NoShow: Rule(an.BY_STAFF, replies.no_show, an.gathered),
    ac.RestoreAppointment: Rule(restore.restore_needs, restore.restore, restore.restore_state),
    ac.StartReminderTicks: Rule(
        in_sequence(the_documents), reminder_ticks.start_ticks, an.gathered
    ),
    ac.Tick: Rule(
        in_sequence(the_documents, reminder_ticks.page_need), reminder_ticks.tick, an.gathered
    ),
    ac.RunDueAction: Rule(an.REMINDING, reminder_ticks.move, an.gathered),
    ac.SummariseWeek: Rule(
        in_sequence(
            the_documents,
            together(weekly_summary.week_needs, summaries.week_slots),
            together(summaries.their_bookings, summaries.their_reminders),
        ),
        summaries.summarise_week,
        summaries.week_state,
    ),
    ac.SetAppointmentRetention: Rule(in_sequence(), retention.keep_appointments, an.gathered),
    ac.RetireAppointments: Rule(
        in_sequence(retention.the_long_over), retention.retire_appointments, an.gathered
    ),
    appointment_proposals.ProposeAppointment: Rule(
        proposing, appointment_proposals.propose, appointment_proposals.asked
    ),
    appointment_proposals.ApproveAppointment: Rule(
        appointment_proposals.approving(APPROVING),
        appointment_proposals.approve,
        appointment_proposals.asked,
    ),
    appointment_proposals.DiscardAppointment: Rule(
        the_proposal, appointment_proposals.discard, appointment_proposals.asked
    ),
    appointment_proposals.EraseAppointmentProposal: Rule(
        the_proposal, appointment_proposals.erase, appointment_proposals.asked
    ),
}

BUSINESS_RULES: dict[type[Command], Rule] = {
    documents.SaveDocument: Rule(setup.document_needs, setup.save_document),
    external_sources.SaveSourceState: Rule(
        external_sources.source_needs, external_sources.keep_external
    ),
    external_sources.SaveSheetVersion: Rule(
        external_sources.version_needs, external_sources.keep_version
    ),
    holidays.KeepHolidays: Rule(holidays.holiday_needs, holidays.keep_holidays),
    empty_sheets.SaveEmptySheet: Rule(empty_sheets.empty_needs, empty_sheets.keep_empty),
    removal_questions.HoldRemoval: Rule(
        removal_questions.hold_needs, removal_questions.hold_removal
    ),
    removal_questions.DecideRemoval: Rule(
        removal_questions.decide_needs, removal_questions.decide_removal
    ),
    slot_sync.SyncSlot: Rule(slot_sync.sync_needs, slot_sync.follow_slot, slot_sync.sync_state),
    contacts.RerouteEntries: Rule(wn.REROUTING, contact_reach.reroute_entries, wn.gathered),
    contact_adoption.AdoptContacts: Rule(
        contact_adoption.adopt_needs, contact_adoption.adopt_contacts
    ),
    # Commands of earlier versions, which may be left in alarms.
    contacts.Hear: Rule(wn.NOTING_REACH, contact_adoption.hear),
    contacts.NoteCustomer: Rule(wn.NOTING_REACH, contact_reach.note_reach, wn.gathered),
}


def _mailbox(message: Message) -> str:
    """Return the local part of the front desk's address for replies of customers."""
    if message.person and message.channel == "mail":
        return "desk"
    return ""


WAITLIST = Product(
    waitlist_messages.PRODUCT,
    WAITLIST_RULES,
    (
        waitlist_model.Entry,
        contacts.Contact,
        waitlist_model.ServiceQueue,
        waitlist_model.Slot,
        waitlist_model.SlotOffer,
        waitlist_model.SlotIndex,
        SmsSpend,
    ),
    Delivery(
        shared_numbers.waitlist_needs,
        waitlist_delivery.check_delivery,
        waitlist_delivery.on_refused,
        waitlist_wording.compose,
        waitlist_delivery.link,
        shared_numbers.waitlist_state,
        waitlist_delivery.on_sent,
        waitlist_delivery.sent_needs,
        page=waitlist_delivery.page,
        mailbox=_mailbox,
        links_at="claims",
        short_link=waitlist_delivery.short_link,
        budget=waitlist_delivery.BUDGET,
        passes_over=waitlist_delivery.pass_over,
    ),
)

APPOINTMENTS = Product(
    appointment_messages.PRODUCT,
    APPOINTMENT_RULES,
    (
        appointment_model.Appointment,
        contacts.Customer,
        appointment_model.Send,
        appointment_model.ArchivedSend,
        appointment_model.Reply,
        appointment_model.DaySchedule,
    ),
    Delivery(
        shared_numbers.appointment_needs,
        appointment_delivery.check_delivery,
        appointment_delivery.on_refused,
        appointment_wording.compose,
        appointment_links.link,
        shared_numbers.appointment_state,
        appointment_delivery.on_sent,
        appointment_delivery.sent_needs,
        page=appointment_links.page,
        mailbox=_mailbox,
        links_at="replies",
        short_link=appointment_links.short_link,
        budget=appointment_delivery.BUDGET,
    ),
)


def _needs(_message: Message, _found: Found) -> Needs:
    return {}


def _door(_message: Message, _state: Found, _now: datetime) -> DeliveryVerdict:
    return Discard("the business sends no messages")


def _refused(
    _message: Message, _state: Found, _outcome: Refused | CarrierDown, _now: datetime
) -> Decision:
    return Decision(None)


def _compose(message: Message, _url: Callable[[str], str]) -> Letter:
    return Letter(subject=message.kind, heading=message.kind)


def _link(_message: Message, _purpose: str) -> Link | None:
    return None


BUSINESS = Product(
    documents.SCOPE,
    BUSINESS_RULES,
    (documents.Document,),
    Delivery(_needs, _door, _refused, _compose, _link),
    reactions.REACTIONS,
)
