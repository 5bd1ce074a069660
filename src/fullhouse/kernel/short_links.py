"""Short links in texts: a token that is stored with its message and stands for one link.

A signed link would cost a text a second part. The token is a keyed hash of the message's id, so
nobody can guess it, and the same message always gets the same one. It works while we have its key.
"""

import hmac
import re
from collections.abc import Iterable
from hashlib import blake2b

from fullhouse.kernel.links import Key
from fullhouse.kernel.messages import Message

TOKEN_LENGTH = 12  # 71 bits
TOKEN_BYTES = 16
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
TOKEN = re.compile(rf"[0-9A-Za-z]{{{TOKEN_LENGTH}}}", re.ASCII)
# Different from every other use of a key, so that no token is a mark or a link.
OF_TEXT = "10:text-token"
OF_MESSAGE = "13:message-token"


def short_token(keys: Iterable[Key], message: Message) -> str:
    """Return the token of a text under the newest key; empty if there is no key.

    It is made before the text is sent, when its number may still change.
    """
    key = next(iter(keys), None)
    return _token(key, _body(message)) if key is not None else ""


def is_token_of(message: Message, keys: Iterable[Key]) -> bool:
    """Return True if one of the keys made the token of a text; revoked keys end it."""
    bodies = (_body(message), _earlier_body(message))
    made = [_token(key, body) for key in keys for body in bodies]
    return any(hmac.compare_digest(token, message.mark) for token in made)


def _body(message: Message) -> str:
    return f"{OF_MESSAGE}{len(message.id)}:{message.id}"


def _earlier_body(message: Message) -> str:
    """Return what earlier versions made a token of: the number as well."""
    name, to = message.id, message.to
    return f"{OF_TEXT}{len(name)}:{name}{len(to)}:{to}"


def _token(key: Key, body: str) -> str:
    bits = int.from_bytes(blake2b(body.encode(), key=key.secret, digest_size=TOKEN_BYTES).digest())
    letters = []
    for _ in range(TOKEN_LENGTH):
        bits, letter = divmod(bits, len(BASE62))
        letters.append(BASE62[letter])
    return "".join(letters)
