"""A yes in free text to our question whether a seat shall be cancelled: "Go ahead, sorry"."""

from itertools import dropwhile
from typing import Literal

from fullhouse.inbound.replies.declines import POLITE, YES, hands_on, is_only_polite, word_set
from fullhouse.inbound.replies.exact_words import CANCEL_STEMS
from fullhouse.inbound.replies.intent import (
    ParsedReply,
    is_left_open,
    parse_reply,
    reply_intent,
    says_any,
)
from fullhouse.inbound.replies.matcher import Words
from fullhouse.inbound.replies.offer_words import keeps_seat
from fullhouse.inbound.replies.reading import grammars
from fullhouse.inbound.replies.sentences import parse_sentences
from fullhouse.inbound.replies.short_answers import short_answer
from fullhouse.inbound.replies.things_brought import names_things
from fullhouse.inbound.replies.yes_and_more import has_contrast
from fullhouse.kernel.patterns import regex

Part = Literal["agrees", "goes ahead", "gives up", "polite", "other"]

# They let us do what we asked about, whatever else is written.
GO_AHEAD = frozenset(
    tuple(phrase.split())
    for phrase in (
        "go ahead",
        "do",
        "do it",
        "do so",
        "do that",
        "by all means",
        "nur zu",
        "macht das",
        "mach das",
        "machen sie das",
        "macht es",
        "tut das",
        "tun sie das",
        "allez",
        "vas",
        "faites",
        "faites le",
        "faites donc",
        "fais le",
        "adelante",
        "hacedlo",
        "hazlo",
        "hagalo",
        "haganlo",
    )
)
PLEASE = word_set(
    """
    well tja naja ben eh bien pues bueno
    please about that this for it again so very much just i i'm am
    entschuldigt entschuldige entschuldigung bitte gern gerne noch mal nochmals euch ihnen dir
    s'il vous te plait svp encore pardon toutes mes excuses
    por favor perdonad perdone perdona la las molestias
    regards gruss grusse lg vg cordialement saludos saludo un
    """
)
# "Muy a mi pesar", "zu meinem Bedauern".
REGRET = word_set(
    """
    a mi muy pesar malgre moi zu meinem unserem bedauern to my regret
    what shame pity too bad schade wie quel dommage c'est bien triste que lastima pena
    """
)
# "That's what I was trying to say", "Genau so war es gemeint".
MEANT = regex(
    r"\b(?:that|this|that's|it's|exactly|i do|das|so|genau|c'est|ce que|ca|eso|esto|a eso)\b"
    r"[^.!?]{0,25}\b(?:mean|meant|saying|trying to say|wanted to say|gemeint|meinte|meine ich"
    r"|sagen wollte|voulais dire|voulu dire|queria decir|quise decir|refer\w+)\b"
    r"|\bme refer\w+ a eso\b|\b(?:ihr habt|du hast|sie haben|vous avez|tu as|you(?:'ve)?"
    r"|(?:lo |me )?(?:habeis|has|han)) (?:[\w']+ ){0,2}"
    r"(?:richtig verstanden|bien compris|(?:got|understood) (?:me|it|that) (?:right|correctly)"
    r"|entendido bien|bien entendido)\b"
)
# They may yet come: "Yes, still stuck on the road".
STILL = regex(r"\b(?:still|yet|late|later|noch|spater|encore|toujours|tard|aun|todavia|tarde)\b")
# Somebody comes after all: "The sitter is ill, so the kids come along".
COMES_ALONG = regex(
    r"\b(?:com(?:e|es|ing)|bring\w*|along|alone|komm\w*|allein\w*|vien\w*|amen\w*|seule?"
    r"|llev\w*|tra(?:e|i)\w*|sol[oa])\b"
)
# They let the seat go: "libérez-la".
FREES = ("liber", "freigeb", "freigegeben", "releas", "streich", "losch", "borr")
NOT = word_set("not don't dont nicht kein keine ne pas no")
HOLDS_ON = ("keep", "behalt", "gard", "guard", "conserv", "manten")
LONGEST_AGREEMENT = 25
LONGEST_REASON = 30
# A yes and thanks, or a greeting that has the name in it.
FEWEST_WITH_NAME = 2


def agrees_to_cancel(text: str) -> bool:
    """Return True if an answer lets us cancel, and no clause of it may mean anything else."""
    clauses = _answer(text)
    if sum(map(len, clauses)) <= LONGEST_AGREEMENT:
        parts = map(_part, _without_name(clauses))
        if _agree([part for part in parts if part != "polite"]):
            return True
    return _is_reason(_after_agreement(clauses))


def begins_with_agreement(text: str) -> bool:
    """Return True if the first words of an answer agree, whatever follows."""
    return bool(_after_agreement(_answer(text)))


def _answer(text: str) -> list[Words]:
    """Return the clauses of an answer; none if it asks something or holds on to the seat."""
    sentences = parse_sentences(text)
    clauses = [clause.words for sentence in sentences for clause in sentence.clauses]
    is_open = any(sentence.asks for sentence in sentences) or any(map(_holds_on, clauses))
    return [] if is_open or sum(map(len, clauses)) > LONGEST_REASON else clauses


def _after_agreement(clauses: list[Words]) -> str:
    """Return what follows the words that agree first of all; "" if none do."""
    said = list(dropwhile(is_only_polite, clauses))
    if not said:
        return ""
    first, *others = said
    if _part(first) != "agrees":
        if first[0] not in YES:
            return ""
        others = [first[1:], *others]
    return ", ".join(" ".join(words) for words in others)


def _is_reason(text: str) -> bool:
    """Return True if words say that their writer stays away, or what hinders them."""
    if not text or has_contrast(text) or names_things(text) or STILL.search(text):
        return False
    reply = parse_reply(text)
    if reply.is_partial or reply.by_grammar == "come" or is_left_open(reply.main):
        return False
    return reply.by_grammar == "cancel" or (not keeps_seat(text) and _hinders(reply))


def _hinders(reply: ParsedReply) -> bool:
    if COMES_ALONG.search(reply.text):
        return False
    found = says_any(reply.main.grammar, reply.main.clauses, "hindrances", "weak_hindrances")
    return found or reply_intent(reply.text) in ("cancel", "seems_cancel")


def _agree(parts: list[Part]) -> bool:
    if not parts or parts[0] not in ("agrees", "goes ahead"):
        return False
    return "goes ahead" in parts or "other" not in parts


def _part(words: Words) -> Part:
    """Return what a clause adds to an answer."""
    rest = tuple(word for word in words if word not in PLEASE | POLITE)
    if not rest or _regrets(words):
        return "polite"
    if rest in GO_AHEAD:
        return "goes ahead"
    if _says_yes(rest, words):
        return "agrees"
    if rest[0] in YES:
        return _behind_yes(words[words.index(rest[0]) + 1 :])
    return "gives up" if _gives_up(words) else "other"


def _says_yes(rest: Words, words: Words) -> bool:
    """Return True if a clause agrees, with or without its polite words."""
    if set(rest) <= YES or _is_meant(words):
        return True
    return "yes" in (short_answer(" ".join(rest)), short_answer(" ".join(words)))


def _is_meant(words: Words) -> bool:
    """Return True if a clause says that this was meant: "that's what I was trying to say"."""
    return MEANT.search(" ".join(words)) is not None and NOT.isdisjoint(words)


def _behind_yes(words: Words) -> Part:
    """Return what a clause adds that begins with a yes: "yes please cancel it" agrees."""
    part = _part(words)
    return "agrees" if part == "gives up" else part


def _regrets(words: Words) -> bool:
    return len(words) > 1 and (REGRET | POLITE).issuperset(words)


def _holds_on(words: Words) -> bool:
    return any(word.startswith(HOLDS_ON) for word in words)


def _gives_up(words: Words) -> bool:
    """Return True if a clause cancels, or gives the seat to somebody else."""
    if any(word.startswith((*CANCEL_STEMS, *FREES)) for word in words):
        return NOT.isdisjoint(words)
    return hands_on(" ".join(words))


def _without_name(clauses: list[Words]) -> list[Words]:
    """Return the clauses without a name that no language knows, behind thanks or a greeting."""
    if len(clauses) < FEWEST_WITH_NAME:
        return clauses
    *before, earlier, last = clauses
    name = tuple(word for word in last if word not in PLEASE | POLITE)
    is_behind_thanks = name != last or _part(earlier) == "polite"
    return [*before, earlier] if is_behind_thanks and _is_unknown(name) else clauses


def _is_unknown(name: Words) -> bool:
    """Return True if no language knows these words, initials aside."""
    words = [word for word in name if len(word) > 1]
    return not any(grammar.count_known(words) for grammar in grammars())
