"""Proposals of one repeating calendar entry: decided together, as one card."""

from collections.abc import Iterable, Mapping

from fullhouse.engine.core import Engine
from fullhouse.inbound.extraction.review import approve, discard, with_confirmation
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

MOST_OPEN = 200
# What staff correct once for all times of an entry; each keeps its own day and time.
SHARED = ("name", "phone", "email", "service", "staff")


def beside(engine: Engine, proposal: Proposal) -> list[Proposal]:
    """Return the other open proposals of the same calendar entry, in order of time."""
    series = proposal.value("series")
    if not series:
        return []
    page = engine.load(ProposalPage("open", limit=MOST_OPEN, product=APPOINTMENTS))
    others = [one for one in page if one.value("series") == series and one.id != proposal.id]
    return sorted(others, key=_when)


def first_of_each(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Return the proposals without those of an entry whose earlier time is among them."""
    first: dict[str, str] = {}
    for proposal in sorted(proposals, key=_when):
        first.setdefault(proposal.value("series") or proposal.id, proposal.id)
    return [proposal for proposal in proposals if proposal.id in first.values()]


def _when(proposal: Proposal) -> tuple[str, str]:
    return proposal.value("date"), proposal.value("time")


async def approve_beside(
    engine: Engine,
    others: Iterable[Proposal],
    book: Rulebook,
    cells: Mapping[str, str],
    by: str,
    *,
    tell: bool = False,
) -> None:
    """Approve the other times of an entry as the first was; one that cannot be stays open."""
    shared = {name: cells[name] for name in SHARED}
    for other in others:
        try:
            command = approve(other, book, engine.now(), shared)
        except Invalid:
            continue
        await engine.execute(with_confirmation(command, tell=tell), by)


async def discard_beside(engine: Engine, others: Iterable[Proposal], by: str) -> None:
    """Discard the other times of an entry."""
    for other in others:
        await engine.execute(discard(other), by)
