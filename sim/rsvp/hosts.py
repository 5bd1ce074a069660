"""The hosts of events, and what they change about them."""

import itertools
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Event
from fullhouse.products.rsvp.series import Repeat, copy_of, next_date
from sim.clocks import hours, minutes, seconds
from sim.rsvp import places, reference_rules
from sim.rsvp.actors import Actor


class Hosts(Actor):
    """The actions of hosts."""

    def import_rows(self, event: Event) -> None:
        """Import a list, as pending or confirmed; a co-host may bring the date forward."""
        place_as = self.draw.choice(("pending", "pending", "confirmed"))
        for _ in range(self.draw.choice((1, 2, 4))):
            row = self._sign_up(event)
            if self.world.chance.happens("co-host", 0.2):
                self.world.interrupt = lambda: self._bring_forward(event)
            self.ask(msgspec.structs.replace(row, source="import", place_as=place_as), "host")

    def send_again(self, event: Event) -> None:
        """Send a message again that did not leave; or try to with one that did, or that is none."""
        book = self.world.watch.book
        lost = [
            one.id
            for one in book.messages.values()
            if one.scope == event.id and one.status == "failed"
        ]
        others = [*itertools.islice(book.messages, 3), "nothing"]
        message_id = self.draw.choice(lost if lost and self.draw.random() < 0.8 else others)
        command = commands.SendAgain(
            event_id=event.id, message_id=message_id, occasion=self.draw.randrange(1, 3)
        )
        self.ask(command, "host")

    def raise_cap(self, event: Event) -> None:
        """Find more chairs."""
        self.ask(
            commands.EditEvent(event_id=event.id, cap=event.cap + self.draw.choice((1, 1, 2, 3))),
            "host",
        )

    def lower_cap(self, event: Event) -> None:
        """Lose chairs."""
        self.ask(
            commands.EditEvent(
                event_id=event.id, cap=max(1, event.cap - self.draw.choice((1, 1, 2)))
            ),
            "host",
        )

    def move_date(self, event: Event) -> None:
        """Move the evening, also into the claim windows."""
        starts_at = self._other_start(event)
        self.ask(
            commands.EditEvent(
                event_id=event.id, starts_at=starts_at, tell_guests=self.draw.random() < 0.7
            ),
            "host",
        )

    def _bring_forward(self, event: Event) -> None:
        """Move the evening closer, and adapt the deadlines before anyone else acts."""
        soon = self.world.now + self.world.chance.one_of("co-host", hours(3), hours(12), hours(40))
        starts_at = reference_rules.wall(min(soon, reference_rules.start(event)), event.timezone)
        self.ask(commands.EditEvent(event_id=event.id, starts_at=starts_at), "host")
        for alarm in list(self.world.watch.book.set_for(commands.RecapOffers)):
            self.world.ring(alarm)

    def _other_start(self, event: Event) -> datetime:
        guests = self.lists.guests[event.id].values()
        ends = [one.offer.ends_at for one in guests if one.offer]
        ends += [one.cancels_at for one in guests if one.cancels_at]
        if ends and self.draw.random() < 0.4:
            there = self.draw.choice(ends) + self.draw.choice(
                (minutes(-5), timedelta(0), minutes(5))
            )
            return reference_rules.wall(there, event.timezone)
        return places.moved(self.draw, event.starts_at)

    def late_news(self, event: Event) -> None:
        """Change time or place shortly before the start, perhaps by night, and tell the guests."""
        starts = reference_rules.start(event)
        before = self.draw.choice((minutes(30), hours(2), hours(5), hours(10), hours(13)))
        changes: tuple[dict[str, Any], ...] = (
            {"venue": f"Hall {self.draw.randrange(9)}"},
            {"starts_at": places.moved(self.draw, event.starts_at)},
        )
        command = commands.EditEvent(event_id=event.id, **self.draw.choice(changes))
        self.world.at(max(self.world.now, starts - before), self.ask, command, "host")

    def change_settings(self, event: Event) -> None:
        """Change some settings, for all or from now on."""
        settings, for_all = places.changed_settings(self.draw), self.draw.random() < 0.4
        self.ask(commands.EditEvent(event_id=event.id, settings=settings, for_all=for_all), "host")

    def rename(self, event: Event) -> None:
        """Change what has nothing to do with seats."""
        self.ask(
            commands.EditEvent(event_id=event.id, venue=f"Room {self.draw.randrange(9)}"), "host"
        )

    def close(self, event: Event) -> None:
        """Close sign-up, or open it again."""
        kind = commands.ReopenSignUp if event.state == "closed" else commands.CloseSignUp
        self.ask(kind(event_id=event.id), "host")

    def call_off(self, event: Event) -> None:
        """Cancel the event; rarely."""
        if self.draw.random() < 0.15:
            self.ask(commands.CancelEvent(event_id=event.id), "host")

    def thank(self, event: Event) -> None:
        """Thank those who came, too early or in time."""
        self.ask(commands.SendThanks(event_id=event.id, text="It was a pleasure."), "host")

    def broadcast(self, event: Event) -> None:
        """Write to all of a group; press once more, now or later."""
        self.guests += 1
        to: commands.Audience = self.draw.choice(("confirmed", "confirmed", "waiting", "invited"))
        key = f"b{self.guests}"
        command = commands.SendBroadcast(
            event_id=event.id, key=key, to=to, subject="News", text=f"{to}: {key}"
        )
        self.ask(command, "host")
        if self.draw.random() < 0.4:
            wait = self.draw.choice((seconds(1), minutes(20), hours(9)))
            self.world.at(self.world.now + wait, self.world.ask, command, "host")

    def copy_event(self, event: Event) -> None:
        """Open the next date of a series."""
        repeat: Repeat = self.draw.choice(("week", "two_weeks", "month"))
        date = next_date(
            event.starts_at, repeat, reference_rules.wall(self.world.now, event.timezone)
        )
        self.ask(copy_of(event, f"{event.id}-{date:%Y%m%d}", date), "host")

    def open_another(self, event: Event) -> None:
        """Open one more list, on which nobody comes unless they find it."""
        created = places.event(self.draw, f"e{len(self.events)}")
        self.ask(created, "host")
        if len(self.events) < 3:
            self.events.append(created)

    def reply_to_guest(self, event: Event) -> None:
        """Let the host reply to someone who wrote, perhaps not a guest."""
        guest = self._some_guest(event)
        self.guests += 1
        reply = commands.ReplyToGuest(
            event_id=event.id,
            guest_id=guest.id if guest else f"g{self.guests}",
            name="Someone",
            email=guest.email if guest else "stranger@example.org",
            occasion=f"answer-{self.guests}",
            text="Yes, behind the house.",
        )
        self.ask(reply, "host")

    def keep_people(self, event: Event) -> None:
        """Decide how long people's data is kept, or for ever."""
        days = self.draw.choice((0, 1, 1, 2))
        self.world.ask(commands.SetGuestRetention(days=days), "setup")
