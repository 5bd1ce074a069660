"""An answer at the desk: one sentence, what belongs to it, and rows that link to their pages."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from fullhouse.inbound.questions.llm_choice import choose_query
from fullhouse.inbound.questions.queries import Query, QuestionContext, has_names
from fullhouse.kernel.question_grammar import NotUnderstood
from fullhouse.kernel.question_times import LENGTH, to_range
from fullhouse.kernel.times import duration, wall_time
from fullhouse.locale.current import gettext, ngettext, translate
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import formatting

MOST_ROWS = 50
# A sentence for none, and one that counts.
CountedTexts = tuple[str, tuple[str, str]]
# Periods inside an answer, with the blank before them; weekdays are written with their date.
PERIOD_TEXTS = {
    "today": " today",
    "tomorrow": " tomorrow",
    "yesterday": " yesterday",
    "this_week": " this week",
    "next_week": " next week",
    "last_week": " last week",
    "this_month": " this month",
    "last_month": " last month",
}


class AnswerRow(msgspec.Struct, frozen=True):
    """A record with a page of its own; `dot` is the colour of its state."""

    path: str
    name: str
    about: str = ""
    dot: str = ""


class AnswerView(msgspec.Struct, frozen=True, kw_only=True):
    """An answer; `elsewhere` is the page with all rows where only the first are shown."""

    said: str
    more: str = ""
    rows: tuple[AnswerRow, ...] = ()
    left_out: int = 0
    elsewhere: str = ""
    by_model: bool = False


def answer_view(
    said: str, rows: list[AnswerRow], more: str = "", elsewhere: str = ""
) -> AnswerView:
    """Return an answer with its first rows, and how many are left out."""
    return AnswerView(
        said=said,
        more=more,
        rows=tuple(rows[:MOST_ROWS]),
        left_out=max(0, len(rows) - MOST_ROWS),
        elsewhere=elsewhere,
    )


async def picked_by_model(
    request: Request, question: str, context: QuestionContext
) -> Query | None:
    """Return the query that the language model picks, where one is set."""
    lent = dependencies(request)
    model, now = lent.desk.model, lent.engine.now()
    if model is None:
        return None
    return await run_in_threadpool(choose_query, question, context, now, model)


def shown_examples(examples: Iterable[str], names: Mapping[str, str] = {}) -> dict[str, str]:
    """Return examples in the reader's language, by their English text."""
    return {
        text.format_map(names): translate(text).format_map(names)
        for text in examples
        if has_names(text, names)
    }


def english_example(question: str, shown: Mapping[str, str]) -> str:
    """Return the example that a question is a translation of, or the question itself.

    Examples are shown in the reader's language, and questions are read in English or German.
    """
    typed = _letters(question)
    return next((text for text, words in shown.items() if _letters(words) == typed), question)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def not_understood(query: NotUnderstood) -> AnswerView:
    """Return the answer to a question that was not understood; the page lists examples below."""
    words = ", ".join(f"“{word}”" for word in query.words)
    more = gettext("Please ask one thing at a time. You can ask:")
    if words:
        more = gettext("I don't know %(words)s here. You can ask:", words=words)
    return AnswerView(said=gettext("I didn't understand."), more=more)


def counted_sentence(
    texts: CountedTexts, count: int, about: str = "", *, at_least: bool = False
) -> str:
    """Return an answer that counts; `at_least` if only a part of the records was read."""
    none, (one, many) = texts
    if not count:
        return gettext(none, about=about)
    said = ngettext(one, many, count, about=about)
    return gettext("At least %(sentence)s", sentence=said) if at_least else said


def in_time(period: str, now: datetime, zone: str, *, back: bool = False) -> str:
    """Write a period as it was understood: a weekday with its date."""
    if not period:
        return ""
    if length := LENGTH.fullmatch(period):
        span = formatting.span(duration(length[2]))
        if length[1]:
            return gettext(" in the next %(span)s", span=span)
        return gettext(" in the last %(span)s", span=span)
    if period in PERIOD_TEXTS:
        return translate(PERIOD_TEXTS[period])
    since, _ = to_range(period, now, zone, back=back)
    return gettext(" on %(day)s", day=formatting.day(wall_time(since, zone)))


def at_hour(at: str) -> str:
    """Format the hour of a question; empty if none was named."""
    if not at:
        return ""
    return gettext(" at %(hour)s", hour=at.rstrip("?").lstrip("0"))


def for_whom(service: str, staff: str) -> str:
    """Format the service and the staff member of a question; empty if none was named."""
    words = ""
    if service:
        words += gettext(" for %(service)s", service=service)
    if staff:
        words += gettext(" with %(staff)s", staff=staff)
    return words


def at(moment: datetime, book: Rulebook) -> str:
    """Format an instant in the time zone of the business."""
    return formatting.wall(wall_time(moment, book.zone))


def joined(*parts: str) -> str:
    """Join the parts that are not empty."""
    return " · ".join(part for part in parts if part)
