"""The house: all that pages, lanes and the command line may ask for, whatever platform stands behind it."""

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

import msgspec

from fullhouse.engine.access import DESK
from fullhouse.engine.execute import with_narrative
from fullhouse.engine.narratives import Narrator
from fullhouse.engine.periodic import PeriodicTasks
from fullhouse.engine.ports import Clock, DueAlarms, DueMessages, Ids, Invocation, Keys, NextAlarm, NextMessage
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.tracing import invocation_id
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Down, Message, Outcome
from fullhouse.kernel.records import Need
from fullhouse.kernel.times import compact, wall_time

T = TypeVar("T")
log = logging.getLogger(__name__)
RELAYED_IN_A_ROW = 10
RSVP, WAITLIST, APPOINTMENTS = "rsvp", "waitlist", "appointments"


class Staff(Protocol):
    """What a platform does for the house, without keeping its event loop waiting."""

    async def give(self, invocation: Invocation) -> Decision:
        """Carry out an order; durable when it returns."""
        ...

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        ...

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Hand a letter to the carrier."""
        ...

    async def changed(self, scope: str, since: int) -> int:
        """Wait until something in this scope, or in any, has changed since a version; return the version now."""
        ...

    def wake_tasks(self) -> None:
        """Wake the loop that runs periodic tasks: one of them is due earlier than it was."""
        ...


class House:
    """One running Fullhouse."""

    def __init__(
        self,
        staff: Staff,
        clock: Clock,
        ids: Ids,
        keyring: Keys,
        base_url: str,
        *,
        settles: bool = False,
    ) -> None:
        """Put a house together. One that settles answers when all that followed at once has been carried out.

        Guests find it at `base_url`; where links and the desk have addresses of their own, they are set afterwards.
        """
        self.staff = staff
        self.clock = clock
        self.ids = ids
        self.keyring = keyring
        self.base_url = self.links_url = self.desk_url = base_url.rstrip("/")
        # of what a business's customers and tools meet, where each has an address of its own
        self.waitlist_url = self.claims_url = self.replies_url = self.hooks_url = ""
        self.settles = settles
        self.settling = asyncio.Lock()
        self.stopping = False
        self.rota = PeriodicTasks(staff.wake_tasks)
        self.usual_settings: Mapping[str, Any] = {}  # what a new event is set to, where its host says nothing else
        self.narrator: Narrator | None = None  # who writes paragraphs for summaries, if a model is set
        self.mail_domain = ""  # where events have mail addresses of their own, if mail is taken in

    async def give(self, command: Command, by: str) -> Any:  # noqa: ANN401 - each command has its own answer
        """Give a command and return its answer; what it changed is durable."""
        answer = await self.order(command, by)
        if self.settles:
            async with self.settling:
                await sweep(self)
        return answer

    async def order(self, command: Command, by: str) -> Any:  # noqa: ANN401 - each command has its own answer
        """Give a command as part of something larger, which sees to it that what follows is carried out."""
        decision = await self.staff.give(Invocation(invocation_id(self.ids), by, command))
        self.rota.changed({step.scope for step in decision.steps}, self.now())
        return decision.answer

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        return self.staff.load(need)

    def now(self) -> datetime:
        """Tell the time."""
        return self.clock.now()

    def letter(self, message: Message) -> Letter:
        """Return a message as it was sent, or put it into words, with its links."""
        if message.letter:
            return msgspec.json.decode(message.letter, type=Letter)
        from fullhouse.engine.catalogue import PRODUCTS  # all rules and words: a house that only shows needs none

        post = PRODUCTS[message.product].post

        def url(purpose: str) -> str:
            link = post.link(message, purpose)
            return self.link_url(link) if link is not None else self.page_url(message, purpose)

        return self._addressed(message, post.compose(message, url))

    def _addressed(self, message: Message, letter: Letter) -> Letter:
        """Let answers come to the event's own address, where mail is taken in; questions still go to the host."""
        if not self.mail_domain or message.product != RSVP:
            return letter
        address = f"rsvp+{message.scope}@{self.mail_domain}"
        entry = letter.calendar and msgspec.structs.replace(letter.calendar, organizer=address)
        reply_to = address if letter.takes_reply else letter.reply_to
        return msgspec.structs.replace(letter, reply_to=reply_to, calendar=entry)

    def page_url(self, message: Message, purpose: str) -> str:
        """Say where a message's plain page is: on the desk, or for everyone."""
        if message.product in (WAITLIST, APPOINTMENTS):
            here = f"{self.waitlist_url or self.base_url}/waitlist{_chosen(message, purpose)}"
            return f"{self.desk_url}/desk/{message.product}" if purpose == "desk" else here
        return f"{self.desk_url}/desk/e/{message.scope}" if purpose == "desk" else f"{self.base_url}/e/{message.scope}"

    def link_url(self, link: Link) -> str:
        """Sign a link, and say where it leads: members' links lead to the desk."""
        apart = {DESK: self.desk_url, WAITLIST: self.claims_url, APPOINTMENTS: self.replies_url}
        return f"{apart.get(link.scope) or self.links_url}/l/{self.keyring.sign(link)}"


def _chosen(message: Message, purpose: str) -> str:
    """Choose for whoever has an appointment what to wait for: the same service, at the latest on the same day."""
    about = message.facts.get("appointment", {})
    if not about.get("service"):
        return ""
    chosen = {"service": about["service"]}
    if purpose == "earlier":
        starts_at = msgspec.convert(about["starts_at"], datetime)
        chosen["latest"] = wall_time(starts_at, message.facts["business"]["zone"]).date().isoformat()
    return f"?{urlencode(chosen)}"


async def ring_due(house: House) -> bool:
    """Give the commands of all alarms whose time has come; say whether there were any."""
    alarms = house.load(DueAlarms(house.now()))
    await _all(_ring(house, alarm) for alarm in alarms)
    return bool(alarms)


async def _ring(house: House, alarm: Alarm) -> None:
    decision = await house.staff.give(await _narrated(house, alarm_order(alarm)))
    house.rota.changed({step.scope for step in decision.steps}, house.now())


async def _narrated(house: House, invocation: Invocation) -> Invocation:
    if house.narrator is None:
        return invocation
    from fullhouse.engine.catalogue import RULES  # all rules: as above

    return await with_narrative(invocation, house, RULES, house.now(), house.narrator)


async def _all(work: Iterable[Awaitable[object]]) -> None:
    """Let all of it finish before the first trouble is raised, so that one bad item holds up no other."""
    for done in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(done, BaseException):
            raise done


def alarm_order(alarm: Alarm) -> Invocation:
    """Make the order that a ringing alarm gives; the same ring has the same id."""
    return Invocation(f"{alarm.key}@{compact(alarm.due_at)}", "clock", alarm.command, alarm)


async def relay_due(house: House) -> bool:
    """Relay the next messages that may leave, one after the other; say whether there were any.

    Each is looked at just before it leaves, so none waits behind others with an old verdict.
    """
    messages = house.load(DueMessages(house.now(), limit=RELAYED_IN_A_ROW))
    for message in messages:
        if house.stopping:
            return False
        await relay(house, message)
    return bool(messages)


async def relay(house: House, message: Message) -> None:
    """Take one message through the door, to the carrier, and write down what it said."""
    leased = (await house.staff.give(dispatch_order(house, message))).answer
    if leased is not None:
        outcome, letter = await _handed_over(house, leased)
        log.info("handed to the carrier", extra={"facts": _about(leased, outcome)})
        await house.staff.give(settle_order(house, leased, outcome, letter))


def _about(message: Message, outcome: Outcome) -> dict[str, str]:
    """Say of a message what may stand in a log: which request it came from, and what became of it."""
    became = type(outcome).__name__.lower()
    return {"request": message.order, "message": message.kind, "event": message.scope, "became": became}


async def _handed_over(house: House, message: Message) -> tuple[Outcome, str]:
    try:
        letter = house.letter(message)
    except Exception:  # a message that cannot be written must not hold up the others
        log.exception("message %s could not be put into words", message.id)
        return Down("it could not be put into words"), ""
    return await house.staff.carry(message, letter), msgspec.json.encode(letter).decode()


def dispatch_order(house: House, message: Message) -> Invocation:
    """Make the order that takes a message through the door."""
    return Invocation(house.ids.new(), "relay", LeaseMessage(product=message.product, message_id=message.id))


def settle_order(house: House, leased: Message, outcome: Outcome, letter: str = "") -> Invocation:
    """Make the order that writes down what the carrier said of a leased message, and the letter as it was sent."""
    command = RecordSendResult(
        product=leased.product, message_id=leased.id, outcome=outcome, letter=letter, attempt=leased.attempts
    )
    return Invocation(house.ids.new(), "relay", command)


async def sweep(house: House) -> None:
    """Ring what is due, relay what may leave and do what comes round, until nothing is left to do now."""
    while await ring_due(house) or await relay_due(house) or await house.rota.run_due(house.now()):
        pass


def next_due(house: House) -> datetime | None:
    """Say when there is something to do next."""
    times = [house.load(NextAlarm()), house.load(NextMessage()), house.rota.next_at()]
    return min((one for one in times if one is not None), default=None)
