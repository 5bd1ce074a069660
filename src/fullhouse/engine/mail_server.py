"""The mail server as a page of the desk sets it: its settings without the password, and faults."""

from typing import Literal

import msgspec

Tls = Literal["none", "starttls", "implicit"]
# Why no email can leave; a page has a sentence for each.
Fault = Literal[
    "unknown_host",
    "refused",
    "silent",
    "certificate",
    "no_tls",
    "not_mail",
    "sign_in",
    "sender",
    "settings",
    "other",
]


class MailServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings in force; the password stays where it is kept.

    `fixed` names the places of settings that no page may change: a variable, or the file.
    """

    host: str = ""
    port: int = 587
    user: str = ""
    sender: str = ""
    tls: Tls = "starttls"
    has_password: bool = False
    fixed: dict[str, str] = {}


class MailFault(msgspec.Struct, frozen=True):
    """A fault of the mail server, with its own words, which name nobody."""

    code: Fault
    detail: str = ""
