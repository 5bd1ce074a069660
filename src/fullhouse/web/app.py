"""The whole web side as one ASGI app: all pages, links, the desk and the API, and the wire of the command line."""

from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.types import Lifespan

from fullhouse.engine.core import Engine
from fullhouse.lanes.mail.lane import MailLane
from fullhouse.web import answering, appointments, backstage, calendar_push, desk, guest, links, slack, waitlist
from fullhouse.web.api import control
from fullhouse.web.dependencies import Rehearse
from fullhouse.web.frame import framed


def make_app(
    engine: Engine,
    *,
    lifespan: Lifespan[Starlette] | None = None,
    admit: Mapping[str, str] | None = None,
    mail: MailLane | None = None,
    rehearse: Rehearse | None = None,
    means: waitlist.Means | None = None,
) -> Starlette:
    """Put the app together around a house; `admit` names who speaks with a token of this digest, beside the stored.

    `means` is what the waitlist's pages are lent; what Slack's hook needs is lent afterwards.
    """
    followed = links.routes({**answering.PURPOSES, **desk.PURPOSES}, waitlist.PURPOSES, appointments.PURPOSES)
    for_all = [*guest.routes(), *waitlist.routes(), *slack.routes(), *calendar_push.routes(), *followed]
    app = framed(engine, [*for_all, *backstage.routes(), *control.routes()], lifespan=lifespan)
    waitlist.equip(app, means or waitlist.Means())
    slack.equip(app, slack.Means())
    calendar_push.equip(app)
    files = mail.files if mail is not None else None
    backstage.equip(app, backstage.Means(admit=dict(admit or {}), files=files, rehearse=rehearse))
    app.state.mail = mail
    return app
