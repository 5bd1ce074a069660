"""The front desk of the waitlist: a day's slots, the list, one slot's ledger, the two documents, how months went."""

from starlette.routing import Route

from fullhouse.web.desk.waitlist import (
    connections,
    freeing,
    papers,
    people,
    person,
    sheet,
    slot,
    summary,
    today,
)


def routes() -> list[Route]:
    """List every route of the waitlist's pages."""
    return [
        *today.ROUTES,
        *freeing.ROUTES,
        *slot.ROUTES,
        *people.ROUTES,
        *person.ROUTES,
        *papers.ROUTES,
        *summary.ROUTES,
        *connections.ROUTES,
        *sheet.WAITLIST_ROUTES,
    ]
