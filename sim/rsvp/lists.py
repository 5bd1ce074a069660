"""The guest lists as the checkers and the people read them out of the book."""

from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Check, Commit, StateModel, View


class GuestLists(View):
    """Every event, and its guests by their ids."""

    def __init__(self) -> None:
        """Start empty."""
        self.events: dict[str, Event] = {}
        self.guests: dict[str, dict[str, Guest]] = {}

    def turn(self, commit: Commit) -> None:
        """Write a commit into the lists."""
        for _, event in commit.of(Event):
            self.events[event.id] = event
            self.guests.setdefault(event.id, {})
        for _, guest in commit.of(Guest):
            self.guests[guest.event_id][guest.id] = guest

    def all_guests(self) -> list[Guest]:
        """Return every guest of every event."""
        return [guest for guests in self.guests.values() for guest in guests.values()]


class GuestCheck(Check):
    """A checker that looks at the guest lists."""

    def __init__(self, book: StateModel) -> None:
        """Look at the lists."""
        super().__init__(book)
        self.lists = book.view(GuestLists)
