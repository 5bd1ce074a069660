"""A no to an offer, an invitation or a question: a first word, or words that hand it on."""

from fullhouse.inbound.replies.intent import grammar_intent, says_any
from fullhouse.inbound.replies.matcher import Words
from fullhouse.inbound.replies.reading import grammars, read_sentences
from fullhouse.inbound.replies.sentences import Sentence, all_words, parse_sentences
from fullhouse.inbound.replies.short_answers import short_answer


def word_set(written: str) -> frozenset[str]:
    """Return the words of a list as it is written here."""
    return frozenset(written.split())


NO = frozenset(("no", "nope", "nah", "nein", "nee", "ne", "non", "nan", "nop", "bof"))
YES = frozenset(("yes", "yep", "yeah", "yup", "ja", "jawohl", "oui", "ouais"))
GREETINGS = word_set(
    """
    hi hello hey dear hallo liebe lieber moin
    bonjour bonsoir salut coucou hola buenas buenos
    """
)
POLITE = word_set(
    """
    thanks thank you thx cheers sorry ah oh unfortunately sadly
    danke leider vielen dank och ach tut mir leid schade
    merci beaucoup desole desolee helas malheureusement dommage
    gracias muchas lo siento perdon uf por desgracia
    """
)
THANKS = word_set("thanks thank you thx danke vielen dank merci beaucoup gracias muchas a lot")
# What may follow a no that answers. "No problem" and "No puedo" begin otherwise.
GOES_ON = word_set(
    """
    i we thanks thank sorry not ich wir danke leider
    je nous on merci desole desolee gracias
    """
)
SO = word_set("so then also dann donc alors entonces asi que")
# A greeting and a name or two.
LONGEST_GREETING = 3
LEADING_CLAUSES = 4


def declines_offer(text: str) -> bool:
    """Return True if an answer to an offer turns it down; whether they come is read elsewhere."""
    sentences = parse_sentences(text)
    if not YES.isdisjoint(all_words(sentences)) or any(map(_comes, sentences)):
        return False
    if any(map(_ends_with_no, sentences)):
        return True
    return _begins_with_no(sentences) or _hands_on(sentences)


def is_no_with_thanks(text: str) -> bool:
    """Return True if a text is a no and thanks, which leaves everything as it was."""
    words = all_words(parse_sentences(text))
    return bool(words) and words[0] in NO and THANKS.union(NO).issuperset(words)


def hands_on(text: str) -> bool:
    """Return True if a text gives the seat to somebody else, or turns it down."""
    return _hands_on(parse_sentences(text))


def without_first_no(text: str) -> str:
    """Return the words of a text after the no that it begins with; "" if it begins otherwise."""
    words = all_words(parse_sentences(text))
    return " ".join(words[1:]) if words and words[0] in NO else ""


def says_more_than_no(text: str) -> bool:
    """Return True if a text cancels in words of its own behind a no: "No, I can't come"."""
    return grammar_intent(without_first_no(text)) == "cancel"


def _comes(sentence: Sentence) -> bool:
    """Return True if a clause takes what was offered: "I'll take it"."""
    return any(short_answer(" ".join(clause.words)) == "comes" for clause in sentence.clauses)


def _begins_with_no(sentences: tuple[Sentence, ...]) -> bool:
    """Return True if the first words that are not polite are a no of their own."""
    clauses = [(clause.words, one.asks) for one in sentences for clause in one.clauses]
    for words, asks in clauses[:LEADING_CLAUSES]:
        if not is_only_polite(words):
            return not asks and _is_no(words)
    return False


def _ends_with_no(sentence: Sentence) -> bool:
    """Return True if a sentence ends with a no: "That's kind of you, but no thanks"."""
    *before, last = sentence.clauses
    return bool(before) and not sentence.asks and _is_only_no(last.words)


def _is_only_no(words: Words) -> bool:
    rest = [word for word in words if word not in POLITE | SO]
    return bool(rest) and NO.issuperset(rest)


def is_only_polite(words: Words) -> bool:
    """Return True if a clause only greets or is polite."""
    is_greeting = words[0] in GREETINGS and len(words) <= LONGEST_GREETING
    return is_greeting or POLITE.issuperset(words)


def _is_no(words: Words) -> bool:
    while words and words[0] in POLITE:
        words = words[1:]
    return words[0] in NO and (len(words) == 1 or words[1] in GOES_ON)


def _hands_on(sentences: tuple[Sentence, ...]) -> bool:
    for grammar in grammars():
        reading = read_sentences(grammar, sentences)
        stated = [clause for clause in reading.clauses if not clause.asks]
        if says_any(grammar, stated, "declines_offers"):
            return True
    return False
