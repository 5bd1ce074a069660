"""Errors of the API: one schema for all, and the HTTP status of each code."""

from typing import NoReturn

from msgspec import UNSET
from starlette.responses import Response

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.errors import Error, ErrorDetail, json

UNPROCESSABLE = 422
STATUS = {
    "bad_json": 400,
    "not_signed_in": 401,
    "not_found": 404,
    "unknown_event": 404,
    "unknown_guest": 404,
    "clock_is_real": 409,
    "sign_up_closed": 409,
    "event_cancelled": 409,
    "event_over": 409,
    "already_cancelled": 409,
    "no_room": 409,
    "no_seat_here": 409,
    "too_many_check_ins": 409,
    "address_taken": 409,
    "event_ended": 409,
    "unknown_entry": 404,
    "unknown_slot": 404,
    "already_waiting": 409,
    "already_booked": 409,
    "too_many": 409,
    "entry_booked": 409,
    "entry_left": 409,
    "entry_removed": 409,
    "entry_expired": 409,
    "unknown_proposal": 404,
    "proposal_approved": 409,
    "proposal_discarded": 409,
    "proposal_changed": 409,
    "unknown_appointment": 404,
    "appointment_cancelled": 409,
    "appointment_no_show": 409,
    "appointment_confirmed": 409,
    "taken": 409,
    "past": 409,
    "time_passed": 409,
    "too_early": 409,
}


def refuse(code: str, message: str, field: str = "") -> NoReturn:
    """Refuse the request with a code and a message."""
    raise Invalid(FieldProblem(code, message, field))


def refuse_unless_done(answer: GuestResult) -> None:
    """Refuse the request if the result is a problem."""
    if answer.code in PROBLEMS:
        field, _, detail = answer.field.partition(": ")
        refuse(answer.code, f"{PROBLEMS[answer.code]} {detail}".strip(), field)


def refusal(problem: FieldProblem) -> Response:
    """Return the error response of a problem."""
    return error(STATUS.get(problem.code, UNPROCESSABLE), problem)


def error(status: int, problem: FieldProblem, **headers: str) -> Response:
    """Return an error response with a given status."""
    return json(status, Error(said(problem)), **headers)


def said(problem: FieldProblem) -> ErrorDetail:
    """Return the schema of a problem."""
    return ErrorDetail(code=problem.code, message=problem.message, field=problem.field or UNSET)
