"""The table of contents: what each command needs, and the rule that decides it."""

from fullhouse.kernel.asking import at_once, steps, the_documents, the_spend
from fullhouse.kernel.commands import Command
from fullhouse.kernel.product import Rule
from fullhouse.kernel.proposals import proposing, the_proposal
from fullhouse.products.appointments import (
    bookings,
    commands,
    proposals,
    reach,
    replies,
    retention,
    rounds,
    together,
    weeks,
)
from fullhouse.products.appointments import gathering as g

BOOKING = steps(at_once(the_documents, g.the_appointment, g.the_new_addresses, the_spend), g.the_new_day)
EDITING = steps(
    at_once(the_documents, g.the_appointment, g.the_new_addresses, the_spend),
    at_once(g.its_customers, g.its_day, g.the_new_day, g.its_sends, g.its_lost_reminder),
)
ENDING = steps(
    at_once(the_documents, g.the_appointment, g.the_reply, the_spend),
    at_once(g.its_customers, g.its_day),
)
APPROVING = proposals.Asking(BOOKING, EDITING, ENDING)
STAFFS = steps(at_once(the_documents, g.the_appointment), g.its_day)
RESTORING = steps(
    at_once(the_documents, g.the_appointment, the_spend),
    at_once(g.its_customers, g.its_day, g.its_sends),
)
UNCONFIRMING = steps(at_once(the_documents, g.the_appointment), at_once(g.its_last_reminder, g.its_sends))
PICKING = steps(
    at_once(the_documents, g.the_appointment, g.the_reply, the_spend),
    at_once(g.the_holidays, g.its_customers, g.its_day, g.the_new_day, g.its_sends),
)
MOVING = steps(
    at_once(the_documents, g.the_appointment, the_spend),
    at_once(g.the_holidays, g.its_customers, g.its_last_reminder),
)

DECIDED: dict[type[Command], Rule] = {
    commands.Book: Rule(BOOKING, bookings.book, g.gathered),
    together.BookMany: Rule(together.needs, together.book_many, g.gathered),
    commands.EditAppointment: Rule(EDITING, bookings.edit_appointment, g.gathered),
    commands.EraseAppointment: Rule(STAFFS, bookings.erase_appointment, g.gathered),
    commands.MarkAppointments: Rule(steps(g.those_written), bookings.mark_appointments, g.gathered),
    commands.Confirm: Rule(ENDING, replies.confirm, g.gathered),
    commands.Unconfirm: Rule(UNCONFIRMING, replies.unconfirm, g.gathered),
    commands.Cancel: Rule(ENDING, replies.cancel, g.gathered),
    commands.Reschedule: Rule(PICKING, replies.reschedule, g.gathered),
    commands.NoShow: Rule(STAFFS, replies.no_show, g.gathered),
    commands.Restore: Rule(RESTORING, replies.restore, g.gathered),
    commands.NoteCustomer: Rule(steps(g.the_address), reach.note_customer, g.gathered),
    commands.KeepTime: Rule(steps(the_documents), rounds.keep_time, g.gathered),
    commands.Tick: Rule(steps(the_documents, rounds.the_page), rounds.tick, g.gathered),
    commands.Move: Rule(MOVING, rounds.move, g.gathered),
    commands.SummariseWeek: Rule(steps(the_documents, weeks.the_week), weeks.summarise, g.gathered),
    commands.KeepAppointments: Rule(steps(), retention.keep_appointments, g.gathered),
    commands.RetireAppointments: Rule(steps(retention.the_long_over), retention.retire_appointments, g.gathered),
    proposals.ProposeAppointment: Rule(proposing, proposals.propose, proposals.asked),
    proposals.ApproveAppointment: Rule(proposals.approving(APPROVING), proposals.approve, proposals.asked),
    proposals.DiscardAppointment: Rule(the_proposal, proposals.discard, proposals.asked),
    proposals.EraseAppointmentProposal: Rule(the_proposal, proposals.erase, proposals.asked),
}
# A move needs no waking: the tick that found it comes again.
RULES = {command: rule if command is commands.Move else rounds.waking(rule) for command, rule in DECIDED.items()}
