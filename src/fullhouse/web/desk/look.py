"""The look of the house: its name, its accent colour and its logo, set by an owner."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.brand import LONGEST_NAME, Brand, SetBrand, SetLogo
from fullhouse.engine.ports import Unreadable
from fullhouse.inbound import cover_image
from fullhouse.inbound.forms.event_json import clean_line, invalid
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.accent import Palette, palette, read_colour
from fullhouse.kernel.commands import Command
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.web.brand import brand_of, page_look
from fullhouse.web.dependencies import MakeLogo, dependencies
from fullhouse.web.desk.auth import Handler, require_session, require_session_with_files
from fullhouse.web.desk.layout import go, page, problem

HOME = "/desk/look"
LENGTH_OF_DIGEST = 32
REASONS = {
    cover_image.NO_PICTURE: to_translate("This is not a picture. Use a JPEG, PNG or WebP file."),
    cover_image.TOO_LARGE: to_translate("This file is larger than 8 MB."),
    cover_image.TOO_MANY_PIXELS: to_translate("This picture has more than 50 million pixels."),
    cover_image.TOO_SMALL: to_translate("This logo is too small: use at least 24 pixels."),
}
OTHER = to_translate("This picture can't be used. Save it as a PNG file and try again.")


def owners_only(handler: Handler) -> Handler:
    """Serve a page for owners only, and only where a look is kept."""

    @require_session
    async def serve(request: Request) -> Response:
        if not request.state.session.is_owner:
            text = gettext("Ask an owner to change the look. You find them under Team.")
            return problem(request, gettext("This is for owners"), text, 403)
        if not dependencies(request).keeps_brand:
            text = gettext("Logo and colour can't be set on this server yet.")
            return problem(request, gettext("Not on this server"), text, 404)
        return await handler(request)

    return serve


@owners_only
async def look(request: Request) -> Response:
    """Show the look, or save the name and the colour."""
    brand = brand_of(request) or Brand()
    if request.method != "POST":
        return _page(request, brand, {"name": brand.name, "accent": brand.accent})
    form = await request.form()
    typed = {name: str(form.get(name, "")) for name in ("name", "accent")}
    accent = read_colour(typed["accent"])
    wrong: dict[str, str] = {}
    name = brand.name
    if typed["accent"].strip() and not accent:
        wrong["accent"] = gettext(
            "A colour has six digits from 0 to 9 and from A to F, such as #1f6b43."
        )
    try:
        name = _name(typed["name"], brand)
    except Invalid as unfit:
        wrong["name"] = unfit.problems[0].message
    if wrong:
        return _page(request, brand, typed, wrong)
    return await _save(request, SetBrand(name=name, accent=accent))


def _name(typed: str, brand: Brand) -> str:
    """Return the name of the house; a logo needs one."""
    field = gettext("Name")
    name = clean_line(typed, field, empty=not brand.logo)
    if len(name) > LONGEST_NAME:
        sentence = gettext(
            "%(field)s may have at most %(most)s characters.", field=field, most=LONGEST_NAME
        )
        raise invalid("too_long", sentence, "name")
    return name


@owners_only
async def logo(request: Request) -> Response:
    """Take a logo, or remove the one there is."""
    form = await request.form()
    if form.get("remove"):
        return await _save(request, SetLogo())
    make_logo = dependencies(request).desk.make_logo
    brand = brand_of(request) or Brand()
    if make_logo is None:
        return _refused(request, gettext("Pictures can't be read on this server."))
    if not brand.name:
        return _refused(
            request, gettext("Please save a name first: emails show it where they load no picture.")
        )
    try:
        return await _save(request, await _read(form, make_logo))
    except Unreadable as unreadable:
        return _refused(request, translate(REASONS.get(unreadable.reason, OTHER)))


async def _read(form: FormData, make_logo: MakeLogo) -> SetLogo:
    """Return the command for an uploaded logo; its name comes from what it became."""
    file = form.get("file")
    content = b""
    if isinstance(file, UploadFile):
        content = await file.read(cover_image.LARGEST_UPLOAD + 1)
    if not content or len(content) > cover_image.LARGEST_UPLOAD:
        raise Unreadable(cover_image.TOO_LARGE if content else cover_image.NO_PICTURE)
    made = await run_in_threadpool(make_logo, content)
    digest = sha256(made.content).hexdigest()[:LENGTH_OF_DIGEST]
    return SetLogo(digest=digest, width=made.width, height=made.height, content=made.content)


async def _save(request: Request, command: Command) -> Response:
    answer = await dependencies(request).engine.execute(command, request.state.session.by)
    return go(request, HOME, "unchanged" if answer == "unchanged" else "look_changed")


def _refused(request: Request, why: str) -> Response:
    return problem(request, gettext("The logo was not changed"), why, 422, HOME)


class Sample(msgspec.Struct, frozen=True):
    """A link and a button as they look by day or by night."""

    label: str
    paper: str
    link: str
    button: str


def _samples(made: Palette) -> tuple[Sample, ...]:
    return (
        Sample(gettext("By day"), "#faf6ef", made.link, made.button),
        Sample(gettext("By night"), "#16120f", made.night_link, made.night_button),
    )


def _page(
    request: Request,
    brand: Brand,
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
) -> Response:
    made = palette(brand.accent) if brand.accent else None
    shown = {
        "brand": brand,
        "shown": page_look(request),
        "fields": typed,
        "wrong": wrong or {},
        "samples": _samples(made) if made else (),
        "is_adapted": made is not None and {made.link, made.night_link} != {brand.accent},
        "takes_logos": dependencies(request).desk.make_logo is not None,
        "longest": LONGEST_NAME,
    }
    return page(request, "look.html", shown, 422 if wrong else 200)


ROUTES = [
    Route(HOME, look, methods=["GET", "POST"]),
    Route(
        f"{HOME}/logo",
        require_session_with_files(cover_image.LARGEST_UPLOAD)(logo),
        methods=["POST"],
    ),
]
