"""Erasure of people in DynamoDB: from audit lines, from messages to them, and from their mail.

That is too much for one transaction. The commit writes a task; the work follows at once, item by
item, and can be repeated. The task stays until the next sweep has repeated it: the indexes that
find messages may lag.
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
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.platforms.aws.dynamodb.sequence_reads import lines_about
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.platforms.aws.dynamodb.waitlist_reads import slots_of
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.shared.message_facts import STAFF
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST

KIND = "forget"
PAGE = 100
FRONT_DESK = (WAITLIST, APPOINTMENTS)  # scopes with notes to staff that name people
BLANK = {"sender": "", "name": "", "subject": "", "text": "", "reason": NOTE}
read_forgets = msgspec.json.Decoder(tuple[ErasePerson, ...]).decode
read_known = msgspec.json.Decoder(dict[str, set[str]]).decode
Known = dict[str, set[str]]
LetGo = Callable[[str], None]


def task_item(forgets: tuple[ErasePerson, ...], stamp: int) -> Item:
    """Return the task of a commit: whom to erase, and their known addresses, once found."""
    first = forgets[0]
    task = {
        "kind": KIND,
        "id": f"{first.scope}:{first.person}:{stamp}",
        "forgets": forgets,
        "known": {},
    }
    return made_of(task)


def carry_out(fetcher: Fetcher, task: Item, let_go: LetGo) -> None:
    """Do a task and delete the raw mails. Addresses are stored first, so it can be repeated."""
    by_scope = _by_scope(read_forgets(text(task, "forgets")))
    forgets = [forget for people in by_scope.values() for forget in people.values()]
    known, lines = read_known(text(task, "known")), list(_lines_about(fetcher, by_scope))
    for forget in forgets:
        about = tuple(to_line(line.item) for line in lines if forget in line.forgets)
        known.setdefault(forget.person, set()).update(addresses(about, forget))
    _note(fetcher, task, known)
    for forget in forgets:
        _forget_messages(fetcher, forget, known[forget.person].union(forget.addresses))
    for scope, people in by_scope.items():
        _forget_mail(fetcher, scope, _of_the_gone(people, known), let_go)
    for line in lines:
        _forget_line(fetcher, line)


def _of_the_gone(people: Mapping[str, ErasePerson], known: Known) -> Known:
    """Return the addresses of those who do not stay under another address."""
    return {person: known[person] for person, forget in people.items() if not forget.only}


def _by_scope(forgets: Iterable[ErasePerson]) -> dict[str, dict[str, ErasePerson]]:
    found: dict[str, dict[str, ErasePerson]] = {}
    for forget in forgets:
        found.setdefault(forget.scope, {})[forget.person] = forget
    return found


def finish(fetcher: Fetcher, let_go: LetGo) -> bool:
    """Do and delete every task that is left; return whether there were any."""
    tasks = list(fetcher.part(ItemRange(table=tables.DESK, key=KIND)))
    for task in tasks:
        carry_out(fetcher, task, let_go)
        fetcher.ask("delete_item", TableName=tables.DESK.name, Key=_key(tables.DESK, task))
    return bool(tasks)


class LineToErase(msgspec.Struct, frozen=True):
    """An audit line as stored, and the people to erase from it."""

    item: Item
    forgets: list[ErasePerson]


def _lines_about(
    fetcher: Fetcher, by_scope: Mapping[str, Mapping[str, ErasePerson]]
) -> Iterator[LineToErase]:
    """Find every line about these people: by its subject, or by slots that were offered to them."""
    for scope, people in by_scope.items():
        subjects = set(people)
        for person in people:
            subjects |= _slots(fetcher, scope, person)
        for item in lines_about(fetcher, scope, sorted(subjects)):
            line = to_line(item)
            concerned = [forget for forget in people.values() if is_about(line, forget)]
            if concerned:
                yield LineToErase(item, concerned)


def _slots(fetcher: Fetcher, scope: str, person: str) -> set[str]:
    return slots_of(fetcher, person) if scope == WAITLIST else set()


def _note(fetcher: Fetcher, task: Item, known: Known) -> None:
    addresses_of = {person: sorted(found) for person, found in known.items()}
    words = Expression().is_there("kind").set("known", to_attribute(addresses_of))
    fetcher.rewrite(tables.DESK, _key(tables.DESK, task), words)


def _forget_messages(fetcher: Fetcher, forget: ErasePerson, known: Iterable[str]) -> None:
    """Erase a person from messages to them, and from notes to staff."""

    def to_them(message: Message) -> Message | None:
        is_theirs = (message.scope, message.person) == (forget.scope, forget.person)
        if not is_theirs or message.to == forget.instead["email"]:
            return None
        return forgotten_message(message, forget)

    def of_them(message: Message) -> Message | None:
        return forgotten_note(message, forget) if mentions(message, forget) else None

    for address in sorted(known):
        _rewrite_messages(fetcher, address, to_them)
    if forget.scope in FRONT_DESK:
        _rewrite_messages(fetcher, STAFF, of_them)


def _rewrite_messages(
    fetcher: Fetcher, to: str, rewritten: Callable[[Message], Message | None]
) -> None:
    """Rewrite messages to an address; one that changed meanwhile is read again."""
    entries = fetcher.part(ItemRange(table=tables.MESSAGES, key=to, index="addressee"))
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
    """Erase people's mail to us in one pass; a raw mail is deleted before its record is blank."""
    senders = {address for theirs in known.values() for address in theirs}
    entries = fetcher.part(ItemRange(table=tables.INBOX, key=scope, index="scope"))
    for item in fetcher.through(tables.INBOX, entries, PAGE):
        mail = shape(InboundMail).record(item)
        if mail.person in known or mail.sender in senders:
            if mail.file:
                let_go(mail.file)
            _replace(fetcher, mail, msgspec.structs.replace(mail, **BLANK), Expression())


def _forget_line(fetcher: Fetcher, found: LineToErase) -> None:
    """Rewrite a line; if it was rewritten meanwhile for another person, read it again."""
    item: Item | None = found.item
    while item is not None:
        line = to_line(item)
        gone = reduce(erased_line, found.forgets, line)
        table, key = audit_of(line.scope), line_key(line, line.number)
        words = Expression().compares("entries", "=", item["entries"])
        words.set("entries", to_attribute(gone.entries)).set("note", to_attribute(gone.note))
        if gone == line or fetcher.rewrite(table, key, words):
            return
        item = fetcher.get(table, key)


def _replace(fetcher: Fetcher, before: Record, after: Record, words: Expression) -> bool:
    """Write the changed fields of a record; return whether the conditions held."""
    form = shape(type(before))
    was, will = form.item(before), form.item(after)
    for name in {**was, **will}:
        if was.get(name) != will.get(name):
            words.set(name, will.get(name))
    return not words.changes or fetcher.rewrite(form.table, form.key(before.key), words)


def _key(table: Table, item: Item) -> Item:
    return {key.name: item[key.name] for key in (table.partition, table.sort) if key is not None}
