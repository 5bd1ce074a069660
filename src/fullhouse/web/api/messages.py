"""Messages over the API: all of them, rendered, newest first."""

import msgspec

from fullhouse.engine.access import DESK
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.messages import Message
from fullhouse.web.api.cursors import number, split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.schema import MessageOut, MessageQuery, Page


def show(engine: Engine, message: Message) -> MessageOut:
    """Return the schema of a message; one being sent counts as queued.

    Sign-in links are left out: a token must not give access to the desk.
    """
    letter = engine.composer.letter_to_show(message)
    if message.product == DESK:
        letter = msgspec.structs.replace(letter, buttons=())
    return MessageOut(
        key=message.id,
        kind=message.kind,
        to=message.to,
        channel=message.channel,
        status="queued" if message.status == "sending" else message.status,
        at=message.at,
        subject=letter.subject,
        text=as_text(letter),
        html="" if message.channel == "text" else as_html(letter),
        reply_to=letter.reply_to,
        message_id=engine.composer.message_id(message),
        links=letter.links,
    )


async def _list(call: ApiCall) -> Page[MessageOut]:
    query = call.query
    need = MessagePage(
        query.event, _address(query.to), query.kind, number(query.cursor), query.limit + 1
    )
    found = call.engine.load(need)
    return split_page(
        found,
        query.limit,
        lambda message: show(call.engine, message),
        lambda message: str(message.number),
    )


def _address(written: str) -> str:
    """Return an address or a phone number; a plus sign in a query is decoded as a blank."""
    address = written.strip().lower()
    if address.isdecimal() and address.isascii():
        return f"+{address}"
    return address


MESSAGES = [
    Endpoint(
        method="GET",
        path="/messages",
        does="List messages, the newest first.",
        handle=_list,
        query=MessageQuery,
        answer=Page[MessageOut],
    )
]
