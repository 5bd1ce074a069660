"""Composing letters from messages, with signed links and page addresses."""

from urllib.parse import urlencode

import msgspec

from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import Keys
from fullhouse.engine.urls import Urls
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link, Site
from fullhouse.kernel.mail_marks import carrier_mark, guest_mark, message_mark
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Delivery

LONGEST_LOCAL_PART = 64
UNSENT = ("queued", "sending")
NO_DOMAIN = "fullhouse.invalid"


class Composer:
    """Builds the letter of a message; its product chooses the wording and the links."""

    def __init__(
        self, urls: Urls, keyring: Keys, mail_domain: str = "", message_id_domain: str = ""
    ) -> None:
        """Sign links with this keyring. `mail_domain` is empty if no mail is taken in.

        `message_id_domain` is the domain in the ids of our mails, for those who look them up.
        """
        self.urls = urls
        self.keyring = keyring
        self.mail_domain = mail_domain
        self.message_id_domain = message_id_domain or mail_domain or NO_DOMAIN

    def letter(self, message: Message) -> Letter:
        """Return the letter as it was sent, or compose it."""
        if message.letter:
            return msgspec.json.decode(message.letter, type=Letter)
        post = _post_of(message)

        def url(purpose: str) -> str:
            link = post.link(message, purpose)
            if link is None:
                return self.page_url(message, purpose)
            return self.link_url(link, post.links_at)

        return self._addressed(message, post.compose(message, url))

    def mark(self, message: Message) -> str:
        """Return the mark under which a message is sent, or was sent; empty if it is no mail."""
        if message.channel != "mail" or message.mark or message.status not in UNSENT:
            return message.mark
        return message_mark(self.keyring.keys, message)

    def message_id(self, message: Message) -> str:
        """Return the Message-ID of a mail, with the carrier's own id if it gave one."""
        if message.channel != "mail":
            return ""
        marked = msgspec.structs.replace(message, mark=self.mark(message))
        return f"<{carrier_mark(message) or message_id_of(marked)}@{self.message_id_domain}>"

    def page_url(self, message: Message, purpose: str) -> str:
        """Return the address of the public or desk page that a message is about."""
        page = _post_of(message).page(message, purpose)
        url = f"{self.urls.at(page.site)}{page.path}"
        if page.query:
            url = f"{url}?{urlencode(page.query)}"
        return url

    def link_url(self, link: Link, site: Site) -> str:
        """Sign a link and return its address at a site."""
        return f"{self.urls.at(site)}/l/{self.keyring.sign(link)}"

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
