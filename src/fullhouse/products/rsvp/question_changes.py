"""Changing the questions of a sign-up form, and a guest's answers to them."""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp.commands import ChangeParty
from fullhouse.products.rsvp.content_changes import changed_content
from fullhouse.products.rsvp.event_content import EventContent, questions_of
from fullhouse.products.rsvp.form_questions import (
    MOST_QUESTIONS,
    MOST_REMOVED,
    Answers,
    ChangeAnswers,
    EditQuestions,
    FormQuestion,
    answers_problem,
    asked_of_each,
    has_room_for,
    with_party,
)
from fullhouse.products.rsvp.link_binding import is_by_visitor
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestListState,
    GuestPage,
    GuestResult,
)


def the_questions(command: EditQuestions, found: Found) -> Needs:
    """Load the event, its texts, and one guest, if anyone was ever on its list."""
    if found:
        return {}
    key = (command.event_id,)
    return {
        "event": Get(Event, key),
        "content": Get(EventContent, key),
        "page": GuestPage(command.event_id, limit=1),
    }


def edit_questions(state: GuestListState, command: EditQuestions, _now: datetime) -> Decision:
    """Ask these questions from now on; those that guests may have answered are kept as removed."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    content = state.content or EventContent(event_id=event.id)
    if command.rev not in (None, content.rev):
        return Decision(GuestResult("changed_since", event))
    before = content.questions if state.page else ()
    problem, field = _why_no_edit(before, command.questions)
    if problem:
        return Decision(GuestResult(problem, event, field=field))
    questions = _with_removed(before, command.questions)
    if questions == content.questions:
        return Decision(GuestResult("unchanged", event))
    changed = changed_content(state.content, event, {"questions": questions})
    number = len(command.questions)
    same = if_unchanged(event, "asks")
    if number == event.asks:
        return Decision(
            GuestResult("changed", event),
            moves=(update(event, *same),),
            steps=(Step(event.id, "questions_changed", event.id, (changed,)),),
        )
    counted = update(event, *same, asks=number)
    return Decision(
        GuestResult("changed", counted.after),
        steps=(Step(event.id, "questions_changed", event.id, (counted, changed)),),
    )


def _why_no_edit(
    before: tuple[FormQuestion, ...], after: tuple[FormQuestion, ...]
) -> tuple[str, str]:
    """Return the code of a problem and its field.

    Once there are guests, an answer to the old kind of question would be none to the new one.
    """
    if len(after) > MOST_QUESTIONS:
        return "too_many_questions", "questions"
    if len({question.id for question in after}) < len(after):
        return "same_question_twice", "questions"
    known = {question.id: question for question in before}
    for place, question in enumerate(after):
        old = known.get(question.id, question)
        if (old.kind, old.per) != (question.kind, question.per):
            return "question_answered", f"questions.{place}"
    return "", ""


def _with_removed(
    before: tuple[FormQuestion, ...], after: tuple[FormQuestion, ...]
) -> tuple[FormQuestion, ...]:
    """Return the questions with those that are asked no more, the latest of them."""
    stay = {question.id for question in after}
    gone = [question for question in before if question.id not in stay]
    removed = [msgspec.structs.replace(question, removed=True) for question in gone]
    # Those removed last come first.
    return (*after, *removed[:MOST_REMOVED])


def the_answers(command: ChangeAnswers, found: Found) -> Needs:
    """Load the event, a guest, and what the event asks."""
    if found:
        return {}
    key = (command.event_id,)
    return {
        "event": Get(Event, key),
        "guest": Get(Guest, (command.event_id, command.guest_id)),
        "content": Get(EventContent, key),
    }


def change_answers(state: GuestListState, command: ChangeAnswers, now: datetime) -> Decision:
    """Replace a guest's answers; those to removed questions stay."""
    event, guest = state.event, state.guest
    if event is None or guest is None or not _may_answer(guest, command):
        return Decision(GuestResult("unknown_guest", event))
    questions = questions_of(state.content)
    problem, field = _why_no_change(event, guest, command, now), ""
    if not problem:
        complete = not command.by_host
        problem, field = answers_problem(questions, command.answers, guest.party, complete=complete)
    if problem:
        return Decision(GuestResult(problem, event, guest, field=field))
    answers = {**_to_removed(questions, guest), **command.answers} or None
    if answers == guest.answers:
        return Decision(GuestResult("unchanged", event, guest))
    change = update(guest, *if_unchanged(guest, "rev"), answers=answers, rev=guest.rev + 1)
    step = Step(event.id, "answers_changed", guest.id, (change,))
    if command.by_host:
        step = Step(event.id, "answers_corrected", guest.id, (change,))
    return Decision(
        GuestResult("answers_changed", event, change.after),
        steps=(step,),
    )


def _may_answer(guest: Guest, command: ChangeAnswers) -> bool:
    """Return False for whoever signed up the address, and has not proven that it is theirs."""
    return not guest.is_erased and not is_by_visitor(command)


def _why_no_change(event: Event, guest: Guest, command: ChangeAnswers, now: datetime) -> str:
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= (event.ends if command.by_host else event.starts):
        return "event_over"
    return "already_cancelled" if guest.state == "cancelled" else ""


def _to_removed(questions: tuple[FormQuestion, ...], guest: Guest) -> Answers:
    """Return a guest's answers to questions that are asked no more."""
    removed = {question.id for question in questions if question.removed}
    return {name: said for name, said in (guest.answers or {}).items() if name in removed}


def answers_of_party(
    state: GuestListState, guest: Guest, command: ChangeParty
) -> tuple[Answers | None, str, str]:
    """Return the answers of all who come; the code of a problem, and its field.

    Guests must answer for people they bring along; the host may find out later.
    """
    more = command.party - guest.party
    if more < 0:
        return with_party(guest.answers, guest.party, command.party, {}), "", ""
    questions = asked_of_each(questions_of(state.content))
    complete = bool(command.link)
    problem, field = answers_problem(questions, command.answers, more, complete=complete)
    answers = with_party(guest.answers, guest.party, command.party, command.answers)
    if not problem and not has_room_for(answers):
        problem, field = "answers_too_long", "answers"
    return answers, problem, field
