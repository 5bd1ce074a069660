"""The table of contents: what each command needs, and the rule that decides it."""

from fullhouse.kernel.commands import Command
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Rule
from fullhouse.products.frontdesk.appointments import (
    bookings,
    commands,
    proposals,
    reach,
    reminder_ticks,
    replies,
    retention,
    weekly_summary,
)
from fullhouse.products.frontdesk.appointments import bookings as several_bookings
from fullhouse.products.frontdesk.appointments import needs as g
from fullhouse.products.frontdesk.shared.documents import the_documents
from fullhouse.products.frontdesk.shared.proposals import proposing, the_proposal
from fullhouse.products.frontdesk.shared.sms_budget import the_spend

BOOKING = in_sequence(
    together(the_documents, g.the_appointment, g.the_new_addresses, the_spend), g.the_new_day
)
EDITING = in_sequence(
    together(the_documents, g.the_appointment, g.the_new_addresses, the_spend),
    together(g.its_customers, g.its_day, g.the_new_day, g.its_sends, g.its_lost_reminder),
)
ENDING = in_sequence(
    together(the_documents, g.the_appointment, g.the_reply, the_spend),
    together(g.its_customers, g.its_day),
)
APPROVING = proposals.Asking(BOOKING, EDITING, ENDING)
STAFFS = in_sequence(together(the_documents, g.the_appointment), g.its_day)
RESTORING = in_sequence(
    together(the_documents, g.the_appointment, the_spend),
    together(g.its_customers, g.its_day, g.its_sends),
)
UNCONFIRMING = in_sequence(
    together(the_documents, g.the_appointment), together(g.its_last_reminder, g.its_sends)
)
PICKING = in_sequence(
    together(the_documents, g.the_appointment, g.the_reply, the_spend),
    together(g.the_holidays, g.its_customers, g.its_day, g.the_new_day, g.its_sends),
)
MOVING = in_sequence(
    together(the_documents, g.the_appointment, the_spend),
    together(g.the_holidays, g.its_customers, g.its_last_reminder),
)

DECIDED: dict[type[Command], Rule] = {
    commands.BookAppointment: Rule(BOOKING, bookings.book, g.gathered),
    several_bookings.BookMany: Rule(several_bookings.needs, several_bookings.book_many, g.gathered),
    commands.EditAppointment: Rule(EDITING, bookings.edit_appointment, g.gathered),
    commands.EraseAppointment: Rule(STAFFS, bookings.erase_appointment, g.gathered),
    commands.MarkAppointmentsSynced: Rule(
        in_sequence(g.those_written), bookings.mark_appointments, g.gathered
    ),
    commands.ConfirmAppointment: Rule(ENDING, replies.confirm, g.gathered),
    commands.Unconfirm: Rule(UNCONFIRMING, replies.unconfirm, g.gathered),
    commands.CancelAppointment: Rule(ENDING, replies.cancel, g.gathered),
    commands.Reschedule: Rule(PICKING, replies.reschedule, g.gathered),
    commands.NoShow: Rule(STAFFS, replies.no_show, g.gathered),
    commands.RestoreAppointment: Rule(RESTORING, replies.restore, g.gathered),
    commands.NoteCustomer: Rule(in_sequence(g.the_address), reach.note_customer, g.gathered),
    commands.StartReminderTicks: Rule(
        in_sequence(the_documents), reminder_ticks.start_ticks, g.gathered
    ),
    commands.Tick: Rule(
        in_sequence(the_documents, reminder_ticks.page_need), reminder_ticks.tick, g.gathered
    ),
    commands.RunDueAction: Rule(MOVING, reminder_ticks.move, g.gathered),
    commands.SummariseWeek: Rule(
        in_sequence(the_documents, weekly_summary.week_needs), weekly_summary.summarise, g.gathered
    ),
    commands.SetAppointmentRetention: Rule(in_sequence(), retention.keep_appointments, g.gathered),
    commands.RetireAppointments: Rule(
        in_sequence(retention.the_long_over), retention.retire_appointments, g.gathered
    ),
    proposals.ProposeAppointment: Rule(proposing, proposals.propose, proposals.asked),
    proposals.ApproveAppointment: Rule(
        proposals.approving(APPROVING), proposals.approve, proposals.asked
    ),
    proposals.DiscardAppointment: Rule(the_proposal, proposals.discard, proposals.asked),
    proposals.EraseAppointmentProposal: Rule(the_proposal, proposals.erase, proposals.asked),
}
# A move needs no waking: the tick that found it comes again.
RULES = {
    command: rule if command is commands.RunDueAction else reminder_ticks.wake_tick(rule)
    for command, rule in DECIDED.items()
}
