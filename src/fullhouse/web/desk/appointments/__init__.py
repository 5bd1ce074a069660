"""The front desk of appointments: a day's book, the list, one appointment with its chain, how the weeks went."""

from starlette.routing import Route

from fullhouse.web.desk.appointments import doing, people, person, sheet, summary, today


def routes() -> list[Route]:
    """List every route of the pages of appointments."""
    return [*today.ROUTES, *people.ROUTES, *summary.ROUTES, *sheet.APPOINTMENT_ROUTES, *person.ROUTES, *doing.ROUTES]
