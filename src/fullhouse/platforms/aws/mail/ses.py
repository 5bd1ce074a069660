"""Carrier of mail by SES; its answer, or a lost answer, decides the outcome of a message.

SES replaces our message id by its own, which is stored with the message. Each mail has the
message's key as a tag, which SES includes in its reports.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from fullhouse.engine.mime import mail_address, sender_address, to_mime
from fullhouse.kernel.letters import Letter, short
from fullhouse.kernel.messages import (
    CarrierDown,
    Channel,
    Message,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)
from fullhouse.platforms.aws.carrier_errors import alone, may_have_left, trouble

TAG = "message"
LONGEST_TAG = 256
# A problem of our account: the sender, or in the sandbox the recipient, is not verified.
NOT_VERIFIED = re.compile(r"not verified", re.IGNORECASE)
OF_THE_ADDRESS = re.compile(r"suppress|blacklist|\baddress|\bdomain", re.IGNORECASE)


class SesPost:
    """Sends letters by SES with one attempt: a retry after a lost answer could send one twice."""

    carries: frozenset[Channel] = frozenset({"mail"})

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        sender: str,
        configuration_set: str,
    ) -> None:
        """Check the sender's address, and that the client does not retry by itself."""
        if client.meta.config.retries.get("total_max_attempts") != 1:
            raise ValueError("a client that tries again could send a mail twice")
        alone(client, "before-send.ses.SendRawEmail")
        self._client = client
        self._sender = sender
        self._source = sender_address(sender)
        self._set = {"ConfigurationSetName": configuration_set} if configuration_set else {}

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome."""
        try:
            data = to_mime(
                message, letter, self._sender, message_id_domain=self._source.rpartition("@")[2]
            )
            to = mail_address(message.to)
        except ValueError as error:
            return Refused(short(str(error)), permanent=True)
        if not to.isascii():
            return Refused("SES takes only plain addresses", permanent=True)
        try:
            answer = self._client.send_raw_email(
                Source=self._source,
                Destinations=[to],
                RawMessage={"Data": data},
                Tags=_tags(message),
                **self._set,
            )
        except Exception as error:  # noqa: BLE001 - no error may lose the message
            return trouble(error, "SES", _refusal)
        return Sent(answer["MessageId"].partition("@")[0])


def _tags(message: Message) -> list[dict[str, str]]:
    """Return a message's key as a tag, with only letters, digits, hyphens and underscores."""
    value = urlsafe_b64encode(message.id.encode()).decode().rstrip("=")
    return [{"Name": TAG, "Value": value}] if len(value) <= LONGEST_TAG else []


def tagged(value: str) -> str:
    """Read the key of a message from its tag; empty if it is not one of ours."""
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4)).decode()
    except ValueError:
        return ""


def _refusal(answer: Any) -> Outcome:  # noqa: ANN401 - as botocore gives it
    code, words = answer["Error"].get("Code", ""), answer["Error"].get("Message", "")
    reason, status = short(f"{code}: {words}"), answer["ResponseMetadata"]["HTTPStatusCode"]
    if may_have_left(status):
        return ResultUnknown(reason)
    of_the_address = bool(OF_THE_ADDRESS.search(words))
    is_refusal = code == "MessageRejected" or (code == "InvalidParameterValue" and of_the_address)
    if is_refusal and not NOT_VERIFIED.search(words):
        return Refused(reason, permanent=of_the_address)
    return CarrierDown(reason)
