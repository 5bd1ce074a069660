"""Clients of the limits for mail: the network that brings it, or the domain of its sender."""

from fullhouse.engine.client_address import client_key
from fullhouse.inbound.mail.guest_questions import domain_key
from fullhouse.inbound.mail.sender_check import Envelope


def client_of(envelope: Envelope, sender: str = "") -> str:
    """Return the key of the network that brought a mail.

    A relay brings the mail of many, and a mail that is fed by hand or comes from SES names no
    network: such mail counts by the domain of its sender.
    """
    if envelope.peer and not envelope.by_relay:
        return client_key(envelope.peer)
    return domain_key(envelope.sender or sender)
