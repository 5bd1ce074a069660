"""Carrier of SMS by SNS; its answer, or a lost answer, decides the outcome of a message.

SNS silently drops an SMS to a number that opted out, so that is checked first.
"""

import re
from typing import Any

from fullhouse.inbound.forms.phone import is_e164
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
from fullhouse.kernel.sms import LONGEST_TEXT, OPTED_OUT, to_gsm7
from fullhouse.platforms.aws.carrier_errors import alone, may_have_left, trouble

NUMBER = re.compile(r"\+[1-9]\d{6,14}|\d{3,8}", re.ASCII)
NAME = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9-]{1,11}", re.ASCII)
INVALID = (
    "InvalidParameter",
    "InvalidParameterException",
    "InvalidParameterValue",
    "ValidationException",
)
SAYS_OPTED_OUT = re.compile(r"opted[ -]?out", re.IGNORECASE)
# A problem of our account: a new one may write only to verified numbers.
NOT_VERIFIED = re.compile(r"sandbox|verif", re.IGNORECASE)
OF_THE_NUMBER = re.compile(r"phone ?number", re.IGNORECASE)
OF_THE_WORDS = re.compile(r"\bmessage\b", re.IGNORECASE)


class SnsPost:
    """Sends SMS by SNS with one attempt: a retry after a lost answer could send one twice."""

    carries: frozenset[Channel] = frozenset({"text"})

    def __init__(self, client: Any, sender: str = "") -> None:  # noqa: ANN401 - made by botocore
        """Check the sender, a number or a name, and that the client does not retry by itself."""
        if client.meta.config.retries.get("total_max_attempts") != 1:
            raise ValueError("a client that tries again could send a text twice")
        alone(client, "before-send.sns")
        self._client = client
        self._attributes = _attributes(sender)

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send an SMS and return the outcome."""
        words = to_gsm7(letter.text)
        if not is_e164(message.to):
            return Refused("this is no phone number", permanent=True)
        if not 0 < len(words) <= LONGEST_TEXT:
            return Refused("the text is too long" if words else "the text is empty")
        return self._kept_from(message.to) or self._published(message.to, words)

    def _kept_from(self, number: str) -> Outcome | None:
        """Return why an SMS cannot be sent to a number; None if nothing is known."""
        from botocore.exceptions import ClientError

        try:
            found = self._client.check_if_phone_number_is_opted_out(phoneNumber=number)
        except ClientError:
            return None
        except Exception as error:  # noqa: BLE001 - no error may lose the message
            return CarrierDown(f"SNS could not be asked ({type(error).__name__})")
        finally:
            self._client.close()  # closes only the connection, which may be about to end
        if found.get("isOptedOut"):
            return Refused(OPTED_OUT, permanent=True)
        return None

    def _published(self, number: str, words: str) -> Outcome:
        try:
            answer = self._client.publish(
                PhoneNumber=number, Message=words, MessageAttributes=self._attributes
            )
        except Exception as error:  # noqa: BLE001 - no error may lose the message
            return trouble(error, "SNS", lambda answer: _refusal(answer, number))
        return Sent(answer["MessageId"])


def _attributes(sender: str) -> dict[str, dict[str, str]]:
    """Return the attributes of an SMS: sent with priority, from our number or name if set."""
    values = {"AWS.SNS.SMS.SMSType": "Transactional"}
    if NUMBER.fullmatch(sender):
        values["AWS.MM.SMS.OriginationNumber"] = sender
    elif NAME.fullmatch(sender):
        values["AWS.SNS.SMS.SenderID"] = sender
    elif sender:
        raise ValueError(
            "texts leave from a number such as +6581234567 "
            "or in a name of up to 11 letters and digits"
        )
    return {name: {"DataType": "String", "StringValue": value} for name, value in values.items()}


def _refusal(answer: Any, number: str) -> Outcome:  # noqa: ANN401 - as botocore gives it
    code, words = answer["Error"].get("Code", ""), answer["Error"].get("Message", "")
    reason = short(f"{code}: {words}".replace(number, "the number"))
    status = answer["ResponseMetadata"]["HTTPStatusCode"]
    if SAYS_OPTED_OUT.search(words):
        return Refused(OPTED_OUT, permanent=True)
    if may_have_left(status):
        return ResultUnknown(reason)
    if code not in INVALID or NOT_VERIFIED.search(words):
        return CarrierDown(reason)
    if OF_THE_NUMBER.search(words):
        return Refused(reason, permanent=True)
    return Refused(reason) if OF_THE_WORDS.search(words) else CarrierDown(reason)
