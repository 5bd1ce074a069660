"""The people of a salon: customers, staff and a booking tool, and their actions on a bad day."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.refill.renamed_slots import RenameSlot
from fullhouse.products.frontdesk.shared.contacts import ConfirmConsent, NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist import commands
from sim.clocks import hours, minutes, ms, seconds
from sim.frontdesk.mail import BACK, send_back, stop_messages
from sim.frontdesk.waitlist import places, reference_rules
from sim.frontdesk.waitlist.actions import DEEDS
from sim.frontdesk.waitlist.entries import Waiting
from sim.frontdesk.waitlist.freed_slots import Freeing
from sim.frontdesk.waitlist.letters import CustomerInbox, answer
from sim.frontdesk.waitlist.rules_text import HouseRules, written
from sim.frontdesk.waitlist.waitlist_view import theirs

if TYPE_CHECKING:
    from sim.world import World

NEAR = (ms(-1), ms(0), ms(0), ms(1), seconds(1))


class Salon(Waiting, Freeing):
    """Everyone who has something to do with the waitlist of one world."""

    def __init__(self, world: "World", rules: HouseRules) -> None:
        """Open the salon."""
        super().__init__(world)
        self.first_rules = rules
        self.inbox = CustomerInbox(world)
        names, weights = zip(*DEEDS.items(), strict=True)
        self.names: tuple[str, ...] = names
        self.weights: tuple[float, ...] = weights

    def begin(self) -> None:
        """Write the rules down, begin the rounds, and let a few people join."""
        self.world.ask(SaveDocument(name="rules", text=written(self.first_rules)), "staff")
        self.world.ask(commands.StartHousekeeping(), "setup")
        for _ in range(self.draw.choice((0, 2, 4))):
            self.join()

    def act(self) -> None:
        """Do one thing, now or exactly when something is about to change."""
        edge = self._edge() if self.draw.random() < 0.2 else None
        if edge is not None:
            self.world.at(edge + self.draw.choice(NEAR), self.act_now)
        else:
            self.act_now()

    def act_now(self) -> None:
        """Do one thing."""
        self.do(self.draw.choices(self.names, self.weights)[0])

    def do(self, deed: str) -> None:
        """Do this."""
        getattr(self, deed)()

    def _edge(self) -> datetime | None:
        """Find an instant in the next hours at which something changes by itself."""
        now, desk = self.world.now, self.desk
        edges = [alarm.due_at for alarm in self.world.watch.book.alarms.values()]
        edges += [at for slot in desk.open_slots() for at in (slot.closes_at, slot.starts_at)]
        edges.append(reference_rules.opens(desk.rules, now))
        near = [edge for edge in edges if now < edge < now + hours(30)]
        return self.draw.choice(near) if near else None

    def claim(self) -> None:
        """Claim an offer that is live, spent, somebody else's or made up."""
        self._answer(commands.ClaimSlot)

    def decline(self) -> None:
        """Decline an offer that is live, spent, somebody else's or made up."""
        self._answer(commands.DeclineSlot)

    def _answer(self, kind: type[commands.ClaimSlot | commands.DeclineSlot]) -> None:
        live = self.desk.all_live()
        offers = [offer for of_slot in self.desk.offers.values() for offer in of_slot.values()]
        if not offers:
            return
        offer = self.draw.choice(live if live and self.draw.random() < 0.7 else offers)
        whose = offer.entry_id if self.draw.random() < 0.9 else self._name()
        seq = offer.seq if self.draw.random() < 0.9 else self.draw.choice((0, 1, offer.seq + 1))
        self.ask(answer(self.world, kind, offer.slot_id, seq, whose))

    def got(self, message: Message) -> None:
        """React to a message that arrived."""
        self.inbox.keep(message)
        if message.kind == "offer" and self.draw.random() < 0.7:
            self.world.at(self._when(message), self.inbox.answer, message)

    def _when(self, message: Message) -> datetime:
        """Answer soon, or at the very edge of the deadline."""
        soon = self.world.now + self.draw.choice((seconds(5), minutes(1), minutes(9)))
        ends_at = message.facts["offer"]["ends_at"]
        edge = datetime.fromisoformat(ends_at) if isinstance(ends_at, str) else ends_at
        return soon if self.draw.random() < 0.6 else edge + self.draw.choice(NEAR)

    def follow_link(self) -> None:
        """Follow a link from some message, new or old."""
        self.inbox.follow_any()

    def scan(self) -> None:
        """Open every link, as mail scanners do."""
        self.inbox.scan()

    def forge(self) -> None:
        """Change a token a little and try it."""
        self.inbox.forge()

    def _address(self) -> str:
        entry = self._someone("waiting")
        return (
            self.draw.choice(theirs(entry))
            if entry is not None
            else self._addresses()[1] or "+491510000099"
        )

    def stop(self) -> None:
        """Text or mail STOP."""
        stop_messages(self.world, self._address(), self.ask)

    def start(self) -> None:
        """Text START, and tell staff that texts are welcome."""
        address = self._address()
        self.ask(NoteReach(address=address, reach="fine", note="START"))
        self.ask(ConfirmConsent(address=address), "staff")
        self._text_back()

    def _text_back(self) -> None:
        """Reply to someone who texts what cannot be understood."""
        entry = self._someone("waiting")
        if entry is not None and entry.phone:
            said = {"phone": entry.phone, "text_id": self._new("t"), "words": "Which one?"}
            self.ask(commands.TextBack(entry_id=entry.id, **said), "text")

    def bounce(self) -> None:
        """Let a message come back."""
        reach: Literal["bounced", "unreachable"] = self.draw.choice(("bounced", "unreachable"))
        send_back(self.world, NoteReach(address=self._address(), reach=reach, note=BACK))

    def change_rules(self) -> None:
        """Change the rules, while slots are open and offers out."""
        rules = places.changed(self.draw, self.desk.rules)
        self.ask(SaveDocument(name="rules", text=written(rules)), "staff")
        slot = self._some_slot()
        if slot is not None:
            self.ask(RenameSlot(slot_id=slot.id, staff=slot.staff), "staff")

    def misspell(self) -> None:
        """Write something into the rules that nobody can understand: they stay as they were."""
        text = written(places.changed(self.draw, self.desk.rules)) + "Claim widnow: soon\n"
        self.ask(SaveDocument(name="rules", text=text), "staff")

    def keep_house(self) -> None:
        """Begin the rounds once more, as every start of the house does."""
        self.world.ask(commands.StartHousekeeping(), "setup")

    def rush(self) -> None:
        """Let a few people act in the same instant."""
        for _ in range(self.draw.choice((2, 3, 5))):
            self.world.at(self.world.now, self.act_now)
