"""What was proposed to staff about one person: what they asked for by mail, and what a calendar shows of them."""

import asyncio
from collections.abc import Collection, Iterable

from fullhouse.engine.access import MemberByEmail
from fullhouse.engine.core import Engine
from fullhouse.kernel.proposals import Proposal, ProposalPage
from fullhouse.products.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.appointments.proposals import EraseAppointmentProposal
from fullhouse.products.waitlist.proposals import EraseProposal
from fullhouse.web.kept import PAGE, has_business

REACHED_BY = ("phone", "email")


async def proposals_of(engine: Engine, address: str, names: Collection[str]) -> list[Proposal]:
    """Find what someone asked for: under their address, or about what is theirs by these names.

    What a member of the desk has forwarded is not their own wish.
    """
    if not has_business(engine):
        return []
    sender = address if engine.load(MemberByEmail(address)) is None else ""
    found: list[Proposal] = []
    before = ""
    while page := engine.load(ProposalPage(before=before, limit=PAGE)):
        found += [one for one in page if _is_about(one, names) or _is_by(one, address, sender)]
        before = page[-1].id
        await asyncio.sleep(0)  # let others have their turn
    return found


def _is_about(proposal: Proposal, names: Collection[str]) -> bool:
    return any(one in names for one in (proposal.id, proposal.became, proposal.value("appointment")))


def _is_by(proposal: Proposal, address: str, sender: str) -> bool:
    read = any(one.field in REACHED_BY and one.value == address for one in proposal.fields)
    return read or (proposal.sender == sender != "")


async def erase_proposals(engine: Engine, proposals: Iterable[Proposal], by: str) -> None:
    """Forget what was asked for, each by the rules of its product."""
    for one in proposals:
        ours = one.product == APPOINTMENTS
        erasing = EraseAppointmentProposal(proposal_id=one.id) if ours else EraseProposal(proposal_id=one.id)
        await engine.execute(erasing, by)
