"""How long a business remembers whose appointments are over."""

from datetime import datetime, timedelta

from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.appointments.commands import EraseAppointment, KeepAppointments, RetireAppointments
from fullhouse.products.appointments.model import LongestOver, State

PAGE = 20
RETIRING = "retire:appointments"
A_DAY = timedelta(days=1)


def keep_appointments(_state: State, command: KeepAppointments, now: datetime) -> Decision:
    """Begin or end the daily round that forgets."""
    if not command.days:
        return Decision(None, clear_alarms=(RETIRING,))
    return Decision(None, set_alarms=(Alarm(RETIRING, now, RetireAppointments(days=command.days)),))


def the_long_over(command: RetireAppointments, _found: Found) -> Needs:
    """Load whose appointments are over for the longest time."""
    return {"page": LongestOver(command.after_starts, command.after_id, PAGE)}


def retire_appointments(state: State, command: RetireAppointments, now: datetime) -> Decision:
    """Have those of this page forgotten whose time has come; go on behind them, and come again tomorrow."""
    until = now - timedelta(days=command.days)
    old = [one for one in state.page if one.starts_at <= until]
    alarms = [Alarm(f"erase:{one.id}", now, EraseAppointment(appointment_id=one.id)) for one in old]
    if len(old) == PAGE:
        place = {"after_starts": old[-1].starts_at, "after_id": old[-1].id}
        alarms.append(Alarm(f"{RETIRING}:more", now, RetireAppointments(days=command.days, again=False, **place)))
    if command.again:
        alarms.append(Alarm(RETIRING, now + A_DAY, RetireAppointments(days=command.days)))
    return Decision(None, set_alarms=tuple(alarms))
