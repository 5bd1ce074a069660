"""Words that say that someone wants to be on a list."""

import re
from functools import cache

from fullhouse.inbound.replies.matcher import Words
from fullhouse.inbound.replies.sentences import Clause, all_words, parse_sentences
from fullhouse.kernel.patterns import regex

# Said by someone who is not on the list: they want to come.
SIGNS_UP = """
    like to come; love to come; want to come; wish to come; keen to come; happy to come;
    like to join; love to join; want to join; like to attend; love to attend; want to attend;
    plan to come; plan to attend; like to be there; love to be there; like to sign up;
    want to sign up; like to register; want to register; like to rsvp; like to reserve;
    like to book; like a seat; like a place; like a spot; love a seat; love a spot; want a seat;
    need a seat; one seat please; a seat please; a seat for me; seat for me; a place for me;
    a spot for me; put me on; put us on; put me down; put us down; add me; add us; sign me up;
    sign us up; register me; register us; book me; book us; reserve me; reserve us; save me a;
    save us a; reserve a seat; reserve a place; i come; we come; i'm interested in coming; rsvp yes;
    i'm in; i am in; i'll take it; we'll take it; i will take it; i take the seat;
    i'll take the seat; i'd take it; i'll take a seat; me too; me as well
    mochte kommen; mochten kommen; wurde gern kommen; wurde gerne kommen; wuerde gern kommen;
    wuerde gerne kommen; wuerden gern kommen; wuerden gerne kommen; will kommen; wollen kommen;
    kame gern; kame gerne; komme gern; komme gerne; kommen gern; kommen gerne; mochte teilnehmen;
    mochten teilnehmen; wuerde gern teilnehmen; wuerde gerne teilnehmen; ware gern dabei;
    waere gern dabei; waere gerne dabei; waeren gern dabei; waeren gerne dabei; bin dabei;
    sind dabei; melde mich an; melden uns an; meld mich an; meldet mich an; meldet uns an;
    melden sie mich an; melden sie uns an; melde mich hiermit an; mich anmelden; uns anmelden;
    mich auf die liste; uns auf die liste; trag mich ein; tragt mich ein; tragen sie mich ein;
    einen platz fur mich; ein platz fur mich; einen platz bitte; platz reservieren;
    platze reservieren; hatte gern einen platz; haette gern einen platz; haette gerne einen platz;
    mochte einen platz; ich auch; nehme den platz; nehme ihn; nehmen die platze
    voudrais venir; voudrions venir; aimerais venir; aimerions venir; veux venir; voulons venir;
    souhaite venir; souhaitons venir; voudrais participer; aimerais participer;
    souhaite participer; voudrais m'inscrire; aimerais m'inscrire; souhaite m'inscrire;
    veux m'inscrire; m'inscris; inscrivez moi; inscrivez nous; inscris moi; inscris nous;
    ajoutez moi; ajoutez nous; ajoute moi; mettez moi; mettez nous; mets moi sur;
    reservez moi; reservez nous; une place pour moi; une place s'il; voudrais une place;
    aimerais une place; reserver une place; je participe; nous participons; je viens; nous venons;
    je viendrai; nous viendrons; je prends la place; je la prends; nous prenons les places;
    moi aussi
    gustaria ir; gustaria asistir; gustaria venir; gustaria participar; gustaria apuntarme;
    quiero ir; queremos ir; quiero asistir; quiero venir; quisiera ir; quisiera asistir;
    quiero apuntarme; queremos apuntarnos; me apunto; nos apuntamos; apuntame; apuntadme;
    apuntenme; apuntanos; apuntadnos; inscribeme; inscribanme; inscribidme; inscribenos;
    ponme en la lista; anademe; anadame; anadidme; una plaza para mi; un sitio para mi;
    una plaza por favor; quiero una plaza; reservame; reservadme; reservenme; reservar una plaza;
    cuenta conmigo; contad conmigo; cuenten conmigo; quiero la plaza; lo quiero; asistire;
    asistiremos; iremos; alli estaremos; yo tambien
"""
NEGATIONS = frozenset(
    (
        "not",
        "don't",
        "dont",
        "won't",
        "can't",
        "cannot",
        "never",
        "nicht",
        "kein",
        "nie",
        "pas",
        "jamais",
        "no",
        "nunca",
        "unless",
    )
)
IN = {("i'm", "in"), ("i", "am", "in")}
IN_WITH = {"please", "for", "thanks", "too", "with", "on", "again", "and"}
BEFORE = 4
BUT = regex(r"\b(?:but|however|unless|aber|leider|doch nicht|mais|malheureusement|pero)\b")


def says_sign_up(text: str) -> bool:
    """Return True if someone who is not on the list says that they want to come."""
    if BUT.search(text.casefold()):
        return False
    return any(_says(clause.words, _phrases(SIGNS_UP)) for clause in _clauses(text))


def _clauses(text: str) -> list[Clause]:
    """Return the clauses of a text, without those of questions."""
    stated = (sentence for sentence in parse_sentences(text) if not sentence.asks)
    return [clause for sentence in stated for clause in sentence.clauses]


def _says(words: Words, phrases: frozenset[Words]) -> bool:
    """Return True if one of the phrases is among the words and nothing before it negates it."""
    for at in range(len(words)):
        before = words[max(0, at - BEFORE) : at]
        if NEGATIONS.isdisjoint(before) and _begins(words[at:], phrases):
            return True
    return False


def _begins(words: Words, phrases: frozenset[Words]) -> bool:
    lengths = range(1, len(words) + 1)
    return any(words[:length] in phrases and not _is_elsewhere(words, length) for length in lengths)


def _is_elsewhere(words: Words, length: int) -> bool:
    """Return True if they are in or come from something else: "I'm in a meeting"."""
    following = words[length : length + 1]
    is_place = words[:length] in IN and not IN_WITH.issuperset(following)
    return is_place or (words[length - 1 : length] == ("viens",) and _begins_with_de(following))


def _begins_with_de(words: Words) -> bool:
    return any(word == "de" or word.startswith("d'") for word in words)


@cache
def _phrases(written: str) -> frozenset[Words]:
    found = {tuple(all_words(parse_sentences(phrase))) for phrase in re.split("[;\n]", written)}
    return frozenset(found - {()})
