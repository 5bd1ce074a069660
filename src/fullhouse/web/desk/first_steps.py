"""The first steps in an empty house: a checklist that ticks itself and goes when all is done."""

import msgspec
from starlette.requests import Request

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.trial_messages import TEST
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.model import AppointmentPage
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.model import LinePage
from fullhouse.products.rsvp.model import Event, EventPage
from fullhouse.web.dependencies import dependencies

MOST_TESTS = 50
MOST_EVENTS = 100


class FirstStep(msgspec.Struct, frozen=True):
    """A step: what to do, why, where, and whether it is done."""

    label: str
    why: str
    path: str
    done: bool


def steps_of(request: Request) -> tuple[FirstStep, ...]:
    """Return the steps of the owner of a new house; none if all are done, or if it is no house."""
    session = request.state.session
    if not session.is_owner or dependencies(request).desk.mail_server is None:
        return ()
    engine = dependencies(request).engine
    events = engine.load(EventPage(after="", limit=MOST_EVENTS))
    sends = "mail" in dependencies(request).carries()
    steps = (
        _email(done=bool(session.member.email)),
        _mail_server(done=sends),
        _something_to_join(engine, events),
        _test_message(engine),
        _share(engine, events),
    )
    return () if all(step.done for step in steps) else steps


def _email(*, done: bool) -> FirstStep:
    return FirstStep(
        gettext("Enter your email address"),
        gettext("You sign in with it, and get your guests' questions."),
        "/desk/setup#your-email",
        done,
    )


def _mail_server(*, done: bool) -> FirstStep:
    return FirstStep(
        gettext("Set up your mail server"),
        gettext("Until then no email leaves, and guests get none."),
        "/desk/setup#mail-server",
        done,
    )


def _something_to_join(engine: Engine, events: tuple[Event, ...]) -> FirstStep:
    if not events and _has_rules(engine):
        return FirstStep(
            gettext("Write the rules of your front desk"), "", "/desk/waitlist", done=True
        )
    return FirstStep(
        gettext("Create your first event"),
        gettext("Or write the rules of your front desk, if you take appointments."),
        "/desk/new",
        bool(events),
    )


def _test_message(engine: Engine) -> FirstStep:
    tests = engine.load(MessagePage(kind=TEST, limit=MOST_TESTS))
    return FirstStep(
        gettext("Send yourself a test"),
        gettext("It shows that email arrives."),
        "/desk/setup#test",
        any(test.status == "sent" for test in tests),
    )


def _share(engine: Engine, events: tuple[Event, ...]) -> FirstStep:
    path = "/desk/new"
    if events:
        path = f"/desk/e/{events[0].id}/share"
    elif _has_rules(engine):
        path = "/desk/waitlist/connections"
    return FirstStep(
        gettext("Share the page with your guests"),
        gettext("Done as soon as the first one signs up."),
        path,
        _somebody_came(engine, events),
    )


def _somebody_came(engine: Engine, events: tuple[Event, ...]) -> bool:
    if any(event.taken or event.waiting for event in events):
        return True
    if engine.load(LinePage(limit=1)):
        return True
    return bool(engine.load(AppointmentPage(limit=1)))


def _has_rules(engine: Engine) -> bool:
    return engine.load(Get(Document, ("rules",))) is not None
