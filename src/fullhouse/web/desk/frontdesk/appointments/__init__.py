"""Desk pages of appointments: a day, the list, one appointment, weekly figures."""

from starlette.routing import Route

from fullhouse.web.desk.frontdesk.appointments import (
    actions,
    appointment_page,
    list_page,
    sheet_page,
    summary_page,
    today_page,
)


def routes() -> list[Route]:
    """List every route of the pages of appointments."""
    return [
        *today_page.ROUTES,
        *list_page.ROUTES,
        *summary_page.ROUTES,
        *sheet_page.APPOINTMENT_ROUTES,
        *appointment_page.ROUTES,
        *actions.ROUTES,
    ]
