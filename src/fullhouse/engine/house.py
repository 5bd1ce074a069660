"""The house: all that pages, lanes and the command line may ask for, whatever platform stands behind it."""

from datetime import datetime
from typing import Any, Protocol, TypeVar

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.execute import Order
from fullhouse.engine.ports import Clock, DueAlarms, DueMessages, Ids, NextAlarm, NextMessage
from fullhouse.engine.relay import Dispatch, Settle
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Keyring
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Need

T = TypeVar("T")


class Staff(Protocol):
    """What a platform does for the house, without keeping its event loop waiting."""

    async def give(self, order: Order) -> Decision:
        """Carry out an order; durable when it returns."""
        ...

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        ...

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Hand a letter to the carrier."""
        ...


class House:
    """One running Fullhouse."""

    def __init__(self, staff: Staff, clock: Clock, ids: Ids, keyring: Keyring, base_url: str) -> None:
        """Put a house together from a platform's parts."""
        self.staff = staff
        self.clock = clock
        self.ids = ids
        self.keyring = keyring
        self.base_url = base_url.rstrip("/")

    async def give(self, command: Command, by: str) -> Any:  # noqa: ANN401 - each command has its own answer
        """Give a command and return its answer; what it changed is durable."""
        decision = await self.staff.give(Order(self.ids.new(), by, command))
        return decision.answer

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        return self.staff.load(need)

    def now(self) -> datetime:
        """Tell the time."""
        return self.clock.now()

    def letter(self, message: Message) -> Letter:
        """Put a message into words, with its links."""
        post = PRODUCTS[message.product].post

        def url(purpose: str) -> str:
            link = post.link(message, purpose)
            return f"{self.base_url}/e/{message.scope}" if link is None else self.link_url(self.keyring.sign(link))

        return post.compose(message, url)

    def link_url(self, token: str) -> str:
        """Say where a signed link leads."""
        return f"{self.base_url}/l/{token}"


async def ring(house: House, alarm: Alarm) -> None:
    """Give an alarm's command if its time has come."""
    if house.now() >= alarm.due_at:
        await house.staff.give(alarm_order(alarm))


def alarm_order(alarm: Alarm) -> Order:
    """Make the order that a ringing alarm gives; the same ring has the same id."""
    return Order(f"{alarm.key}@{alarm.due_at:%Y%m%dT%H%M%S%f}", "clock", alarm.command, alarm)


async def relay(house: House, message: Message) -> None:
    """Take one message through the door, to the carrier, and write down what it said."""
    dispatch = Dispatch(product=message.product, message_id=message.id)
    leased: Message | None = await house.give(dispatch, "relay")
    if leased is not None:
        outcome = await house.staff.carry(leased, house.letter(leased))
        await house.give(Settle(product=message.product, message_id=message.id, outcome=outcome), "relay")


async def sweep(house: House) -> None:
    """Ring what is due and relay what may leave, until nothing is left to do now."""
    while True:
        alarms = house.load(DueAlarms(house.now()))
        for alarm in alarms:
            await ring(house, alarm)
        messages = house.load(DueMessages(house.now()))
        for message in messages:
            await relay(house, message)
        if not alarms and not messages:
            return


def next_due(house: House) -> datetime | None:
    """Say when there is something to do next."""
    times = [house.load(NextAlarm()), house.load(NextMessage())]
    return min((one for one in times if one is not None), default=None)
