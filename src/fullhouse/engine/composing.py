"""Composing letters from messages, with signed links and page addresses."""

from urllib.parse import urlencode

import msgspec

from fullhouse.engine.ports import Keys
from fullhouse.engine.urls import Urls
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link, Site
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Delivery


class Composer:
    """Builds the letter of a message; its product chooses the wording and the links."""

    def __init__(self, urls: Urls, keyring: Keys, mail_domain: str = "") -> None:
        """Sign links with this keyring. `mail_domain` is empty if no mail is taken in."""
        self.urls = urls
        self.keyring = keyring
        self.mail_domain = mail_domain

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
        address = f"{mailbox}@{self.mail_domain}"
        entry = letter.calendar
        if entry is not None:
            entry = msgspec.structs.replace(entry, organizer=address)
        reply_to = address if letter.takes_reply else letter.reply_to
        return msgspec.structs.replace(letter, reply_to=reply_to, calendar=entry)


def _post_of(message: Message) -> Delivery:
    # Loads every rule and all wording, which a function that only shows pages never needs.
    from fullhouse.engine.catalogue import PRODUCTS

    return PRODUCTS[message.product].post
