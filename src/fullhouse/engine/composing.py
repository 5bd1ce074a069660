"""Composing letters from messages, with signed links and page addresses."""

import logging
from base64 import b64encode
from collections.abc import Callable
from datetime import datetime

import msgspec

from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import Keys
from fullhouse.engine.qr_code import code_as_data
from fullhouse.engine.urls import Urls
from fullhouse.kernel.letter_html import as_html
from fullhouse.kernel.letters import Letter, LetterLook
from fullhouse.kernel.links import Link, Site
from fullhouse.kernel.mail_marks import carrier_mark, guest_mark, message_mark
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Delivery
from fullhouse.kernel.short_links import is_token_of, short_token

log = logging.getLogger(__name__)
LONGEST_LOCAL_PART = 64
UNSENT = ("queued", "sending")
NO_DOMAIN = "fullhouse.invalid"


def _no_look() -> LetterLook | None:
    return None


def logo_as_data(letter: Letter) -> str:
    """Return the logo of a letter as the address of a picture; empty without one."""
    if letter.look is None or not letter.look.logo:
        return ""
    return f"data:image/png;base64,{b64encode(letter.look.logo).decode()}"


class Composer:
    """Builds the letter of a message; its product chooses the wording and the links."""

    def __init__(
        self,
        urls: Urls,
        keyring: Keys,
        mail_domain: str = "",
        message_id_domain: str = "",
        *,
        takes_answers: bool = False,
    ) -> None:
        """Sign links with this keyring. `mail_domain` is empty if no mail is taken in.

        `message_id_domain` is the domain in the ids of our mails, for those who look them up.
        `takes_answers` says that answers to our texts reach us.
        """
        self.urls = urls
        self.keyring = keyring
        self.mail_domain = mail_domain
        self.takes_answers = takes_answers
        self.look: Callable[[], LetterLook | None] = _no_look
        self.use_sender(message_id_domain)

    def use_sender(self, domain: str) -> None:
        """Write mail ids with the sender's domain from now on."""
        self.message_id_domain = domain or self.mail_domain or NO_DOMAIN

    def letter(self, message: Message) -> Letter:
        """Return the letter as it was sent, or compose it."""
        if message.letter:
            return msgspec.json.decode(message.letter, type=Letter)
        compose, link = _post_of(message).compose, self.links_in(message)
        return self._addressed(message, compose(self._answerable(message), link))

    def with_look(self, letter: Letter) -> Letter:
        """Return a letter in the look of the house, as it is now."""
        return msgspec.structs.replace(letter, look=self.look())

    def shown_html(self, letter: Letter) -> str:
        """Return the HTML of an email for a page, with its pictures in it."""
        seen = self.with_look(letter)
        picture = code_as_data(letter.code.content) if letter.code else ""
        return as_html(seen, picture, logo_as_data(seen))

    def links_in(self, message: Message) -> Callable[[str], str]:
        """Return what makes the address of each link in a message, by its purpose."""
        short_purpose, short_url = self._short_url(message)

        def url(purpose: str) -> str:
            if short_url and purpose == short_purpose:
                return short_url
            return self._long_url(message, purpose)

        return url

    def _answerable(self, message: Message) -> Message:
        """Return a text with the fact that it can be answered, where answers reach us."""
        if message.channel != "text" or not self.takes_answers:
            return message
        return msgspec.structs.replace(message, facts={**message.facts, "takes_answers": True})

    def letter_to_show(self, message: Message) -> Letter:
        """Return the letter; if it cannot be composed, one that has only the message's kind."""
        try:
            return self.letter(message)
        except Exception:
            log.exception("message %s could not be put into words", message.id)
            return Letter(subject=message.kind, heading=message.kind)

    def mark(self, message: Message) -> str:
        """Return the mark under which a message is sent, or was sent; a text's is its token."""
        if message.mark or message.status not in UNSENT:
            return message.mark
        if message.channel == "mail":
            return message_mark(self.keyring.keys, message)
        if self.short_link(message) is None:
            return ""
        return short_token(self.keyring.keys, message)

    def short_link(self, message: Message) -> Link | None:
        """Return the link that a text's token stands for; None if it is no text with a link."""
        if message.channel != "text":
            return None
        return _post_of(message).short_link(message)

    def is_revoked(self, message: Message, now: datetime) -> bool:
        """Return True if the key of a text's token was revoked, which ends its short link."""
        if is_token_of(message, self.keyring.keys):
            return False
        return not is_token_of(message, self.keyring.keys_for_mark(message.mark, now))

    def message_id(self, message: Message) -> str:
        """Return the Message-ID of a mail, with the carrier's own id if it gave one."""
        if message.channel != "mail":
            return ""
        marked = msgspec.structs.replace(message, mark=self.mark(message))
        return f"<{carrier_mark(message) or message_id_of(marked)}@{self.message_id_domain}>"

    def page_url(self, message: Message, purpose: str) -> str:
        """Return the address of the public or desk page that a message is about."""
        return self.urls.page(_post_of(message).page(message, purpose))

    def link_url(self, link: Link, site: Site) -> str:
        """Sign a link and return its address at a site."""
        return f"{self.urls.at(site)}/l/{self.keyring.sign(link)}"

    def text_link(self, message: Message) -> str:
        """Return the address of a text's link: its short one, or a long one if that has ended."""
        link = self.short_link(message)
        _, url = self._short_url(message)
        if link is None or (url and is_token_of(message, self.keyring.keys)):
            return url
        return self._long_url(message, link.purpose)

    def _short_url(self, message: Message) -> tuple[str, str]:
        """Return the purpose and the address of a text's short link; empty if it has none."""
        link, token = self.short_link(message), self.mark(message)
        if link is None or not token:
            return "", ""
        return link.purpose, f"{self.urls.at(_post_of(message).links_at)}/s/{token}"

    def _long_url(self, message: Message, purpose: str) -> str:
        post = _post_of(message)
        link = post.link(message, purpose)
        if link is None:
            return self.page_url(message, purpose)
        return self.link_url(link, post.links_at)

    def _addressed(self, message: Message, letter: Letter) -> Letter:
        """Direct replies to the message's own address, where mail is taken in.

        Questions still go to the host.
        """
        mailbox = _post_of(message).mailbox(message)
        if not self.mail_domain or not mailbox:
            return letter
        reply_to, entry = letter.reply_to, letter.calendar
        if letter.takes_reply:
            reply_to = self._address(mailbox, self.mark(message))
        if entry is not None:
            organizer = self._organizer(message) or entry.organizer
            entry = msgspec.structs.replace(entry, organizer=organizer)
        return msgspec.structs.replace(letter, reply_to=reply_to, calendar=entry)

    def _organizer(self, message: Message) -> str:
        """Return the address for answers of a calendar; its mark proves nothing else."""
        mailbox = _post_of(message).calendar_mailbox(message)
        if not mailbox:
            return ""
        return self._address(mailbox, guest_mark(self.keyring.keys, message.scope, message.person))

    def _address(self, mailbox: str, mark: str) -> str:
        """Return an address of ours that brings a mark back, if it does not get too long."""
        local = f"{mailbox}{'.' if '+' in mailbox else '+'}{mark}"
        if not mark or len(local) > LONGEST_LOCAL_PART:
            local = mailbox
        return f"{local}@{self.mail_domain}"


def _post_of(message: Message) -> Delivery:
    # Loads every rule and all wording, which a function that only shows pages never needs.
    from fullhouse.engine.catalogue import PRODUCTS

    return PRODUCTS[message.product].post
