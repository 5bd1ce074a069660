"""The world: true time, one heap of events, and nested processes that run the shipped engine."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.combined_mail import newest_first
from fullhouse.engine.execute import TooManyConflicts, execute
from fullhouse.engine.joined_mail import that_may_join
from fullhouse.engine.ports import DueAlarms, DueMessages, Invocation, Store, StoreDown
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.worker import alarm_invocation, outcome_of_part
from fullhouse.kernel.commands import Alarm, Command, tag_of
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.links import Link
from fullhouse.kernel.mail_marks import message_mark
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from sim.chance import Chance
from sim.checks.settled_checks import comes_round
from sim.checks.state_model import Commit, Place, PromiseBroken
from sim.clocks import MACHINES, Machine, days, hours, minutes, ms, seconds
from sim.faults import Crash, Faults, Tally
from sim.inbox import KEYS
from sim.ports import Poison, SimPost, SimStore
from sim.watch import Watch
from sim.workloads import WORKLOADS

WAKING = tuple(kind for workload in WORKLOADS.values() for kind in workload.waking)
DEEPEST = 3
LONGEST_SWEEP = 400
MOST_ORDERS = 400
LEASE_AND_A_BIT = timedelta(minutes=3)
Happening = tuple[datetime, int, Callable[..., Any], tuple[Any, ...]]
Pauses = Callable[[str], None]


class Process:
    """Something that runs: it has a machine's clock, and gives orders until it is done or dies."""

    def __init__(self, world: "World", machine: Machine, link: Link | None) -> None:
        """Start with nothing in mind."""
        self.world = world
        self.machine = machine
        self.link = link
        self.command = ""
        self.off = timedelta(0)
        self.at = world.now
        self.order: Invocation
        self.seen: dict[Place, Record | None] = {}
        self.seen_at: dict[Place, int] = {}
        self.stale = False

    def now(self) -> datetime:
        """Read the machine's clock."""
        return self.world.now + self.off

    def sees(self, place: Place, found: Record | None) -> None:
        """Remember a record as it was loaded, and how many commits there were before."""
        self.seen[place], self.seen_at[place] = found, self.world.watch.book.commits

    def give(self, invocation: Invocation) -> Decision:
        """Carry out an order by the shipped engine."""
        world = self.world
        self.order, self.command = invocation, tag_of(invocation.command)
        self.seen, self.seen_at, self.stale = {}, {}, False
        self.off = self.machine.off_by(world.now, self.command)
        self.at = self.now()
        world.orders += 1
        line = world.tell(self.command, invocation)
        decision = execute(world.store, RULES, invocation, self.at)
        world.story[line] = (*world.story[line][:3], decision)
        world.watch.acknowledged(invocation, decision)
        return decision


class World:
    """One seed's world."""

    def __init__(self, seed: str, inner: Store, tally: Tally, start: datetime) -> None:
        """Begin at a time, with a store."""
        self.now = start
        self.chance = Chance(seed)
        self.faults = Faults(self.chance, tally)
        self.watch = Watch()
        self.store = SimStore(self, inner)
        self.post = SimPost(self)
        self.machines = [
            Machine(self.chance, self.faults, number, start) for number in range(MACHINES)
        ]
        self.stack: list[Process] = []
        self.heap: list[Happening] = []
        self.story: list[tuple[Any, ...]] = []
        self.punctual = self.chance.happens("punctual", 0.15)
        self.orders = self.happenings = self.ids = 0
        self.over: datetime | None = None
        self.pauses: Pauses = self._chance_pause
        self.interrupt: Callable[[], Any] | None = None
        self.something_else: Callable[[], Any] = lambda: None
        self.delivered: Callable[[Message], Any] = lambda _message: None

    @property
    def process(self) -> Process:
        """The process that runs just now."""
        return self.stack[-1]

    def tell(self, *what: Any) -> int:
        """Write a line of the story; return its number."""
        self.story.append((self.now, len(self.stack), *what))
        return len(self.story) - 1

    def new_id(self) -> str:
        """Make an id."""
        self.ids += 1
        return f"o{self.ids}"

    def at(self, when: datetime, what: Callable[..., Any], *args: Any) -> None:
        """Let something happen at a time."""
        self.happenings += 1
        when = max(when.replace(microsecond=when.microsecond // 1000 * 1000), self.now)
        heappush(self.heap, (when, self.happenings, what, args))

    def run_until(self, when: datetime) -> None:
        """Let everything happen up to a time."""
        while self.heap and self.heap[0][0] <= when:
            at, _, what, args = heappop(self.heap)
            self.now = max(self.now, at)
            what(*args)
        self.now = max(self.now, when.replace(microsecond=when.microsecond // 1000 * 1000))

    def run(self, flow: Callable[[Process], Any], link: Link | None = None) -> bool:
        """Run a process to its end, or to its death; say whether it got there."""
        machine = self.machines[self.chance.of("machines").randrange(MACHINES)]
        self.stack.append(Process(self, machine, link))
        try:
            flow(self.process)
        except (Crash, StoreDown, TooManyConflicts, Poison) as trouble:
            self.tell("✗", repr(trouble))
            return False
        except PromiseBroken:
            raise
        except Exception as error:
            raise PromiseBroken("L4", f"{self.process.command} raised {error!r}") from error
        finally:
            self.stack.pop()
        return True

    def pause(self, place: str) -> None:
        """Stop at a port call: anything may happen here."""
        if self.interrupt is not None and place != "load":
            interrupt, self.interrupt = self.interrupt, None
            interrupt()
        self.pauses(place)

    def _chance_pause(self, _place: str) -> None:
        faults, command = self.faults, self.process.command
        if not faults.on:
            return
        if faults.strike("crash", command):
            raise Crash
        if len(self.stack) >= DEEPEST:
            return
        if faults.strike("freeze", command):
            sleep = self.chance.one_of(
                "sleep", ms(1), seconds(1), minutes(1), minutes(3), hours(1), hours(7)
            )
            self.tell("…frozen for", str(sleep))
            self.run_until(self.now + sleep)
        elif faults.strike("meanwhile", command):
            self._meanwhile()

    def _meanwhile(self) -> None:
        if self.heap and self.heap[0][0] <= self.now + seconds(10):
            self.run_until(self.heap[0][0])
        elif self.orders < MOST_ORDERS:
            self.something_else()

    def ask(self, command: Command, by: str, link: Link | None = None, number: int = 0) -> None:
        """Let a person give a command; whoever gets no answer tries again."""
        self.ids += 1
        number = number or self.ids
        self.watch.answers.open[number] = tag_of(command)
        if self.run(lambda process: process.give(Invocation(self.new_id(), by, command)), link):
            del self.watch.answers.open[number]
        else:
            wait = self.chance.one_of("patience", ms(300), seconds(2), seconds(20), minutes(5))
            self.at(self.now + wait, self.ask, command, by, link, number)

    def after_commit(self, commit: Commit) -> None:
        """Set what will ring and what will leave."""
        for alarm in commit.written.decision.set_alarms:
            self._set(alarm)
        if any(commit.of(kind) for kind in WAKING):
            self._wake()
        for _, message in commit.of(Message):
            if message.status == "queued":
                self._queue(message, message.not_before)
            elif message.status == "sending" and message.lease_ends_at is not None:
                self.at(message.lease_ends_at + ms(1), self.relay, message)

    def _needed(self, alarm: Alarm) -> datetime | None:
        """Return when an alarm has to ring: in most worlds, idle rounds are skipped."""
        if self.punctual or not comes_round(alarm):
            return alarm.due_at
        times = [workload.needed(self.watch.book, alarm) for workload in WORKLOADS.values()]
        return None if None in times else max(time for time in times if time is not None)

    def _wake(self) -> None:
        """Set rounds anew that slept while there was nothing to do."""
        for alarm in self.watch.book.alarms.values():
            if not self.punctual and comes_round(alarm) and self._needed(alarm) != alarm.due_at:
                self._set(alarm)

    def _set(self, alarm: Alarm) -> None:
        faults, command = self.faults, tag_of(alarm.command)
        due = self._needed(alarm)
        if due is None or (
            self.over is not None and comes_round(alarm) and alarm.due_at > self.over
        ):
            return
        at = max(self.now, due) + ms(self.chance.of("bell").choice((0, 0, 1, 5, 40)))
        if self.process.order.alarm == alarm:
            at += seconds(1)  # it rang before its time by that machine's clock, and is set again
        if faults.strike("alarm never", command):
            return
        if faults.strike("alarm late", command):
            at += self.chance.one_of(
                "how late", seconds(3), minutes(10), hours(1), hours(7), days(1)
            )
        if faults.strike("alarm early", command):
            at = alarm.due_at - self.chance.one_of(
                "how early", ms(1), seconds(1), minutes(1), hours(1)
            )
        self.at(at, self.ring, alarm)
        if faults.strike("alarm twice", command):
            self.at(
                at + self.chance.one_of("again", ms(0), ms(1), minutes(1)),
                self.ring,
                alarm,
                "again",
            )

    def ring(self, alarm: Alarm, again: str = "") -> None:
        """Ring an alarm that is still set; by mistake, also one that is not."""
        if self.watch.book.alarms.get(alarm.key) != alarm and not again:
            command = tag_of(alarm.command)
            if not self.faults.strike("alarm after clear", command):
                return
        if not self.run(lambda process: process.give(alarm_invocation(alarm))) and self.faults.on:
            self.at(self.now + seconds(5), self.ring, alarm)

    def _queue(self, message: Message, at: datetime) -> None:
        faults = self.faults
        at = max(self.now, at) + ms(self.chance.of("outbox").choice((0, 1, 5, 40)))
        if faults.strike("outbox reordered", "Dispatch"):
            at += ms(self.chance.of("order").randrange(10_000))
        if faults.strike("outbox late", "Dispatch"):
            at += self.chance.one_of("how late", minutes(10), hours(2), hours(11))
        self.at(at, self.relay, message)
        if faults.strike("outbox twice", "Dispatch"):
            self.at(
                at + ms(self.chance.of("order").choice((0, 1, 100_000))),
                self.relay,
                message,
                "again",
            )

    def relay(self, message: Message, again: str = "") -> None:
        """Take a message through the door and to the carrier, as the house does."""
        stored = self.watch.book.messages[message.id]
        if not again and (stored.status, stored.attempts) != (message.status, message.attempts):
            return
        if self.faults.strike("two relays", "Dispatch"):
            self.interrupt = lambda: self.relay(message, "again")
        elif message.person and self.faults.strike("opted out meanwhile", "Dispatch"):
            stop = WORKLOADS[message.product].opt_out(message)
            self.interrupt = lambda: self.ask(stop, "guest")
        self.run(lambda process: self._relay(process, message))

    def _relay(self, process: Process, message: Message) -> None:
        leased = self._lease(process, message)
        if leased is None:
            return
        waiting = that_may_join(self.store, leased, process.now())
        joined = [self._lease(process, other, leased.id) for other in waiting]
        together = newest_first([leased, *(other for other in joined if other is not None)])
        outcome = self.post.send(together)
        self.tell("carrier", message.id, outcome)
        for sent in together:
            theirs = outcome if sent is together[0] else outcome_of_part(outcome)
            settle = RecordSendResult(
                product=sent.product, message_id=sent.id, outcome=theirs, attempt=sent.attempts
            )
            process.give(Invocation(self.new_id(), "relay", settle))

    def _lease(self, process: Process, message: Message, joins: str = "") -> Message | None:
        mark = message_mark(KEYS.keys, message) if message.channel == "mail" else ""
        dispatch = LeaseMessage(
            product=message.product, message_id=message.id, mark=mark, joins=joins
        )
        leased: Message | None = process.give(Invocation(self.new_id(), "relay", dispatch)).answer
        return leased

    def sweep(self) -> None:
        """Run due alarms and send messages until none is left; judge the state if none failed."""
        struck, troubles = self.faults.struck, 0
        for _ in range(LONGEST_SWEEP):
            alarms = self.store.inner.load(DueAlarms(self.now))
            for alarm in alarms:
                troubles += not self.run(partial(Process.give, invocation=alarm_invocation(alarm)))
            messages = () if alarms else self.store.inner.load(DueMessages(self.now))
            for message in messages:
                troubles += not self.run(partial(self._relay, message=message))
            if self.faults.struck != struck or troubles:
                if not self.faults.on:
                    # The last sweep must not be one that met trouble: another one follows.
                    self.at(self.now + minutes(1), self.sweep)
                return
            if not alarms and not messages:
                self.watch.calm(self.now)
                return
        raise PromiseBroken(
            "L1", f"a sweep at {self.now} never comes to its end: {self.story[-3:]}"
        )

    def sweep_now_and_then(self, every: timedelta, until: datetime) -> None:
        """Sweep, and come back, while the story lasts."""
        self.sweep()
        if self.now + every < until:
            self.at(self.now + every, self.sweep_now_and_then, every, until)

    def finish(self) -> None:
        """End all faults; then everything must come to rest, and the whole story is judged."""
        self.faults.on = False
        self.tell("— no more faults")
        self.run_until(self.now + LEASE_AND_A_BIT)
        self.sweep()
        self.over = over = max(one.over(self.watch.book, self.now) for one in WORKLOADS.values())
        while (due := self._next_due(over)) is not None:
            self.run_until(due)
            self.sweep()
            if self.now > over + days(6):
                self._wind_up()
        self.run_until(self.now)
        self.watch.end(self.now)

    def _wind_up(self) -> None:
        for command in (one for workload in WORKLOADS.values() for one in workload.wind_up):
            self.ask(command, "setup")

    def _next_due(self, over: datetime) -> datetime | None:
        """Return when something must happen next.

        What is due has been swept, and repeating rounds end with everything else.
        """
        book = self.watch.book
        rings = [one for one in book.alarms.values() if one.due_at <= over or not comes_round(one)]
        times = [due for due in map(self._needed, rings) if due is not None]
        for workload in WORKLOADS.values():
            times += workload.due(book)
        times += _due_messages(book.messages.values())
        times += [event[0] for event in self.heap]
        return min((time for time in times if time > self.now), default=None)


def _due_messages(messages: Iterable[Message]) -> Iterator[datetime]:
    """Yield the times when messages may be sent, or may be sent again."""
    for message in messages:
        if message.status == "queued":
            yield message.not_before
        elif message.status == "sending" and message.lease_ends_at is not None:
            yield message.lease_ends_at
