"""The cover image of an event: uploaded or removed on the tab of its page."""

from hashlib import sha256

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound import cover_image
from fullhouse.inbound.forms.event_json import clean_line
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.event_content import SetCover
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.web.dependencies import MakeCover, dependencies
from fullhouse.web.desk.auth import require_session_with_files
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, problem

LENGTH_OF_DIGEST = 32
REASONS = {
    cover_image.NO_PICTURE: to_translate("This is not a picture. Use a JPEG, PNG or WebP file."),
    cover_image.TOO_LARGE: to_translate("This file is larger than 8 MB."),
    cover_image.TOO_MANY_PIXELS: to_translate("This picture has more than 50 million pixels."),
    cover_image.TOO_SMALL: to_translate("This picture is too small: use at least 200 pixels."),
    cover_image.TOO_NARROW: to_translate("This picture is too long for its width."),
}
OTHER = to_translate("This picture can't be used. Save it as a JPEG file and try again.")


@event_or_404
async def set_cover(request: Request, event: Event) -> Response:
    """Take a picture, or remove the one there is."""
    form = await request.form()
    if form.get("remove"):
        return await _save(request, event, SetCover(event_id=event.id))
    make_cover = dependencies(request).desk.make_cover
    if make_cover is None:
        return _refused(request, event, gettext("Pictures can't be read on this server."))
    try:
        command = await _read(event, form, make_cover)
    except Unreadable as unreadable:
        return _refused(request, event, translate(REASONS.get(unreadable.reason, OTHER)))
    except Invalid as unfit:
        return _refused(request, event, unfit.problems[0].message)
    return await _save(request, event, command)


async def _read(event: Event, form: FormData, make_cover: MakeCover) -> SetCover:
    """Return the command for an uploaded picture; its name comes from what it became."""
    alt = clean_line(str(form.get("alt", "")), gettext("What it shows"), empty=True)
    file = form.get("file")
    content = b""
    if isinstance(file, UploadFile):
        content = await file.read(cover_image.LARGEST_UPLOAD + 1)
    if not content or len(content) > cover_image.LARGEST_UPLOAD:
        raise Unreadable(cover_image.TOO_LARGE if content else cover_image.NO_PICTURE)
    made = await run_in_threadpool(make_cover, content)
    return SetCover(
        event_id=event.id,
        digest=sha256(b"".join(made.images)).hexdigest()[:LENGTH_OF_DIGEST],
        width=made.width,
        height=made.height,
        alt=alt,
        images=made.images,
    )


async def _save(request: Request, event: Event, command: SetCover) -> Response:
    answer: GuestResult = await dependencies(request).engine.execute(
        command, request.state.session.by
    )
    done = "unchanged" if answer.code == "unchanged" else "page_changed"
    return go(request, f"/desk/e/{event.id}/page", done)


def _refused(request: Request, event: Event, why: str) -> Response:
    heading = gettext("The cover was not changed")
    return problem(request, heading, why, 422, f"/desk/e/{event.id}/page")


ROUTES = [
    Route(
        "/desk/e/{event}/page/cover",
        require_session_with_files(cover_image.LARGEST_UPLOAD)(set_cover),
        methods=["POST"],
    )
]
