"""Problems of a sign-up: why nobody can sign up like this now."""

from datetime import datetime

from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.event_content import questions_of
from fullhouse.products.rsvp.form_questions import answers_problem
from fullhouse.products.rsvp.model import Event, GuestListState, Source


def why_refused(
    state: GuestListState, event: Event, command: SignUp, now: datetime
) -> tuple[str, str]:
    """Return the code of a problem and the field that it is about."""
    problem = why_no_sign_up(event, command.party, command.source, now)
    if problem:
        return problem, problem_field(problem)
    if event.asks or command.answers:
        return _answers_problem(state, command)
    return "", ""


def _answers_problem(state: GuestListState, command: SignUp) -> tuple[str, str]:
    """Return the code of a problem with the answers, and its field.

    Only the form needs them all: others are asked for the rest on the guest's own page.
    """
    complete = command.source == "form" and not command.link
    return answers_problem(
        questions_of(state.content), command.answers, command.party, complete=complete
    )


def why_no_sign_up(event: Event, party: int, source: Source, now: datetime) -> str:
    """Return why nobody can sign up like this now; empty if they can."""
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= event.starts:
        return "event_over"
    if event.state == "closed" and source not in ("import", "host"):
        return "sign_up_closed"
    return why_no_party(party, event.largest_party)


def problem_field(problem: str) -> str:
    """Return the field of the form that a problem is about."""
    return "party" if problem in ("bad_party", "party_too_big") else ""


def why_no_party(party: int, most: int) -> str:
    """Return why a party cannot be that large; empty if it can."""
    if party < 1:
        return "bad_party"
    if party > most:
        return "party_too_big"
    return ""
