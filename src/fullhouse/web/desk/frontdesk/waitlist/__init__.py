"""Desk pages of the waitlist: a day, the list, one slot, documents, monthly figures."""

from starlette.routing import Route

from fullhouse.web.desk.frontdesk import connections, documents, removal_questions, sheet_page
from fullhouse.web.desk.frontdesk.waitlist import (
    entry_page,
    list_page,
    slot_actions,
    slot_page,
    summary_page,
    today_page,
)


def routes() -> list[Route]:
    """List every route of the waitlist's pages."""
    return [
        *today_page.ROUTES,
        *slot_actions.ROUTES,
        *slot_page.ROUTES,
        *list_page.ROUTES,
        *entry_page.ROUTES,
        *documents.ROUTES,
        *summary_page.ROUTES,
        *connections.ROUTES,
        *sheet_page.WAITLIST_ROUTES,
        *removal_questions.ROUTES,
    ]
