"""Whether a reply speaks of another day than the event's: who can't come on Tuesday may mean the rehearsal."""

from datetime import date

from fullhouse.kernel.dates import DATE_WORDS
from fullhouse.lanes.mail.clauses import folded, sentences_of, words_in

DAYS = tuple(
    (folded(name.casefold()), number)
    for words in DATE_WORDS.values()
    for number, name in enumerate(words.weekdays.split())
)


def is_of_another_day(text: str, day: date) -> bool:
    """Whether days of the week are named, and none of them is that of this day."""
    said = words_in(sentences_of(text))
    named = {number for word in said for name, number in DAYS if word.startswith(name)}
    return bool(named) and day.weekday() not in named
