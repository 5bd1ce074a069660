"""A yes in free text to our question whether a seat shall be cancelled: "Go ahead, sorry"."""

from typing import Literal

from fullhouse.inbound.replies.declines import POLITE, YES, hands_on, word_set
from fullhouse.inbound.replies.exact_words import CANCEL_STEMS
from fullhouse.inbound.replies.matcher import Words
from fullhouse.inbound.replies.reading import grammars
from fullhouse.inbound.replies.sentences import parse_sentences
from fullhouse.inbound.replies.short_answers import short_answer

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
# They let the seat go: "libérez-la".
FREES = ("liber", "freigeb", "freigegeben", "releas", "streich", "losch", "borr")
NOT = word_set("not don't do dont nicht kein keine ne pas no")
HOLDS_ON = ("keep", "behalt", "gard", "guard", "conserv", "manten")
LONGEST_AGREEMENT = 25
# A yes and thanks, or a greeting that has the name in it.
FEWEST_WITH_NAME = 2


def agrees_to_cancel(text: str) -> bool:
    """Return True if an answer lets us cancel, and no clause of it may mean anything else."""
    sentences = parse_sentences(text)
    clauses = [clause.words for sentence in sentences for clause in sentence.clauses]
    is_long = sum(map(len, clauses)) > LONGEST_AGREEMENT
    if is_long or any(sentence.asks for sentence in sentences) or any(map(_holds_on, clauses)):
        return False
    parts = map(_part, _without_name(clauses))
    return _agree([part for part in parts if part != "polite"])


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
    if set(rest) <= YES or "yes" in (short_answer(" ".join(rest)), short_answer(" ".join(words))):
        return "agrees"
    if rest[0] in YES:
        return _behind_yes(words[words.index(rest[0]) + 1 :])
    return "gives up" if _gives_up(words) else "other"


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
