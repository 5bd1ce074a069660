"""What hosts do: open, change, close and call off an event, and thank those who came."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision, Guard, Step, create, if_unchanged, update
from fullhouse.kernel.times import zone
from fullhouse.products.rsvp import bulk_messages, offers, reminder_times, seat_counters, wording
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CloseSignUp,
    CreateEvent,
    EditEvent,
    ReopenSignUp,
    SendThanks,
)
from fullhouse.products.rsvp.model import (
    LARGEST_CAP,
    MOST_PLANS,
    MOST_REMINDERS,
    Event,
    EventState,
    GuestListState,
    GuestResult,
    ReminderPlan,
    Settings,
    in_range,
)

USUAL_LENGTH = timedelta(hours=3)
LARGEST_VOICE = 150_000  # bytes: a line of the audit holds it twice, and a store may take no more than 400 KB at once
PLAIN_FIELDS = ("name", "starts_at", "ends_at", "timezone", "venue", "host_email", "cap", "voice")
TOLD_FIELDS = ("name", "starts_at", "ends_at", "timezone", "venue")
DATE_FIELDS = ("starts_at", "ends_at", "timezone")


def create_event(state: GuestListState, command: CreateEvent, now: datetime) -> Decision:
    """Open a guest list and set all that will ring for it."""
    if state.event is not None:
        return Decision(GuestResult("created", state.event))
    event = Event(
        id=command.event_id,
        name=command.name,
        starts_at=command.starts_at,
        ends_at=command.ends_at or command.starts_at + USUAL_LENGTH,
        timezone=command.timezone,
        venue=command.venue,
        host_email=command.host_email,
        settings=command.settings,
        plans=(ReminderPlan(0, command.settings.reminders, command.settings.morning_at),),
        cap=command.cap,
        created_at=now,
        sent=command.sent,
    )
    code, field = _problem(event, now, dated=True)
    if code:
        return Decision(GuestResult(code, field=field))
    step = Step(event.id, "created", event.id, (create(event),))
    return Decision(
        GuestResult("created", event), steps=(step,), set_alarms=reminder_times.alarms(event, now)
    )


def _problem(event: Event, now: datetime, *, dated: bool) -> tuple[str, str]:
    try:
        zone(event.timezone)
    except ValueError:
        return "unknown_zone", "timezone"
    if dated and event.starts <= now:
        return "in_the_past", "starts_at"
    if event.ends <= event.starts:
        return "ends_before_start", "ends_at"
    if not 1 <= event.cap <= LARGEST_CAP:
        return "cap_out_of_bounds", "cap"
    return "", ""


def edit_event(state: GuestListState, command: EditEvent, now: datetime) -> Decision:
    """Change an event, and all that follows from the change: alarms, deadlines, seats set aside, people told."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event))
    sets, problem = _wanted(event, command)
    if problem is not None:
        return Decision(problem)
    if not sets:
        return Decision(GuestResult("unchanged", event))
    dated = any(name in sets for name in DATE_FIELDS)
    code, field = _problem(msgspec.structs.replace(event, **sets), now, dated=dated)
    if code:
        return Decision(GuestResult(code, event, field=field))
    return _edited(event, sets, command, now)


def _wanted(event: Event, command: EditEvent) -> tuple[dict[str, Any], GuestResult | None]:
    """Gather the fields that really change; a start that moves takes an unnamed end along."""
    asked = {name: getattr(command, name) for name in PLAIN_FIELDS}
    if command.starts_at is not msgspec.UNSET and command.ends_at is msgspec.UNSET:
        asked["ends_at"] = command.starts_at + (event.ends_at - event.starts_at)
    if broken := _broken(command.voice or {}):
        return {}, GuestResult("bad_template", event, field=broken)
    if command.settings is not msgspec.UNSET:
        try:
            asked["settings"] = _settings(event.settings, command.settings)
        except (msgspec.ValidationError, ValueError) as error:
            return {}, GuestResult("bad_settings", event, field=f"settings: {error}")
    wanted = {name: value for name, value in asked.items() if value is not msgspec.UNSET}
    return {name: value for name, value in wanted.items() if value != getattr(event, name)}, None


def _broken(voice: Mapping[str, str]) -> str:
    """Say which of the host's own words cannot be used, and why; nothing if all can."""
    for kind, source in voice.items():
        try:
            wording.check_template(kind, source)
        except wording.TemplateProblem as problem:
            return f"voice.{kind}: line {problem.line}: {problem.reason}"
    return (
        "voice: all of it together is too long"
        if len(msgspec.json.encode(voice)) > LARGEST_VOICE
        else ""
    )


def _settings(now: Settings, wanted: dict[str, Any]) -> Settings:
    settings = msgspec.convert({**msgspec.to_builtins(now), **wanted}, Settings)
    if "reminders" in wanted:
        in_range("the number of reminders", len(settings.reminders), 0, MOST_REMINDERS)
    return settings


def _edited(event: Event, sets: dict[str, Any], command: EditEvent, now: datetime) -> Decision:
    told = [name for name in TOLD_FIELDS if name in sets]
    dated = any(name in sets for name in DATE_FIELDS)
    sets |= _plans(event, sets.get("settings", event.settings), now, for_all=command.for_all)
    revived = not event.is_live(now) and msgspec.structs.replace(event, **sets).is_live(now)
    recaps = "cap" in sets or revived
    adds, seats = (
        seat_counters.recapped(event, sets.get("cap", event.cap), now, revived=revived)
        if recaps
        else ({}, {})
    )
    guards = _cap_guards(event) if recaps else ()
    sets |= seats
    adds |= {"rev": 1, "dated": int(dated), "sequence": int(bool(told))}
    room = update(event, *if_unchanged(event, "rev"), *guards, adds=adds, **sets)
    after = room.after
    clear, book = (
        reminder_times.rescheduled_alarms(event, after, now)
        if dated or "settings" in sets or "plans" in sets
        else ((), ())
    )
    stretch = command.for_all and "settings" in sets
    return Decision(
        GuestResult("changed", after),
        steps=(Step(event.id, "changed", event.id, (room,)),),
        clear_alarms=clear,
        set_alarms=(
            *book,
            *((offers.recap_alarm(after, now, stretch=False),) if dated else ()),
            *((offers.recap_alarm(after, now, stretch=True),) if stretch else ()),
            *((seat_counters.fill_alarm(after, now),) if after.owed else ()),
            *_tell(after, told if command.tell_guests else (), now),
        ),
    )


def _cap_guards(event: Event) -> tuple[Guard, ...]:
    """Guard what a new cap depends on: not how full it is while nobody waits and nothing is owed."""
    if not event.waiting and not event.owed:
        return if_unchanged(event, "waiting", "owed_rev")
    return if_unchanged(event, "taken", "owed_rev", "waiting", "freed_at")


def _tell(event: Event, told: Sequence[str], now: datetime) -> tuple[Alarm, ...]:
    if not told:
        return ()
    return (bulk_messages.tell_alarm(event, "changed", event.sequence, now, changes=tuple(told)),)


def _plans(event: Event, settings: Settings, now: datetime, *, for_all: bool) -> dict[str, Any]:
    """Keep the schedule of those confirmed so far unless the new one is to hold for all."""
    last = event.plans[-1]
    if (settings.reminders, settings.morning_at) == (last.reminders, last.morning_at):
        return (
            {"plans": (msgspec.structs.replace(last, since=None),)}
            if for_all and len(event.plans) > 1
            else {}
        )
    plan = ReminderPlan(
        last.number + 1, settings.reminders, settings.morning_at, None if for_all else now
    )
    return {"plans": (plan,) if for_all else (*_kept(event.plans), plan)}


def _kept(plans: tuple[ReminderPlan, ...]) -> tuple[ReminderPlan, ...]:
    """Make room for one more schedule: whoever had the oldest has the next one from then on."""
    if len(plans) < MOST_PLANS:
        return plans
    return (msgspec.structs.replace(plans[1], since=plans[0].since), *plans[2:])


def close_sign_up(state: GuestListState, _command: CloseSignUp, _now: datetime) -> Decision:
    """Take no new sign-ups."""
    return _moved(state, "open", "closed", "sign_up_closed")


def reopen_sign_up(state: GuestListState, _command: ReopenSignUp, _now: datetime) -> Decision:
    """Take sign-ups again."""
    return _moved(state, "closed", "open", "sign_up_reopened")


def _moved(state: GuestListState, before: EventState, after: EventState, action: str) -> Decision:
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state != before:
        return Decision(
            GuestResult("event_cancelled" if event.state == "cancelled" else "done", event)
        )
    moved = update(event, *if_unchanged(event, "rev"), adds={"rev": 1}, state=after)
    return Decision(
        GuestResult("done", moved.after), steps=(Step(event.id, action, event.id, (moved,)),)
    )


def cancel_event(state: GuestListState, _command: CancelEvent, now: datetime) -> Decision:
    """Call it off: nothing rings any more, seats set aside are let go, everyone is told."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state == "cancelled":
        return Decision(GuestResult("done", event))
    if now >= event.ends:
        return Decision(GuestResult("event_over", event))
    owed = {"owed": -event.owed, "held": -event.owed, "taken": -event.owed}
    adds = {**owed, "owed_rev": 1, "sequence": 1, "rev": 1}
    ended = update(
        event, *if_unchanged(event, "rev", "owed_rev"), adds=adds, state="cancelled", owed_from=()
    )
    after = ended.after
    recaps = (offers.recap_key(event, stretch=stretch) for stretch in (False, True))
    return Decision(
        GuestResult("done", after),
        steps=(Step(event.id, "event_cancelled", event.id, (ended,)),),
        clear_alarms=(*reminder_times.keys(event), seat_counters.fill_key(event), *recaps),
        set_alarms=(bulk_messages.tell_alarm(after, "event_cancelled", after.sequence, now),),
    )


def send_thanks(state: GuestListState, command: SendThanks, now: datetime) -> Decision:
    """Thank everyone who had a seat, once."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event))
    if now < event.starts:
        return Decision(GuestResult("event_not_over", event))
    alarm = bulk_messages.tell_alarm(event, "thank_you", event.dated, now, text=command.text)
    return Decision(GuestResult("done", event), set_alarms=(alarm,))
