"""Taking people out of what DynamoDB holds: the lines about them, the messages to them, and what they wrote to us.

That is too much for one transaction. The commit writes a task; the work follows at once, item by item, and can be done
again. The task stays until the next sweep has done it once more: the indexes that find messages may be behind.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

import msgspec

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.erasure import (
    NOTE,
    addresses,
    erased_line,
    forgotten_message,
    forgotten_note,
    is_about,
    mentions,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import (
    Item,
    audit_of,
    line_key,
    made_of,
    shape,
    text,
    to_attribute,
    to_line,
)
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, Part
from fullhouse.platforms.aws.dynamodb.sequence_reads import lines_about
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.platforms.aws.dynamodb.waitlist_reads import slots_of
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.waitlist.messages import STAFF
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST

KIND = "forget"
PAGE = 100
FRONT_DESK = (WAITLIST, APPOINTMENTS)  # whose notes to staff name people
BLANK = {"sender": "", "name": "", "subject": "", "text": "", "reason": NOTE}
read_forgets = msgspec.json.Decoder(tuple[ErasePerson, ...]).decode
read_known = msgspec.json.Decoder(dict[str, set[str]]).decode
Known = dict[str, set[str]]
LetGo = Callable[[str], None]


def task_item(forgets: tuple[ErasePerson, ...], stamp: int) -> Item:
    """Make the task that a commit leaves: whom to forget, and by which addresses they were known, once found."""
    first = forgets[0]
    task = {
        "kind": KIND,
        "id": f"{first.scope}:{first.person}:{stamp}",
        "forgets": forgets,
        "known": {},
    }
    return made_of(task)


def carry_out(fetcher: Fetcher, task: Item, let_go: LetGo) -> None:
    """Do all of a task, and let go of the raw mails. The addresses are noted first, so that it can be done again."""
    forgets = {(one.scope, one.person): one for one in read_forgets(text(task, "forgets"))}
    known, told = read_known(text(task, "known")), list(_told(fetcher, forgets))
    for forget in forgets.values():
        theirs = tuple(to_line(one.item) for one in told if forget in one.forgets)
        known.setdefault(forget.person, set()).update(addresses(theirs, forget))
    _note(fetcher, task, known)
    for forget in forgets.values():
        _forget_messages(fetcher, forget, known[forget.person])
    for scope in {scope for scope, _ in forgets}:
        theirs_by_person = {person: known[person] for where, person in forgets if where == scope}
        _forget_mail(fetcher, scope, theirs_by_person, let_go)
    for one in told:
        _forget_line(fetcher, one)


def finish(fetcher: Fetcher, let_go: LetGo) -> bool:
    """Do every task that is left and let it go; say whether there were any."""
    tasks = list(fetcher.part(Part(table=tables.DESK, key=KIND)))
    for task in tasks:
        carry_out(fetcher, task, let_go)
        fetcher.ask("delete_item", TableName=tables.DESK.name, Key=_key(tables.DESK, task))
    return bool(tasks)


class Told(msgspec.Struct, frozen=True):
    """A line of the audit, as it stands in its table, and whom it tells of."""

    item: Item
    forgets: list[ErasePerson]


def _told(fetcher: Fetcher, forgets: Mapping[tuple[str, str], ErasePerson]) -> Iterator[Told]:
    """Find every line that tells of these people: by its subject, or by the slots that they were offered."""
    for scope in {scope for scope, _ in forgets}:
        people = {person: forget for (where, person), forget in forgets.items() if where == scope}
        subjects = {
            *people,
            *(slot for person in people for slot in _slots(fetcher, scope, person)),
        }
        for item in lines_about(fetcher, scope, sorted(subjects)):
            line = to_line(item)
            if concerned := [forget for forget in people.values() if is_about(line, forget)]:
                yield Told(item, concerned)


def _slots(fetcher: Fetcher, scope: str, person: str) -> set[str]:
    return slots_of(fetcher, person) if scope == WAITLIST else set()


def _note(fetcher: Fetcher, task: Item, known: Known) -> None:
    addresses_of = {person: sorted(found) for person, found in known.items()}
    words = Expression().is_there("kind").set("known", to_attribute(addresses_of))
    fetcher.rewrite(tables.DESK, _key(tables.DESK, task), words)


def _forget_messages(fetcher: Fetcher, forget: ErasePerson, known: Iterable[str]) -> None:
    """Forget what was written to them, and what staff were told of them."""

    def to_them(message: Message) -> Message | None:
        theirs = (message.scope, message.person) == (forget.scope, forget.person)
        return (
            forgotten_message(message, forget)
            if theirs and message.to != forget.instead["email"]
            else None
        )

    def of_them(message: Message) -> Message | None:
        return forgotten_note(message, forget) if mentions(message, forget) else None

    for address in sorted(known):
        _rewrite_messages(fetcher, address, to_them)
    if forget.scope in FRONT_DESK:
        _rewrite_messages(fetcher, STAFF, of_them)


def _rewrite_messages(
    fetcher: Fetcher, to: str, rewritten: Callable[[Message], Message | None]
) -> None:
    """Rewrite messages to an address; one that moved on meanwhile, as it is then."""
    entries = fetcher.part(Part(table=tables.MESSAGES, key=to, index="addressee"))
    for item in fetcher.through(tables.MESSAGES, entries, PAGE):
        stands: Item | None = item
        while stands is not None:
            message = shape(Message).record(stands)
            gone = rewritten(message)
            if gone is None or _replace(fetcher, message, gone, _as_seen(message)):
                break
            stands = fetcher.get(tables.MESSAGES, shape(Message).key(message.key))


def _as_seen(message: Message) -> Expression:
    words = Expression()
    for field in ("status", "attempts"):
        words.compares(field, "=", to_attribute(getattr(message, field)) or {})
    return words


def _forget_mail(fetcher: Fetcher, scope: str, known: Known, let_go: LetGo) -> None:
    """Forget what they wrote to us, in one walk for all of them; each raw mail goes before its line says nothing."""
    senders = {address for theirs in known.values() for address in theirs}
    entries = fetcher.part(Part(table=tables.INBOX, key=scope, index="scope"))
    for item in fetcher.through(tables.INBOX, entries, PAGE):
        mail = shape(InboundMail).record(item)
        if mail.person in known or mail.sender in senders:
            if mail.file:
                let_go(mail.file)
            _replace(fetcher, mail, msgspec.structs.replace(mail, **BLANK), Expression())


def _forget_line(fetcher: Fetcher, told: Told) -> None:
    """Rewrite a line; if it was rewritten meanwhile for someone else, as it is then."""
    item: Item | None = told.item
    while item is not None:
        line = to_line(item)
        gone = reduce(erased_line, told.forgets, line)
        table, key = audit_of(line.scope), line_key(line, line.number)
        words = Expression().compares("entries", "=", item["entries"])
        words.set("entries", to_attribute(gone.entries)).set("note", to_attribute(gone.note))
        if gone == line or fetcher.rewrite(table, key, words):
            return
        item = fetcher.get(table, key)


def _replace(fetcher: Fetcher, before: Record, after: Record, words: Expression) -> bool:
    """Write what has changed of a record; say whether the conditions held."""
    form = shape(type(before))
    was, will = form.item(before), form.item(after)
    for name in {**was, **will}:
        if was.get(name) != will.get(name):
            words.set(name, will.get(name))
    return not words.changes or fetcher.rewrite(form.table, form.key(before.key), words)


def _key(table: Table, item: Item) -> Item:
    return {one.name: item[one.name] for one in (table.partition, table.sort) if one is not None}
