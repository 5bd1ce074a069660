"""Taking people out of what DynamoDB holds: the lines about them, the messages to them, and what they wrote to us.

That is too much for one transaction. The commit writes a task; the work follows at once, item by item, and can be done
again. The task stays until the next sweep has done it once more: the indexes that find messages may be behind.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import msgspec

from fullhouse.engine.inbox import InboundMail
from fullhouse.kernel.audit import Line
from fullhouse.kernel.decisions import Forget
from fullhouse.kernel.forgetting import NOTE, addresses, forgotten_line, forgotten_message
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws import tables
from fullhouse.platforms.aws.expressions import Expression
from fullhouse.platforms.aws.fetching import Fetcher, Part
from fullhouse.platforms.aws.items import Item, made_of, shape, text, to_attribute, to_line
from fullhouse.platforms.aws.tables import Table

KIND = "forget"
PAGE = 100
BLANK = {"sender": "", "name": "", "subject": "", "text": "", "reason": NOTE}
read_forgets = msgspec.json.Decoder(tuple[Forget, ...]).decode
read_known = msgspec.json.Decoder(dict[str, set[str]]).decode
Known = dict[str, set[str]]
LetGo = Callable[[str], None]


def task_item(forgets: tuple[Forget, ...], stamp: int) -> Item:
    """Make the task that a commit leaves: whom to forget, and by which addresses they were known, once found."""
    first = forgets[0]
    task = {"kind": KIND, "id": f"{first.scope}:{first.person}:{stamp}", "forgets": forgets, "known": {}}
    return made_of(task)


def carry_out(fetcher: Fetcher, task: Item, let_go: LetGo) -> None:
    """Do all of a task, and let go of the raw mails. The addresses are noted first, so that it can be done again."""
    forgets = {(one.scope, one.person): one for one in read_forgets(text(task, "forgets"))}
    known, lines = read_known(text(task, "known")), list(_lines_about(fetcher, forgets))
    for forget in forgets.values():
        theirs = tuple(line for line in lines if (line.scope, line.subject) == (forget.scope, forget.person))
        known.setdefault(forget.person, set()).update(addresses(theirs, forget))
    _note(fetcher, task, known)
    for forget in forgets.values():
        _forget_messages(fetcher, forget, known[forget.person])
    for scope in {scope for scope, _ in forgets}:
        theirs_by_person = {person: known[person] for where, person in forgets if where == scope}
        _forget_mail(fetcher, scope, theirs_by_person, let_go)
    for line in lines:
        _forget_line(fetcher, line, forgets[line.scope, line.subject])


def finish(fetcher: Fetcher, let_go: LetGo) -> bool:
    """Do every task that is left and let it go; say whether there were any."""
    tasks = list(fetcher.part(Part(table=tables.DESK, key=KIND)))
    for task in tasks:
        carry_out(fetcher, task, let_go)
        fetcher.ask("delete_item", TableName=tables.DESK.name, Key=_key(tables.DESK, task))
    return bool(tasks)


def _lines_about(fetcher: Fetcher, forgets: Mapping[tuple[str, str], Forget]) -> Iterator[Line]:
    for scope in {scope for scope, _ in forgets}:
        people = [person for where, person in forgets if where == scope]
        part = Part(table=tables.AUDIT, key=scope, where=partial(Expression.is_one_of, name="subject", values=people))
        yield from map(to_line, fetcher.part(part))


def _note(fetcher: Fetcher, task: Item, known: Known) -> None:
    addresses_of = {person: sorted(found) for person, found in known.items()}
    words = Expression().is_there("kind").set("known", to_attribute(addresses_of))
    fetcher.rewrite(tables.DESK, _key(tables.DESK, task), words)


def _forget_messages(fetcher: Fetcher, forget: Forget, known: Iterable[str]) -> None:
    for address in sorted(known):
        entries = fetcher.part(Part(table=tables.MESSAGES, key=address, index="addressee"))
        for item in fetcher.through(tables.MESSAGES, entries, PAGE):
            message = shape(Message).record(item)
            if (message.scope, message.person) == (forget.scope, forget.person):
                _forget_message(fetcher, message, forget)


def _forget_message(fetcher: Fetcher, message: Message, forget: Forget) -> None:
    """Rewrite a message; if it moved on meanwhile, as it is then."""
    while message.to != forget.instead["email"]:
        gone = forgotten_message(message, forget)
        seen = Expression()
        for field in ("status", "attempts"):
            seen.compares(field, "=", to_attribute(getattr(message, field)) or {})
        if _replace(fetcher, message, gone, seen):
            return
        item = fetcher.get(tables.MESSAGES, shape(Message).key(message.key))
        message = gone if item is None else shape(Message).record(item)


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


def _forget_line(fetcher: Fetcher, line: Line, forget: Forget) -> None:
    gone = forgotten_line(line, forget)
    if gone != line:
        words = Expression().set("entries", to_attribute(gone.entries)).set("note", to_attribute(gone.note))
        fetcher.rewrite(tables.AUDIT, made_of({"event_id": line.scope, "ts": line.number}), words)


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
