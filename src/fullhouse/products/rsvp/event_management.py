"""Commands of hosts: create, change, close and cancel an event, and thank its guests."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision, Guard, Step, create, if_unchanged, update
from fullhouse.kernel.templates import TemplateProblem
from fullhouse.kernel.times import duration, instant, is_skipped, wall_time, zone
from fullhouse.products.rsvp import (
    bulk_messages,
    grace,
    offers,
    reminder_times,
    seat_counters,
)
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CloseSignUp,
    CreateEvent,
    EditEvent,
    ReopenSignUp,
    SendThanks,
)
from fullhouse.products.rsvp.host_templates import check_template
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
LONGEST_EVENT = timedelta(days=31)
# Names that mean another zone on another machine, and folders with copies of all zones.
ZONES_OF_MACHINES = frozenset({"localtime", "posixrules", "Factory"})
ZONE_COPIES = ("posix/", "right/")
# In bytes: an audit line holds it twice, and a store may take no more than 400 KB in one item.
LARGEST_VOICE = 150_000
PLAIN_FIELDS = (
    "name",
    "starts_at",
    "ends_at",
    "timezone",
    "venue",
    "host_email",
    "host_name",
    "cap",
    "voice",
)
TOLD_FIELDS = ("name", "starts_at", "ends_at", "open_end", "timezone", "venue")
DATE_FIELDS = ("starts_at", "ends_at", "timezone")


def create_event(state: GuestListState, command: CreateEvent, now: datetime) -> Decision:
    """Create an event and set its alarms."""
    if state.event is not None:
        return Decision(GuestResult("created", state.event))
    event = Event(
        id=command.event_id,
        name=command.name,
        starts_at=command.starts_at,
        ends_at=command.ends_at or _usual_end(command.starts_at, command.timezone),
        open_end=command.ends_at is None,
        timezone=command.timezone,
        venue=command.venue,
        host_email=command.host_email,
        host_name=command.host_name,
        settings=command.settings,
        voice=command.voice,
        plans=(ReminderPlan(0, command.settings.reminders, command.settings.morning_at),),
        cap=command.cap,
        created_at=now,
        sent=command.sent,
    )
    code, field = _problem(event, now, dated=True)
    if not code:
        code, field = _problem_of_windows(event.settings, Settings())
    if code:
        return Decision(GuestResult(code, field=field))
    step = Step(event.id, "created", event.id, (create(event),))
    return Decision(
        GuestResult("created", event), steps=(step,), set_alarms=reminder_times.alarms(event, now)
    )


def _problem(event: Event, now: datetime, *, dated: bool) -> tuple[str, str]:
    if not _is_zone(event.timezone):
        return "unknown_zone", "timezone"
    if dated:
        code, field = _problem_of_times(event, now)
        if code:
            return code, field
    if event.ends <= event.starts:
        return "ends_before_start", "ends_at"
    if not 1 <= event.cap <= LARGEST_CAP:
        return "cap_out_of_bounds", "cap"
    return "", ""


def _is_zone(name: str) -> bool:
    if name in ZONES_OF_MACHINES or name.startswith(ZONE_COPIES):
        return False
    try:
        zone(name)
    except ValueError:
        return False
    return True


def _problem_of_times(event: Event, now: datetime) -> tuple[str, str]:
    skipped = _skipped(event)
    if skipped:
        return "skipped_hour", skipped
    if event.starts <= now:
        return "in_the_past", "starts_at"
    if event.ends - event.starts > LONGEST_EVENT:
        return "event_too_long", "ends_at"
    return "", ""


def _problem_of_windows(settings: Settings, before: Settings) -> tuple[str, str]:
    """Refuse a shortest window that is longer than the claim window.

    One that nobody changed is fine: it never lengthens the claim window.
    """
    if settings.shortest_window == before.shortest_window:
        return "", ""
    if duration(settings.shortest_window) <= duration(settings.claim_window):
        return "", ""
    return "shortest_too_long", "settings.shortest_window"


def _usual_end(starts_at: datetime, zone_name: str) -> datetime:
    """Return the end of an event that has none: three real hours after the start.

    An hour that comes twice cannot be named for sure, so there the clock's own hours count.
    """
    by_clock = starts_at + USUAL_LENGTH
    if not _is_zone(zone_name):
        return by_clock
    moment = instant(starts_at, zone_name) + USUAL_LENGTH
    ends_at = wall_time(moment, zone_name)
    return ends_at if instant(ends_at, zone_name) == moment else by_clock


def _skipped(event: Event) -> str:
    """Return which of the times does not exist on its day; empty if both do."""
    if is_skipped(event.starts_at, event.timezone):
        return "starts_at"
    if not event.open_end and is_skipped(event.ends_at, event.timezone):
        return "ends_at"
    return ""


def edit_event(state: GuestListState, command: EditEvent, now: datetime) -> Decision:
    """Change an event with all that follows: alarms, deadlines, seats set aside, messages."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    sets, refusal = _checked(event, command, now)
    if refusal is not None:
        return Decision(refusal)
    if not sets:
        return Decision(GuestResult("unchanged", event))
    return _edited(event, sets, command, now)


def edit_refusal(event: Event, command: EditEvent, now: datetime) -> GuestResult | None:
    """Return why an edit would be refused, or None if it can be saved."""
    return _checked(event, command, now)[1]


def _checked(
    event: Event, command: EditEvent, now: datetime
) -> tuple[dict[str, Any], GuestResult | None]:
    """Return the fields that really change, or why they cannot."""
    if event.state == "cancelled":
        return {}, GuestResult("event_cancelled", event)
    if command.rev not in (None, event.rev):
        return {}, GuestResult("changed_since", event)
    sets, refusal = _wanted(event, command)
    if refusal is not None or not sets:
        return {}, refusal
    edited = msgspec.structs.replace(event, **sets)
    code, field = _problem(edited, now, dated=_moves_date(sets))
    if not code:
        code, field = _problem_of_windows(edited.settings, event.settings)
    if code:
        return {}, GuestResult(code, event, field=field)
    return sets, None


def _wanted(event: Event, command: EditEvent) -> tuple[dict[str, Any], GuestResult | None]:
    """Return the fields that really change, or the problem with them.

    If the start moves and no end is given, the event keeps its length.
    """
    asked = {name: getattr(command, name) for name in PLAIN_FIELDS}
    asked |= _end(event, command)
    if broken := _broken(command.voice or {}):
        return {}, GuestResult("bad_template", event, field=broken)
    if command.settings is not msgspec.UNSET:
        try:
            asked["settings"] = _settings(event.settings, command.settings)
        except (msgspec.ValidationError, ValueError) as error:
            return {}, GuestResult("bad_settings", event, field=f"settings: {error}")
    return _changed_fields(event, asked), None


def _end(event: Event, command: EditEvent) -> dict[str, Any]:
    """Return the end that an edit leads to, and whether it is only assumed."""
    starts_at = event.starts_at if command.starts_at is msgspec.UNSET else command.starts_at
    zone_name = event.timezone if command.timezone is msgspec.UNSET else command.timezone
    if command.ends_at is None:
        return {"ends_at": _usual_end(starts_at, zone_name), "open_end": True}
    if command.ends_at is not msgspec.UNSET:
        return {"ends_at": command.ends_at, "open_end": False}
    if event.open_end:
        return {"ends_at": _usual_end(starts_at, zone_name)}
    return {"ends_at": starts_at + (event.ends_at - event.starts_at)}


def _changed_fields(event: Event, asked: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in asked.items() if value is not msgspec.UNSET}
    return {name: value for name, value in given.items() if value != getattr(event, name)}


def _moves_date(sets: Mapping[str, Any]) -> bool:
    return any(name in sets for name in DATE_FIELDS)


def _broken(voice: Mapping[str, str]) -> str:
    """Return which of the host's templates cannot be used, and why; empty if all can."""
    for kind, source in voice.items():
        try:
            check_template(kind, source)
        except TemplateProblem as problem:
            return f"voice.{kind}: line {problem.line}: {problem.reason}"
    if len(msgspec.json.encode(voice)) > LARGEST_VOICE:
        return "voice: all of it together is too long"
    return ""


def _settings(now: Settings, wanted: dict[str, Any]) -> Settings:
    settings = msgspec.convert({**msgspec.to_builtins(now), **wanted}, Settings)
    if "reminders" in wanted:
        in_range("the number of reminders", len(settings.reminders), 0, MOST_REMINDERS)
    return settings


def _edited(event: Event, sets: dict[str, Any], command: EditEvent, now: datetime) -> Decision:
    visible = [name for name in TOLD_FIELDS if name in sets]
    dated = _moves_date(sets)
    sets |= _plans(event, sets, now, for_all=command.for_all)
    edited = msgspec.structs.replace(event, **sets)
    revived = not event.has_time_to_ask(now) and edited.has_time_to_ask(now)
    adds: dict[str, int] = {}
    guards: tuple[Guard, ...] = ()
    if "cap" in sets or revived:
        cap = sets.get("cap", event.cap)
        adds, seats = seat_counters.recapped(event, cap, now, revived=revived)
        guards = _cap_guards(event)
        sets |= seats
    adds |= {"rev": 1, "dated": int(dated), "sequence": int(bool(visible))}
    change = update(event, *if_unchanged(event, "rev"), *guards, adds=adds, **sets)
    after = change.after
    cleared, alarms = _alarms_after_edit(event, after, sets, command, now)
    if visible and command.tell_guests:
        alarms += (bulk_messages.change_alarm(event, after, tuple(visible), now),)
    return Decision(
        GuestResult("changed", after),
        steps=(Step(event.id, "changed", event.id, (change,)),),
        clear_alarms=cleared,
        set_alarms=alarms,
    )


def _alarms_after_edit(
    before: Event, after: Event, sets: Mapping[str, Any], command: EditEvent, now: datetime
) -> tuple[tuple[str, ...], tuple[Alarm, ...]]:
    """Return the keys of alarms to clear, and the alarms to set: reminders, deadlines, seats."""
    dated = _moves_date(sets)
    cleared: tuple[str, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    if dated or "settings" in sets or "plans" in sets:
        cleared, alarms = reminder_times.rescheduled_alarms(before, after, now)
    if dated:
        alarms += (offers.recap_alarm(after, now, stretch=False), grace.move_alarm(after, now))
    if command.for_all and "settings" in sets:
        alarms += (offers.recap_alarm(after, now, stretch=True),)
    return cleared, alarms + seat_counters.fill_alarms(after, now)


def _cap_guards(event: Event) -> tuple[Guard, ...]:
    """Return guards for a new cap; while nobody waits and nothing is owed, `taken` may change."""
    if not event.waiting and not event.owed:
        return if_unchanged(event, "waiting", "owed_rev")
    return if_unchanged(event, "taken", "owed_rev", "waiting", "freed_at")


def _plans(
    event: Event, sets: Mapping[str, Any], now: datetime, *, for_all: bool
) -> dict[str, Any]:
    """Return the event's new reminder plans, if they change."""
    plans = event.plans
    if _moves_date(sets) or "settings" in sets:
        plans = reminder_times.noted_plans(event, now)
    plans = _plans_by(plans, sets.get("settings", event.settings), now, for_all=for_all)
    return _changed_fields(event, {"plans": plans})


def _plans_by(
    plans: tuple[ReminderPlan, ...], settings: Settings, now: datetime, *, for_all: bool
) -> tuple[ReminderPlan, ...]:
    """Return the plans under these settings.

    Guests confirmed so far keep their plan, unless the new one is for all.
    """
    last = plans[-1]
    is_same = (settings.reminders, settings.morning_at) == (last.reminders, last.morning_at)
    if is_same and not for_all:
        return plans
    if is_same:
        return (_for_all(last, plans),)
    plan = ReminderPlan(last.number + 1, settings.reminders, settings.morning_at, now)
    if for_all:
        return (_for_all(plan, plans),)
    return (*_with_room(plans), plan)


def _for_all(plan: ReminderPlan, plans: tuple[ReminderPlan, ...]) -> ReminderPlan:
    """Return a plan that replaces all others, with the last reminder of any of them."""
    noted = [one.reminded_at for one in plans if one.reminded_at is not None]
    return msgspec.structs.replace(plan, since=None, reminded_at=max(noted, default=None))


def _with_room(plans: tuple[ReminderPlan, ...]) -> tuple[ReminderPlan, ...]:
    """Return plans with room for one more: guests of the oldest plan move to the next one."""
    if len(plans) < MOST_PLANS:
        return plans
    return (msgspec.structs.replace(plans[1], since=plans[0].since), *plans[2:])


def close_sign_up(state: GuestListState, _command: CloseSignUp, _now: datetime) -> Decision:
    """Accept no new sign-ups."""
    return _moved(state, "open", "closed", "sign_up_closed")


def reopen_sign_up(state: GuestListState, _command: ReopenSignUp, _now: datetime) -> Decision:
    """Accept sign-ups again."""
    return _moved(state, "closed", "open", "sign_up_reopened")


def _moved(state: GuestListState, before: EventState, after: EventState, action: str) -> Decision:
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event))
    if event.state != before:
        return Decision(GuestResult("done", event))
    moved = update(event, *if_unchanged(event, "rev"), adds={"rev": 1}, state=after)
    return Decision(
        GuestResult("done", moved.after), steps=(Step(event.id, action, event.id, (moved,)),)
    )


def cancel_event(state: GuestListState, _command: CancelEvent, now: datetime) -> Decision:
    """Cancel an event: clear its alarms, drop seats set aside, and write to everyone."""
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
        clear_alarms=(
            *reminder_times.keys(event),
            seat_counters.fill_key(event),
            *recaps,
            grace.move_key(event),
        ),
        set_alarms=(bulk_messages.tell_alarm(after, "event_cancelled", after.sequence, now),),
    )


def send_thanks(state: GuestListState, command: SendThanks, now: datetime) -> Decision:
    """Thank everyone who had a seat, once."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if event.state == "cancelled":
        return Decision(GuestResult("event_cancelled", event))
    if now < event.ends:
        return Decision(GuestResult("event_not_over", event))
    alarm = bulk_messages.tell_alarm(event, "thank_you", event.dated, now, text=command.text)
    return Decision(GuestResult("done", event), set_alarms=(alarm,))
