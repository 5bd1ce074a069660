"""Intent of a mail's new text; it takes processor time, so it runs beside the event loop."""

from functools import partial

import msgspec

from fullhouse.inbound.mail.attempt import attempt
from fullhouse.inbound.mail.new_text import new_text, text_outside_top, without_footer
from fullhouse.inbound.mail.notes_to_everyone import Impersonal, impersonal
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.replies.agreement import agrees_to_cancel, begins_with_agreement
from fullhouse.inbound.replies.declines import declines_offer, is_no_with_thanks, without_first_no
from fullhouse.inbound.replies.given_up import gives_up_another
from fullhouse.inbound.replies.intent import (
    PLAIN_CANCEL_WORDS,
    REPLY_PREFIX,
    Intent,
    ParsedReply,
    grammar_intent,
    parse_reply,
    reply_intent,
)
from fullhouse.inbound.replies.leaving import Leaving, leaving
from fullhouse.inbound.replies.list_words import says_sign_up
from fullhouse.inbound.replies.occasions import Occasion, names_another
from fullhouse.inbound.replies.offer_words import (
    ends_with_yes,
    keeps_place,
    keeps_seat,
    leaves_offer,
    only_holds,
    stays_in_line,
    takes_offer,
)
from fullhouse.inbound.replies.open_answers import hands_over, is_unsure
from fullhouse.inbound.replies.party_words import is_only_number, people_in
from fullhouse.inbound.replies.seat_given import gives_seat
from fullhouse.inbound.replies.second_look import GIVES_UP, is_elsewhere_then, look_again
from fullhouse.inbound.replies.sentences import parse_sentences
from fullhouse.inbound.replies.short_answers import ShortAnswer, short_answer
from fullhouse.inbound.replies.yes_and_more import after_yes, has_contrast, may_be_taken_back

# Few people write more to an event. A longer text is kept, and heard up to here.
LONGEST_HEARD = 4000
ONLY_NO = frozenset({"no"})
ONLY_YES = frozenset({"yes"})
# A yes with which a mail to an event may begin; "great" and "ok" may be about anything.
PLAIN_YES = frozenset(("yes", "yep", "yeah", "yup", "ja", "jawohl", "oui", "ouais"))


class UnderstoodMail(msgspec.Struct, frozen=True):
    """The new text of a mail, its intent, and its intent by the grammar alone.

    `short` is what it answers if our mail asked something. Between our lines it may answer any.
    `signs_up` if someone who is not on the list wants to come. `leaves` is how clearly its words
    take someone off the list. `asks` if it has a question. `only_no` if a no is all in it that
    cancels, and more words follow. `declines_offer` if it turns down what was offered,
    `takes_offer` if free words take it. `keeps` if it says no to the question whether we shall
    cancel, `is_unsure` if its writer does not know yet, `only_holds` if an offered seat shall only
    be held for now. `people` is how many it speaks of. `is_partial` if its writer comes late or
    leaves early, and `only_time` if it says nothing else. `impersonal` if it may be by a
    program, `is_bare_no` if it is a no and at most thanks, `stays` if it speaks of the line in
    which its writer stays.
    """

    said: str
    wants: Intent
    plain: Intent
    short: ShortAnswer
    signs_up: bool = False
    leaves: Leaving = ""
    asks: bool = False
    only_no: bool = False
    only_yes: bool = False
    agrees: bool = False
    declines_offer: bool = False
    takes_offer: bool = False
    keeps: bool = False
    is_unsure: bool = False
    only_holds: bool = False
    people: int = 0
    is_partial: bool = False
    only_time: bool = False
    impersonal: Impersonal = ""
    is_bare_no: bool = False
    stays: bool = False


def understood(
    reading: ReadMail, ours: frozenset[str], occasion: Occasion | None = None
) -> UnderstoodMail:
    """Understand the new text of a mail to an event; what fails counts as not understood."""
    nothing = UnderstoodMail(reading.text, "nothing", "nothing", "")
    return attempt(partial(_understood, reading, ours, occasion), nothing)


def _understood(
    reading: ReadMail, ours: frozenset[str], occasion: Occasion | None
) -> UnderstoodMail:
    whole = new_text(reading.text, ours)
    top = without_footer(whole)[:LONGEST_HEARD]
    said, wants = _wanted(reading, ours, top)
    wants = look_again(top, reading.mail.subject, wants, occasion)
    parsed = parse_reply(said, reading.mail.subject)
    short = short_answer(top, reading.name)
    is_open = parsed.by_grammar == "nothing" and not _is_plain(short, top)
    found = UnderstoodMail(
        whole or said,
        _without_number(parsed, wants),
        parsed.by_grammar,
        short,
        signs_up=_signs_up(parsed, short),
        leaves=_leaves(parsed, wants, occasion),
        asks=parsed.asks,
        only_no=parsed.signs == ONLY_NO and _goes_on_harmlessly(top),
        only_yes=_agrees_first(parsed, top),
        agrees="come" not in parsed.signs and agrees_to_cancel(top),
        declines_offer=_declines_offer(top, wants, parsed, occasion),
        people=people_in(parsed.text),
        is_partial=parsed.is_partial,
        only_time=parsed.is_only_time,
        impersonal=impersonal(said, reading.mail.subject, occasion) if is_open else "",
        is_bare_no=short == "no" or is_no_with_thanks(top),
        stays=stays_in_line(top),
    )
    cancels = parsed.by_grammar == "cancel" and not (ends_with_yes(top) or parsed.is_partial)
    return found if cancels else _in_free_words(found, top)


def _is_plain(short: ShortAnswer, text: str) -> bool:
    """Return True if a text is a short answer, or gives the seat away in plain words."""
    return bool(short) or gives_seat(text)


def _leaves(parsed: ParsedReply, wants: Intent, occasion: Occasion | None) -> Leaving:
    """Return how clearly a text takes its writer off the list; another day or event leaves none."""
    if wants == "come" or (occasion is not None and names_another(parsed.text, occasion)):
        return ""
    return leaving(parsed.text)


def unread(found: UnderstoodMail) -> UnderstoodMail:
    """Return a text in a language that is not read: it only asks, unless it says STOP."""
    wants: Intent = "stop" if found.wants == "stop" else "nothing"
    return UnderstoodMail(found.said, wants, wants, "", impersonal=found.impersonal)


def _without_number(parsed: ParsedReply, wants: Intent) -> Intent:
    """Return the intent; how many people come is no cancellation."""
    is_open = wants == "seems_cancel" and parsed.by_grammar == "nothing"
    return "nothing" if is_open and is_only_number(parsed.text) else wants


def _in_free_words(found: UnderstoodMail, text: str) -> UnderstoodMail:
    """Return a text that cancels nothing by grammar with what its free words may answer."""
    return msgspec.structs.replace(
        found,
        takes_offer=takes_offer(text),
        keeps=keeps_seat(text),
        only_holds=only_holds(text),
        is_unsure=found.plain == "nothing" and is_unsure(text),
    )


def _declines_offer(
    text: str, wants: Intent, parsed: ParsedReply, occasion: Occasion | None
) -> bool:
    """Return True if a text turns down what was offered, also behind a yes that says little."""
    if hands_over(text) or ends_with_yes(text) or _is_about_another(text, occasion):
        return False
    if _is_away(text, wants, parsed):
        return True
    if stays_in_line(text) and not says_sign_up(text):
        is_kept = wants in GIVES_UP and keeps_place(text)
        return is_kept or "cancel" in parsed.signs or _turns_down(text)
    return _is_turned_down(text, wants, parsed, occasion)


def _is_away(text: str, wants: Intent, parsed: ParsedReply) -> bool:
    """Return True if a text says that its writer is elsewhere then: "but we'll be in Greece"."""
    if parsed.by_grammar == "come" or parsed.is_partial or is_unsure(text):
        return False
    return (wants in GIVES_UP or has_contrast(text)) and is_elsewhere_then(text)


def _is_about_another(text: str, occasion: Occasion | None) -> bool:
    return occasion is not None and gives_up_another(text, occasion)


def _is_turned_down(
    text: str, wants: Intent, parsed: ParsedReply, occasion: Occasion | None
) -> bool:
    """Return True if a no says so, first of all or behind a yes."""
    if _is_plain_no(parsed, occasion) or (parsed.by_grammar != "come" and _turns_down(text)):
        return True
    rest = after_yes(text)
    is_back = bool(rest) and wants in GIVES_UP
    return is_back and (_turns_down(rest) or grammar_intent(rest) == "cancel")


def _turns_down(text: str) -> bool:
    return declines_offer(text) or leaves_offer(text)


def _is_plain_no(parsed: ParsedReply, occasion: Occasion | None) -> bool:
    """Return True if few words cancel, and name no date and no other event.

    Days of the week are mixed up by many, and an offer that is turned down keeps the place.
    """
    if parsed.by_grammar != "cancel" or leaving(parsed.text) == "list":
        return False
    if parsed.length > PLAIN_CANCEL_WORDS:
        return False
    has_date = any(letter.isdecimal() for letter in parsed.text)
    return not has_date and not _is_about_another(parsed.text, occasion)


def _agrees_first(parsed: ParsedReply, text: str) -> bool:
    """Return True if a text begins with a yes, and does not say that its writer comes."""
    is_yes = parsed.signs == ONLY_YES or begins_with_agreement(text)
    return is_yes and "come" not in parsed.signs


def _goes_on_harmlessly(text: str) -> bool:
    """Return True if a text begins with a no, and what follows cancels nothing."""
    rest = without_first_no(text)
    return bool(rest) and grammar_intent(rest) == "nothing"


def _signs_up(parsed: ParsedReply, short: ShortAnswer) -> bool:
    """Return True if a text says that its writer wants to come, and not only thanks."""
    if parsed.by_grammar not in ("come", "nothing") or short in ("ok", "thanks"):
        return False
    if ("come" in parsed.signs and not parsed.is_only_time) or says_sign_up(parsed.text):
        return True
    if may_be_taken_back(after_yes(parsed.text)):
        return False
    first = next(iter(parse_sentences(parsed.text)), None)
    return first is not None and not first.asks and first.clauses[0].words[0] in PLAIN_YES


def _wanted(reading: ReadMail, ours: frozenset[str], said: str) -> tuple[str, Intent]:
    """Return the new text and its intent.

    A no between our lines may answer any of them. If there is no new text, the subject counts
    if it was changed in the reply.
    """
    if said or not REPLY_PREFIX.match(reading.mail.subject):
        return said, reply_intent(said, reading.mail.subject)
    subject = REPLY_PREFIX.sub("", reading.mail.subject)
    answers = text_outside_top(reading.text, ours) or text_outside_top(subject, ours)
    gives_up = any(reply_intent(one) in ("cancel", "seems_cancel") for one in answers)
    return "\n\n".join(answers), "seems_cancel" if gives_up else "nothing"


def said_by_grammar(reading: ReadMail, ours: frozenset[str]) -> Intent:
    """Return the intent of the new text by the grammar alone."""
    return attempt(partial(_said_by_grammar, reading, ours), "nothing")


def _said_by_grammar(reading: ReadMail, ours: frozenset[str]) -> Intent:
    return grammar_intent(new_text(reading.text, ours), reading.mail.subject)
