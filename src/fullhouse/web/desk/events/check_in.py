"""The door page: check-in by tap, search or code, walk-ins, no-shows and door passes.

The page keeps the list and what was done in the browser, so it works offline. It sends what was
done as a batch, and gets an answer to each, and the list if it changed.
"""

import asyncio
from itertools import takewhile
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditPage, LatestAudit
from fullhouse.engine.rate_limit import DOOR_ACTION, DOOR_LIST
from fullhouse.inbound.forms.door_json import DoorAction, read_action, read_batch
from fullhouse.inbound.forms.guest_form import Invalid, clean_name
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import pgettext, translate
from fullhouse.products.rsvp.check_in import REST
from fullhouse.products.rsvp.commands import MakeDoorPass, ReleaseNoShows, RevokeDoorPass, WalkIn
from fullhouse.products.rsvp.door_passes import closes_at, opens_at
from fullhouse.products.rsvp.form_questions import fitting
from fullhouse.products.rsvp.model import Event, Guest, GuestPage, GuestResult
from fullhouse.web.dependencies import Dependencies, dependencies
from fullhouse.web.desk.events.door_access import DoorAccess, at_the_door, page_path, pass_link
from fullhouse.web.desk.events.live_updates import ASK_AGAIN_MS, SPARING_MS
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import HEADERS, go, page
from fullhouse.web.errors import json
from fullhouse.web.limits import too_many_requests
from fullhouse.web.pages import SECURITY, assets, root
from fullhouse.web.rsvp.answer_fields import load_questions, public_question

READ_AT_ONCE = 500
MOST_NEWS = 100
LONGEST_VERSION = 20
# What the page says about each answer, and its own sentences; [name] and [count] are filled in.
TEXTS = {
    "no_seat_here": to_translate("[name] has no seat at the moment."),
    "no_room": to_translate("No free seat for [name]. Nobody was let in."),
    "no_room_party": to_translate(
        "[name] needs [count] seats, and fewer are free. Nobody was let in."
    ),
    "address_taken": to_translate("This address is on the list already. Look for [name] there."),
    "event_ended": to_translate("The event is over. [name] was not checked in."),
    "event_cancelled": to_translate("The event is cancelled. [name] was not checked in."),
    "unknown_guest": to_translate("[name] is not on the list any more."),
    "offer_lapsed": to_translate("The time to claim this seat has passed for [name]."),
    "too_many_check_ins": to_translate("[name] was checked in and out too often."),
    "admitted_extra": to_translate("[name] was let in without a free seat and is listed below."),
    "already_in": to_translate("[name] is already checked in."),
    "not_saved": to_translate("Something is wrong with the entry for [name]. It was not saved."),
    "over": to_translate("The event is over."),
    "online": to_translate("Online: everything is saved."),
    "sending": to_translate("Sending [count]…"),
    "offline": to_translate("Offline: [count] waiting to be sent."),
    "signed_out": to_translate("Signed out: [count] waiting to be sent. Please sign in again."),
    "old_page": to_translate("Please load this page again. [count] waiting to be sent."),
    "check_in": to_translate("Check in"),
    "all": to_translate("All [count]"),
    "one": to_translate("One person"),
    "let_in": to_translate("Let in"),
    "of": to_translate("[here] of [count] here"),
    "free": to_translate("Free seats: [count]"),
    "party": to_translate("party of [count]"),
    "person": to_translate("Person [number]"),
    "waiting": to_translate("On the waitlist"),
    "pending": to_translate("Not confirmed yet"),
    "released": to_translate("Seat released"),
    "no_seat": to_translate("No seat"),
    "nameless": to_translate("Guest without a name"),
    "nobody": to_translate("Nobody matches."),
    "more": to_translate("[count] more. Type a part of the name."),
    "needs_https": to_translate(
        "The camera works only over a secure connection (https). Please search by name."
    ),
    "no_reader": to_translate("This browser cannot read codes. Please search by name."),
    "no_camera": to_translate("The camera is not available. Please search by name."),
    "wrong_code": to_translate("This code is for another event, or not one of ours."),
}

PASS_ENDED = to_translate(
    "This door pass has ended: [count] waiting to be sent. Please ask the host for a new one."
)


@at_the_door
async def door_page(request: Request, event: Event, access: DoorAccess) -> Response:
    """Show the page; the list itself is loaded by its script."""
    context = {
        "event": event,
        "door_token": access.form_token,
        "is_host": access.is_host,
        "texts": _texts(access),
        "path": page_path(event),
    }
    shown = page(request, "events/check_in.html", context)
    shown.headers["Permissions-Policy"] = HEADERS["Permissions-Policy"].replace(
        "camera=()", "camera=(self)"
    )
    return shown


def _texts(access: DoorAccess) -> dict[str, str]:
    """Return the sentences of the page; whoever has a door pass never signed in."""
    texts = {name: translate(text) for name, text in TEXTS.items()}
    if not access.is_member:
        texts["signed_out"] = translate(PASS_ENDED)
    return {**texts, "undo": pgettext("door", "Undo")}


@at_the_door
async def sync(request: Request, event: Event, access: DoorAccess) -> Response:
    """Carry out what a device did, and send what is new since the list that it has."""
    lent = dependencies(request)
    try:
        batch = read_batch(await request.body())
    except Invalid as invalid:
        return json(422, {"error": {"code": invalid.problems[0].code}})
    results = await _carry_out_all(lent, event, batch.actions, access)
    if batch.actions and not results:
        return too_many_requests(request, DOOR_ACTION)
    told: dict[str, Any] = {
        "results": results,
        "version": batch.version,
        "over": lent.engine.now() >= event.ends,
        "ask_again_ms": ASK_AGAIN_MS if lent.desk.streams else SPARING_MS,
    }
    version = _version(lent.engine, event.id)
    if version != batch.version:
        news = await _news(lent, event.id, _number(batch.version, int(version)), access)
        told |= {**news, "version": version} if news else {}
    return json(200, told)


async def _carry_out_all(
    lent: Dependencies, event: Event, actions: list[DoorAction], access: DoorAccess
) -> list[dict[str, Any]]:
    """Carry actions out, as many as the limit allows; a device sends the others again.

    They are started together and executed in this order: a store can commit them as one.
    """
    client = _client(event.id, access)
    allowed = takewhile(lambda _: lent.limiter.take(DOOR_ACTION, client), actions)
    return await asyncio.gather(
        *(_carry_out(lent.engine, event, action, access) for action in allowed)
    )


def _client(event_id: str, access: DoorAccess) -> str:
    return f"{event_id}:{access.by}"


async def _carry_out(
    engine: Engine, event: Event, action: DoorAction, access: DoorAccess
) -> dict[str, Any]:
    try:
        command = read_action(action, event.id)
    except Invalid as invalid:
        is_unknown = invalid.problems[0].code == "unknown_guest"
        code = "unknown_guest" if is_unknown else "not_saved"
        return {"nonce": action.nonce, "code": code}
    if isinstance(command, WalkIn) and command.answers:
        # Nobody waits at the door because a question has changed since.
        fit = fitting(load_questions(engine, event), command.answers, command.party)
        command = msgspec.structs.replace(command, answers=fit)
    answer: GuestResult = await engine.execute(command, access.by)
    told = {"nonce": action.nonce, "code": answer.code}
    if answer.code == "address_taken" and answer.guest is not None:
        # Only the name on the list helps to find whoever has this address.
        told["name"] = _name(answer.guest, access)
    return told


def _number(version: str, latest: int) -> int:
    """Return the number of the last audit line that a device knows; 0 if it has no list.

    After a restore a device may know of lines that are gone, so its list counts no more.
    """
    if not version.isdecimal() or len(version) > LONGEST_VERSION:
        return 0
    known = int(version)
    return known if known <= latest else 0


def _version(engine: Engine, event_id: str) -> str:
    latest = engine.load(LatestAudit(event_id, limit=1))
    return str(latest[0].number) if latest else "0"


async def _news(
    lent: Dependencies, event_id: str, known: int, access: DoorAccess
) -> dict[str, Any]:
    """Return the guests who changed since a version, or the whole list if they are many.

    Nothing is returned if the helper has had whole lists too often: a device asks again.
    """
    engine = lent.engine
    lines = engine.load(AuditPage(event_id, known, MOST_NEWS + 1)) if known else ()
    if not known or len(lines) > MOST_NEWS:
        if not lent.limiter.take(DOOR_LIST, _client(event_id, access)):
            return {}
        async with lent.door_list:
            return {"list": await _list(engine, event_id, access)}
    changed: list[dict[str, Any]] = []
    gone: list[str] = []
    subjects = dict.fromkeys(line.subject for line in lines)
    for key in subjects:
        guest = engine.load(Get(Guest, (event_id, key)))
        if guest is None or not _is_listed(guest):
            gone.append(key)
        else:
            changed.append(_row(guest, access))
    news = {"changed": changed, "gone": gone, "counts": _counts(engine, event_id)}
    return {**news, "questions": _questions(engine, event_id)} if event_id in subjects else news


async def _list(engine: Engine, event_id: str, access: DoorAccess) -> dict[str, Any]:
    guests: list[dict[str, Any]] = []
    after = ""
    while part := engine.load(GuestPage(event_id, "", after, READ_AT_ONCE)):
        guests += [_row(guest, access) for guest in part if _is_listed(guest)]
        after = part[-1].id
        await asyncio.sleep(0)  # let other requests run
    counts = _counts(engine, event_id)
    return {"guests": guests, "counts": counts, "questions": _questions(engine, event_id)}


def _questions(engine: Engine, event_id: str) -> list[dict[str, object]]:
    """Return what people at the door can be asked."""
    return [
        public_question(question) for question in load_questions(engine, _event(engine, event_id))
    ]


def _event(engine: Engine, event_id: str) -> Event:
    event = engine.load(Get(Event, (event_id,)))
    assert event is not None  # noqa: S101 - events are never deleted
    return event


def _counts(engine: Engine, event_id: str) -> dict[str, int]:
    event = _event(engine, event_id)
    return {"cap": event.cap, "confirmed": event.confirmed, "taken": event.taken}


def _is_listed(guest: Guest) -> bool:
    if guest.is_erased:
        return guest.admitted_extra > 0 or guest.arrived > 0
    is_expected = guest.state != "cancelled" or guest.released_at is not None
    return is_expected or guest.admitted_extra > 0


def _row(guest: Guest, access: DoorAccess) -> dict[str, Any]:
    """Return a guest as the page shows them; only members see the address of one without name."""
    row: dict[str, Any] = {
        "id": guest.id,
        "name": _name(guest, access),
        "party": guest.party,
        "state": "released" if guest.released_at is not None else guest.state,
        "in": guest.arrived,
        "extra": guest.admitted_extra,
    }
    live = [arrival.nonce for arrival in guest.arrivals if not arrival.undone]
    if live and REST not in live:
        row["nonces"] = live
    return row


def _name(guest: Guest, access: DoorAccess) -> str:
    if guest.is_erased:
        return ""
    if guest.name or not access.is_member:
        return guest.name
    return guest.email


@at_the_door
async def worker(request: Request, event: Event, _access: DoorAccess) -> Response:
    """Send the service worker that opens the page offline, for this page only."""
    found = assets()["door_worker.js"]
    scope = {"Service-Worker-Allowed": f"{root(request)}{page_path(event)}"}
    headers = {**SECURITY, **scope, "Cache-Control": "no-cache"}
    return Response(found.body, 200, headers, found.media_type)


@event_or_404
async def no_shows(request: Request, event: Event) -> Response:
    """Ask before the seats of guests who did not come are released; release them."""
    engine = dependencies(request).engine
    if request.method == "POST":
        command = ReleaseNoShows(event_id=event.id)
        answer: GuestResult = await engine.execute(command, request.state.session.by)
        return go(request, page_path(event), answer.code)
    parties = [guest.party async for guest in _missing(engine, event)]
    context = {"event": event, "path": page_path(event)}
    counts = {"guests": len(parties), "seats": sum(parties)}
    is_open = event.state != "cancelled" and event.starts <= engine.now() < event.ends
    return page(request, "events/no_shows.html", {**context, **counts, "is_open": is_open})


async def _missing(engine: Engine, event: Event) -> Any:  # noqa: ANN401 - guests, one by one
    after = ""
    while part := engine.load(GuestPage(event.id, "confirmed", after, READ_AT_ONCE)):
        for guest in part:
            if not guest.arrived:
                yield guest
        after = part[-1].id
        await asyncio.sleep(0)


@event_or_404
async def passes(request: Request, event: Event) -> Response:
    """Show the door passes of an event, or make one."""
    engine, session = dependencies(request).engine, request.state.session
    if request.method == "POST":
        form = await request.form()
        try:
            name = clean_name(str(form.get("name", "")))
        except Invalid as invalid:
            return _passes_page(request, event, invalid.problems[0].message)
        made = MakeDoorPass(event_id=event.id, pass_id=engine.ids.new(), name=name)
        answer: GuestResult = await engine.execute(made, session.by)
        return go(request, f"{page_path(event)}/passes", answer.code)
    return _passes_page(request, event)


def _passes_page(request: Request, event: Event, wrong: str = "") -> Response:
    composer = dependencies(request).engine.composer
    live = [one for one in event.door_passes if one.revoked_at is None]
    rows = [(one, composer.link_url(pass_link(event, one), "desk")) for one in live]
    context = {"event": event, "path": page_path(event), "passes": rows, "wrong": wrong}
    times = {"opens": opens_at(event), "closes": closes_at(event)}
    return page(request, "events/door_passes.html", {**context, **times}, 422 if wrong else 200)


@event_or_404
async def revoke(request: Request, event: Event) -> Response:
    """Revoke a door pass."""
    command = RevokeDoorPass(event_id=event.id, pass_id=request.path_params["pass"])
    answer: GuestResult = await dependencies(request).engine.execute(
        command, request.state.session.by
    )
    return go(request, f"{page_path(event)}/passes", answer.code)


ROUTES = [
    Route("/desk/e/{event}/check-in", door_page),
    Route("/desk/e/{event}/check-in/sync", sync, methods=["POST"]),
    Route("/desk/e/{event}/check-in/worker.js", worker),
    Route("/desk/e/{event}/check-in/no-shows", no_shows, methods=["GET", "POST"]),
    Route("/desk/e/{event}/check-in/passes", passes, methods=["GET", "POST"]),
    Route("/desk/e/{event}/check-in/passes/{pass}/revoke", revoke, methods=["POST"]),
]
