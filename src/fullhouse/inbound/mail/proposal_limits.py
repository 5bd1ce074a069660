"""Limits of open proposals: apart for staff and others, proven and not proven."""

from collections.abc import Iterable

from fullhouse.products.frontdesk.shared.proposals import Proposal

MOST_OPEN, MOST_OF_STRANGERS, MOST_OF_ONE = 200, 150, 50
# All that may be open in one product.
MOST_READ = MOST_OPEN + MOST_OF_ONE + 2 * MOST_OF_STRANGERS


def is_crowded(
    waits: Iterable[Proposal], sender: str, staff: frozenset[str], *, is_proven: bool
) -> bool:
    """Return True if enough proposals of such senders are open.

    Forged mail counts only against other mail that nothing vouches for.
    """
    is_staff = sender in staff
    alike = [
        proposal.sender
        for proposal in waits
        if proposal.mail and proposal.proven == is_proven and (proposal.sender in staff) == is_staff
    ]
    if is_staff:
        return len(alike) >= (MOST_OPEN if is_proven else MOST_OF_ONE)
    return len(alike) >= MOST_OF_STRANGERS or alike.count(sender) >= MOST_OF_ONE
