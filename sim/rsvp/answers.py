"""Questions in the sign-up form, what guests answer, and that answers go with the person."""

from typing import TYPE_CHECKING

from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.form_questions import (
    Answers,
    ChangeAnswers,
    EditQuestions,
    FormQuestion,
    asked,
)
from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Commit, StateModel
from sim.clocks import hours, minutes
from sim.rsvp.lists import GuestCheck, GuestLists

if TYPE_CHECKING:
    from sim.world import World

FOOD = FormQuestion(
    "food", "What do you eat?", "choice", ("Fish", "Vegan"), required=True, per="party"
)
NOTE = FormQuestion("note", "Anything else?")
ASKED = ((FOOD,), (FOOD, NOTE), (NOTE,), (NOTE, FOOD), ())
PURPOSE = "answers"


class Questions:
    """A host who asks now this, now that, in three of ten worlds; and guests who answer."""

    def __init__(self, world: "World") -> None:
        """Come in."""
        self.world = world
        self.draw = world.chance.of(PURPOSE)

    def begin(self, events: list[str]) -> None:
        """Ask at once or later, and change answers from time to time."""
        if self.draw.random() >= 0.3:
            return
        for event_id in events:
            self.world.at(self.world.now + minutes(1), self.ask, event_id)
            for _ in range(4):
                later = self.world.now + hours(self.draw.randrange(1, 90))
                self.world.at(later, self.draw.choice((self.ask, self.change)), event_id)

    def ask(self, event_id: str) -> None:
        """Ask other questions from now on."""
        command = EditQuestions(event_id=event_id, questions=self.draw.choice(ASKED))
        self.world.ask(command, "host")

    def change(self, event_id: str) -> None:
        """Change one's answers."""
        guests = [*self.world.watch.book.view(GuestLists).guests.get(event_id, {}).values()]
        if guests:
            guest = self.draw.choice(guests)
            answers = self.answers(event_id, guest.party)
            command = ChangeAnswers(event_id=event_id, guest_id=guest.id, answers=answers)
            self.world.ask(command, "guest")

    def answers(self, event_id: str, party: int) -> Answers:
        """Return answers to what is asked, now and then to something else."""
        texts = [one for one in self.world.watch.book.all(EventContent) if one.event_id == event_id]
        questions = asked(texts[0].questions) if texts else ()
        given: Answers = {
            one.id: (self.draw.choice(("Fish", "Vegan")),) * one.people(party) for one in questions
        }
        return {**given, "age": ("9",)} if given and self.draw.random() < 0.05 else given


class S5AnswersGoWithThePerson(GuestCheck):
    """An erased guest leaves no answers behind, and nobody answers an event that never asked."""

    promise = "S5"

    def __init__(self, book: StateModel) -> None:
        """Start with events that never asked."""
        super().__init__(book)
        self.asked: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Look at the answers of every guest who changed."""
        self.asked |= {event.id for _, event in commit.of(Event) if event.asks}
        for _, guest in commit.of(Guest):
            answered = guest.answers is not None
            self.require(not (answered and guest.is_erased), f"{guest.id} is erased and answered")
            self.require(guest.event_id in self.asked or not answered, "nobody asked")
        for forget in commit.written.decision.forget:
            if forget.kind == Guest.kind_name and not forget.only:
                gone = forget.instead.get("answers", "kept") is None
                self.require(gone, "the audit keeps what an erased guest answered")
