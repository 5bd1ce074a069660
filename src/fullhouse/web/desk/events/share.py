"""Links, QR codes and snippets to share an event, and a calendar feed of all events."""

from datetime import timedelta
from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.access import DESK, Member, digest
from fullhouse.engine.ical import feed_file
from fullhouse.engine.qr_code import code_as_data
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.locale import catalogue, to_translate
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.calendar_entries import host_entry
from fullhouse.products.rsvp.model import Event
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events.lookup import all_events, event_or_404
from fullhouse.web.desk.layout import page, problem
from fullhouse.web.pages import SECURITY

FEED = "feed"
KEPT_AFTER = timedelta(days=30)
# Texts of the snippets are in the language of the event, as its guests read them.
SIGN_UP = to_translate("Sign up: {event}")
LABELS = {
    "name": to_translate("Your name"),
    "email": to_translate("Your email"),
    "button": to_translate("Sign up"),
}
PARTY_LABEL = to_translate("How many people, including you?")
EMBED = """\
<script src="{address}/embed.js" async></script>
<noscript><a href="{address}">{label}</a></noscript>
"""
FORM = """\
<form method="post" action="{address}" accept-charset="utf-8">
  <p><label>{name} <input name="name" required autocomplete="name"></label></p>
  <p><label>{email} <input name="email" type="email" required autocomplete="email"></label></p>
{party}  <p><button>{button}</button></p>
</form>
"""
PARTY = """\
  <p><label>{label} \
<input name="party" type="number" min="1" max="{most}" value="1"></label></p>
"""


@event_or_404
async def share(request: Request, event: Event) -> Response:
    """Show the event's URL, its QR code, and snippets for another site."""
    address = f"{dependencies(request).engine.composer.urls.guests}/e/{event.id}"
    snippets = {"embed": embed_snippet(event, address), "form": form_snippet(event, address)}
    code = code_as_data(address)
    return page(
        request, "events/share.html", {"event": event, "address": address, "code": code, **snippets}
    )


def embed_snippet(event: Event, address: str) -> str:
    """Return HTML that puts the form on another site by script."""
    label = _text(event, SIGN_UP).format(event=event.name)
    return EMBED.format(address=escape(address), label=escape(label))


def form_snippet(event: Event, address: str) -> str:
    """Return an HTML form that works on another site without any script."""
    most = event.largest_party
    party = ""
    if most > 1:
        party = PARTY.format(label=escape(_text(event, PARTY_LABEL)), most=most)
    labels = {name: escape(_text(event, text)) for name, text in LABELS.items()}
    return FORM.format(address=escape(address), party=party, **labels)


def _text(event: Event, text: str) -> str:
    return catalogue(event.settings.language).translate(text)


@require_session
async def calendar(request: Request) -> Response:
    """Show the secret URL of the calendar feed of all events."""
    engine = dependencies(request).engine
    address = engine.composer.link_url(feed_link(request.state.session.member), "desk")
    return page(
        request,
        "events/calendar.html",
        {"address": address, "webcal": f"webcal:{address.partition(':')[2]}"},
    )


def feed_link(member: Member) -> Link:
    """Return the link of a member's feed; a new email address makes the old link invalid."""
    return Link(FEED, DESK, member.id, digest(member.email)[:16])


async def send_feed(request: Request, link: Link) -> Response:
    """Answer a feed link with all events to come and those of the last days."""
    engine = dependencies(request).engine
    member = engine.load(Get(Member, (link.person,)))
    if member is None or member.removed_at is not None or feed_link(member).offer != link.offer:
        text = gettext(
            "It belonged to someone who has left, or who has a new address. "
            "The new link is on the desk."
        )
        return problem(request, gettext("This calendar has moved"), text, 410)
    since = engine.now() - KEPT_AFTER
    entries = [
        host_entry(event, f"{engine.composer.urls.desk}/desk/e/{event.id}", engine.now())
        for event in all_events(engine)
        if event.ends > since
    ]
    headers = {**SECURITY, "Cache-Control": "no-store"}
    return Response(feed_file(entries, "Fullhouse"), 200, headers, "text/calendar")


ROUTES = [Route("/desk/e/{event}/share", share), Route("/desk/calendar", calendar)]
