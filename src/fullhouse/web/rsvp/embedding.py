"""Embeddable form, QR codes, calendar file, cover and share image of an event."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.ical import entry_file
from fullhouse.engine.qr_code import draw_code
from fullhouse.kernel.accent import palette
from fullhouse.locale import to_translate
from fullhouse.locale.current import chosen_language, current_language, translate
from fullhouse.products.rsvp.calendar_entries import public_entry
from fullhouse.products.rsvp.messages import event_facts
from fullhouse.products.rsvp.model import Event
from fullhouse.products.rsvp.room_plan import Headcount
from fullhouse.web.brand import brand_of, page_look
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import A_WHILE, AS_CALENDAR, FOR_EVER, SECURITY, TYPES, assets
from fullhouse.web.rsvp.content_view import cover_file
from fullhouse.web.rsvp.lookup import find_event
from fullhouse.web.texts import direction

ANYWHERE = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
AN_HOUR = {"Cache-Control": "public, max-age=3600"}
# The texts of the embedded form; the script has a name in place of them.
EMBEDDED_TEXTS = {
    "host": to_translate("Hosted by %(name)s"),
    "away": to_translate("We can't show the form at the moment."),
    "open_page": to_translate("Open the event's page"),
    "take": to_translate("Sign up"),
    "join": to_translate("Join the waitlist"),
    "sign_up": to_translate("Sign up"),
    "name": to_translate("Your name"),
    "email": to_translate("Your email"),
    "party": to_translate("How many people, including you?"),
    "choose": to_translate("Please choose"),
    "optional": to_translate("optional"),
    "you": to_translate("You"),
    "person": to_translate("Person %(number)s"),
    "lost": to_translate("That didn't get through. Please try again. Doing it twice does no harm."),
    "inbox": to_translate("Check your inbox for the details."),
}
TEXTS_IN_SCRIPT = b"const TEXTS = {};"
# The colours of the script's style that the house may have others for.
DAY_COLOURS = b"--link: #a3182e; --button: #a3182e; --down: #7f1023;"
NIGHT_COLOURS = b"--link: #f4687a; --button: #c22b43; --down: #a81f36;"


async def embed(request: Request) -> Response:
    """Send the script that embeds the form in another site.

    The script gets the event from its own address, and its texts in the event's language.
    """
    find_event(request)
    headers = {**SECURITY, **ANYWHERE, "Cache-Control": A_WHILE}
    return Response(_script(request), 200, headers, TYPES["js"])


def _script(request: Request) -> bytes:
    texts = {name: translate(text) for name, text in EMBEDDED_TEXTS.items()}
    written = msgspec.json.encode(
        {
            "language": current_language(),
            "chosen": chosen_language(),
            "direction": direction(),
            "logo": _logo(request),
            **texts,
        }
    )
    script = assets()["embed.js"].body.replace(TEXTS_IN_SCRIPT, b"const TEXTS = %b;" % written)
    brand = brand_of(request)
    return _coloured(script, brand.accent) if brand is not None and brand.accent else script


def _logo(request: Request) -> dict[str, object] | None:
    """Return the logo of the house as the script shows it."""
    look = page_look(request)
    if not look.logo:
        return None
    address = f"{dependencies(request).engine.composer.urls.guests}{look.logo}"
    return {"src": address, "alt": look.name, "width": look.width, "height": look.height}


def _coloured(script: bytes, accent: str) -> bytes:
    """Return the script with the colour of the house in place of ours."""
    made = palette(accent)
    day = f"--link: {made.link}; --button: {made.button}; --down: {made.pressed};"
    night = f"--link: {made.night_link}; --button: {made.night_button};"
    night = f"{night} --down: {made.night_pressed};"
    return script.replace(DAY_COLOURS, day.encode()).replace(NIGHT_COLOURS, night.encode())


async def qr_svg(request: Request) -> Response:
    """Send the QR code of the page as SVG, for a poster or a slide."""
    drawn = draw_code(_address(request, find_event(request)), "svg")
    return Response(drawn, 200, {**SECURITY, **ANYWHERE, **AN_HOUR}, "image/svg+xml")


async def qr_png(request: Request) -> Response:
    """Send the QR code of the page as PNG."""
    drawn = draw_code(_address(request, find_event(request)), "png")
    return Response(drawn, 200, {**SECURITY, **ANYWHERE, **AN_HOUR}, "image/png")


def _address(request: Request, event: Event) -> str:
    return f"{dependencies(request).engine.composer.urls.guests}/e/{event.id}"


async def calendar_file(request: Request) -> Response:
    """Send the event as a calendar file."""
    event = find_event(request)
    entry = public_entry(
        event_facts(event), _address(request, event), dependencies(request).engine.now()
    )
    return Response(entry_file(entry), 200, AS_CALENDAR, "text/calendar")


async def cover(request: Request) -> Response:
    """Send a file of the cover; its name changes with its content."""
    engine, place = dependencies(request).engine, request.path_params
    found = cover_file(engine, place["event"], place["name"])
    if found is None:
        return Response(status_code=404, headers=SECURITY)
    return Response(found, 200, {**SECURITY, **ANYWHERE, "Cache-Control": FOR_EVER}, "image/jpeg")


async def share_image(request: Request) -> Response:
    """Send the picture of the room, for previews of links to the event's page."""
    event, images = find_event(request), dependencies(request).share_images
    drawn = None if images is None else await images.of(Headcount.of(event))
    if drawn is None:
        return Response(status_code=404, headers=SECURITY)
    return Response(drawn, 200, {**SECURITY, **ANYWHERE, "Cache-Control": A_WHILE}, "image/png")


def routes() -> list[BaseRoute]:
    """Return the routes of an event's files."""
    return [
        Route("/e/{event}/embed.js", embed),
        Route("/e/{event}/qr.svg", qr_svg),
        Route("/e/{event}/qr.png", qr_png),
        Route("/e/{event}/calendar.ics", calendar_file),
        Route("/e/{event}/cover/{name}", cover),
        Route("/e/{event}/share.png", share_image),
    ]
