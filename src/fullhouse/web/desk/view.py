"""How the desk's pages are put on paper: one template each, with what every page shows around it."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from fullhouse.web.desk import wording
from fullhouse.web.desk.strip import strip
from fullhouse.web.look.room import room

# What a page says after a form has done its work; a redirect carries only the word.
DONE = {
    "created": "The event is open. Share its page, and watch the room fill.",
    "changed": "Saved.",
    "unchanged": "Nothing was different, so nothing was changed.",
    "closed": "Sign-up is closed. The line, offers and cancellations go on.",
    "reopened": "Sign-up is open again.",
    "event_cancelled": "The event is cancelled, and everyone is being told.",
    "guest_cancelled": "The guest is cancelled.",
    "link_sent": "The link is on its way to the guest's inbox.",
    "signed_out": "You are signed out.",
}


@cache
def environment() -> Environment:
    """Set up the templates once."""
    env = Environment(
        loader=PackageLoader("fullhouse.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    env.filters.update(when=wording.when, until=wording.until, people=wording.people)
    env.globals.update(room=room, words=wording)
    return env


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:  # noqa: ANN401 - for templates
    """Fill in a page of the desk."""
    house = request.app.state.house
    session = getattr(request.state, "session", None)
    around = {
        "request": request,
        "session": session,
        "form_token": session.form_token if session else "",
        "now": house.now(),
        "base_url": house.base_url,
        "done": DONE.get(request.query_params.get("done", ""), ""),
        "strip": strip(request, context.get("event")) if session else None,
        "live": "",
    }
    text = environment().get_template(f"desk/{template}").render({**around, **context})
    return HTMLResponse(text, status)


def problem(request: Request, heading: str, text: str, status: int, back: str = "/desk") -> Response:
    """Say what went wrong, what was kept, and what to do."""
    return page(request, "problem.html", status, heading=heading, text=text, back=back)


def go(path: str, done: str = "") -> Response:
    """Send the browser on after a form has done its work."""
    return RedirectResponse(f"{path}?done={done}" if done else path, 303)
