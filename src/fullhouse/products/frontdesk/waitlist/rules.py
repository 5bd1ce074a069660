"""The table of contents: what each command needs, and the rule that decides it."""

from fullhouse.kernel.commands import Command
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Rule
from fullhouse.products.frontdesk.shared.documents import the_documents
from fullhouse.products.frontdesk.shared.proposals import proposing, the_proposal
from fullhouse.products.frontdesk.shared.sms_budget import the_spend
from fullhouse.products.frontdesk.waitlist import (
    calendar_days,
    claims,
    commands,
    contact_reach,
    entries,
    group_joins,
    housekeeping,
    proposals,
    slots,
)
from fullhouse.products.frontdesk.waitlist import needs as g

PEOPLE = (g.its_contacts, g.everyone_there, g.their_lines)
JOINING = in_sequence(
    together(the_documents, g.the_entry, g.the_new_addresses), g.everyone_there, g.the_new_line
)
OF_ENTRY = in_sequence(together(the_documents, g.the_entry), *PEOPLE, g.its_offer)
EDITING = in_sequence(
    together(the_documents, g.the_entry, g.the_new_addresses),
    *PEOPLE,
    together(g.the_other_line, g.its_offer),
)
FREEING = in_sequence(together(the_documents, g.the_time), g.the_same_slot, g.the_new_line)
OF_OFFER = in_sequence(
    together(the_documents, g.the_slot, g.the_offer, g.the_entry), *PEOPLE, g.the_agenda
)
LAPSING = in_sequence(together(the_documents, g.the_slot, g.the_offer), g.the_person_asked, *PEOPLE)
WITHDRAWING = in_sequence(
    together(the_documents, g.the_slot),
    together(g.the_agenda, g.the_live_offer),
    g.the_person_asked,
    *PEOPLE,
)
LOOKING = in_sequence(
    together(the_documents, g.the_slot, the_spend),
    together(g.its_own_line, g.the_agenda),
    at_last=g.the_next_in_line,
)

RULES: dict[type[Command], Rule] = {
    commands.JoinWaitlist: Rule(JOINING, entries.join, g.gathered),
    group_joins.JoinMany: Rule(group_joins.needs, group_joins.join_many, g.gathered),
    commands.EditEntry: Rule(EDITING, entries.edit_entry, g.gathered),
    commands.LeaveWaitlist: Rule(OF_ENTRY, entries.leave, g.gathered),
    commands.ExpireEntry: Rule(OF_ENTRY, housekeeping.expire, g.gathered),
    commands.EraseEntry: Rule(OF_ENTRY, entries.erase_entry, g.gathered),
    commands.SetEntryRetention: Rule(in_sequence(), housekeeping.keep_customers, g.gathered),
    commands.RetireEntries: Rule(
        in_sequence(g.the_long_gone), housekeeping.retire_entries, g.gathered
    ),
    commands.MarkEntriesSynced: Rule(
        in_sequence(g.those_written), entries.mark_written, g.gathered
    ),
    commands.NoteReach: Rule(
        in_sequence(
            together(the_documents, g.the_address),
            g.everyone_there,
            g.their_lines,
            g.their_contacts,
        ),
        contact_reach.note_reach,
        g.gathered,
    ),
    commands.FreeSlot: Rule(FREEING, slots.free_slot, g.gathered),
    commands.WithdrawSlot: Rule(WITHDRAWING, slots.withdraw_slot, g.gathered),
    commands.AdvanceSlot: Rule(LOOKING, slots.look, g.gathered),
    commands.ClaimSlot: Rule(OF_OFFER, claims.claim_slot, g.gathered),
    commands.DeclineSlot: Rule(OF_OFFER, claims.decline_slot, g.gathered),
    commands.LapseSlot: Rule(LAPSING, claims.lapse_slot, g.gathered),
    commands.StartHousekeeping: Rule(
        in_sequence(the_documents), housekeeping.keep_house, g.gathered
    ),
    commands.Housekeep: Rule(
        in_sequence(the_documents, g.the_past), housekeeping.housekeep, g.gathered
    ),
    commands.SendMonthSummary: Rule(
        in_sequence(the_documents, g.the_month), housekeeping.summarise, g.gathered
    ),
    proposals.Propose: Rule(proposing, proposals.propose, proposals.asked),
    proposals.ApproveProposal: Rule(
        proposals.approving(JOINING), proposals.approve, proposals.asked
    ),
    proposals.EraseProposal: Rule(the_proposal, proposals.erase, proposals.asked),
    proposals.DiscardProposal: Rule(the_proposal, proposals.discard, proposals.asked),
    **calendar_days.RULES,
}
