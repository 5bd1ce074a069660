"""Intent of a reply: come, cancel, seems to cancel, stop, or nothing certain.

Nobody loses a seat by a guess. A question, a condition, a negation, a doubt or somebody else's
news is no cancel, and neither is coming late or leaving early. The grammar and the cancel score
must agree; if only one of the two sees a cancel, the sender is asked.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, product
from typing import Literal

import msgspec

from fullhouse.inbound.replies.cancel_score import cancel_scorer
from fullhouse.inbound.replies.matcher import LanguageGrammar, Match, Words
from fullhouse.inbound.replies.reading import (
    MOST_KEPT,
    ParsedClause,
    ParsedSentence,
    Reading,
    grammars,
    join_clauses,
    read_sentences,
)
from fullhouse.inbound.replies.request_words import are_about_mail, asks_politely
from fullhouse.inbound.replies.sentences import all_words, parse_sentences
from fullhouse.kernel.patterns import regex

Intent = Literal["come", "cancel", "seems_cancel", "stop", "nothing"]
GrammarIntent = Literal["come", "cancel", "stop", "nothing"]
Sign = Literal["stop", "come", "cancel", "release", "no", "yes"]
# Scores above these: ask in a long or a short reply, believe the grammar, believe the score alone.
ASK_SCORE = 0.27
ASK_SHORT_SCORE = 0.4
AGREE_SCORE = 0.5
CERTAIN_SCORE = 0.9
# Believe the score if a hint backs it, or a cancel by grammar with something unknown behind it.
HINTED_SCORE = 0.6
BACKED_SCORE = 0.7
# A cancel in so few words needs no agreement by the score unless something is left open.
PLAIN_CANCEL_WORDS = 8
SHORT_REPLY_WORDS = 10
BARE_NO_WORDS = 6
# A language is read too if it knows this share of the words that the main one knows.
MIN_KNOWN_SHARE = 0.3
NEAR_WORDS = 4
NAME_WORDS = 3
# "Klar ist das noch nicht" is no yes.
IS = (("ist",), ("is",), ("est",), ("esta",))
REPLY_PREFIX = regex(r"\s*(re|aw|sv|antw|rép|res|ref|fwd|fw|wg|tr)\s?(\[\d+\])?:", re.IGNORECASE)
FORWARD = regex(r"\s{0,9}(fwd|fw|wg|tr|rv)\s?:", re.IGNORECASE)
# The first sign that is found counts: who says that they come keeps their seat.
SIGNS: tuple[tuple[Sign, GrammarIntent], ...] = (
    ("come", "come"),
    ("cancel", "cancel"),
    ("stop", "stop"),
    ("release", "cancel"),
    ("no", "cancel"),
    ("yes", "come"),
)
# Who comes late or leaves early does not cancel. If they also say that they do, they are asked.
PARTIAL: dict[GrammarIntent, Intent] = {
    "come": "come",
    "cancel": "seems_cancel",
    "nothing": "nothing",
}


class ParsedReply(msgspec.Struct, frozen=True):
    """A reply as the grammar reads it.

    `is_partial` if the writer comes late or leaves early, `stands` if the text says that their
    own seat stands and another day or another guest is meant.
    """

    text: str
    length: int
    main: Reading
    by_grammar: GrammarIntent
    is_partial: bool = False
    stands: bool = False
    signs: frozenset[Sign] = frozenset()

    @property
    def asks(self) -> bool:
        """Return True if a question in the reply wants an answer."""
        return _inquires(self.main)

    @property
    def is_only_time(self) -> bool:
        """Return True if the writer says when they come, and not that they come."""
        return self.is_partial and not _comes_anyway(self.main)


def reply_intent(text: str, subject: str = "") -> Intent:
    """Return what a guest wants.

    The subject counts only if there is no text and it is not our own subject quoted back.
    """
    reply = parse_reply(text, subject)
    return decide(reply, cancel_scorer().score(reply.text))


def grammar_intent(text: str, subject: str = "") -> GrammarIntent:
    """Return the reply intent by grammar only; the score is trained on guests with a seat."""
    return parse_reply(text, subject).by_grammar


def says_if_they_come(text: str) -> bool:
    """Return True if the writer says in so many words whether or when they come."""
    sentences = parse_sentences(text)
    readings = [read_sentences(grammar, sentences) for grammar in grammars()]
    if any(map(_is_partial_visit, readings)):
        return True
    signs = map(set, map(_signs, readings))
    return any(not found.isdisjoint(("come", "cancel", "release")) for found in signs)


@lru_cache(MOST_KEPT)
def parse_reply(text: str, subject: str = "") -> ParsedReply:
    """Read a reply by grammar, in its main language and in any other that it may contain."""
    is_forwarded = any(map(FORWARD.match, [subject, *text.split("\n")]))
    text = _without_forwards(text).strip() or _own_subject(subject)
    sentences = parse_sentences(text)
    words = all_words(sentences)
    main = max(grammars(), key=lambda grammar: grammar.count_known(words))
    reading = read_sentences(main, sentences)
    signs = set(_signs(reading))
    needed = main.count_known(words) * MIN_KNOWN_SHARE
    for grammar in grammars():
        if grammar is not main and grammar.count_known(words) >= needed:
            signs.update(_signs(read_sentences(grammar, sentences)))
    if _is_bare_no(reading) or _is_prevented(reading):
        signs.add("no")
    is_partial = _is_partial_visit(reading)
    if is_partial:
        signs.discard("no")
    intent = _intent(signs)
    is_others = is_forwarded and intent == "nothing"
    stands = is_others or _stands(reading, is_forwarded=is_forwarded)
    return ParsedReply(text, len(words), reading, intent, is_partial, stands, frozenset(signs))


def _without_forwards(text: str) -> str:
    """Return a text without the subjects of forwarded emails, which others wrote."""
    return "\n".join(line for line in text.split("\n") if not FORWARD.match(line))


def _stands(reading: Reading, *, is_forwarded: bool) -> bool:
    """Return True if a clause says that the seat stands, or that a forwarded email is not ours."""
    categories = ["seat_stands", "misdirected"] if is_forwarded else ["seat_stands"]
    stated = [parsed for parsed in reading.sentences if not parsed.sentence.asks]
    spans = [span for parsed in stated for span in (*parsed.full, parsed.words)]
    patterns = [reading.grammar.patterns(name) for name in categories]
    return any(found.are_in(span) for span in spans for found in patterns)


def _intent(signs: set[Sign]) -> GrammarIntent:
    """Return the intent of the first sign that counts."""
    return next((intent for sign, intent in SIGNS if sign in signs), "nothing")


def decide(reply: ParsedReply, score: float) -> Intent:
    """Combine the intent by grammar with the cancel score."""
    if reply.by_grammar == "stop" or not reply.length:
        return reply.by_grammar
    if reply.stands and reply.by_grammar != "come":
        return _decide_if_seat_stands(reply)
    if reply.is_partial:
        return PARTIAL[reply.by_grammar]
    if reply.by_grammar == "come":
        return "seems_cancel" if score > CERTAIN_SCORE else "come"
    if reply.by_grammar == "cancel":
        return "cancel" if _is_agreed(reply, score) else "seems_cancel"
    return _decide_by_score(reply, score)


def _decide_if_seat_stands(reply: ParsedReply) -> Intent:
    """Ask only if the same text asks us to cancel."""
    return "seems_cancel" if "release" in reply.signs else "nothing"


def _is_agreed(reply: ParsedReply, score: float) -> bool:
    """Return True if a cancel by grammar needs no question."""
    return score > AGREE_SCORE or _is_plain_cancel(reply) or _is_polite_request(reply)


def _is_plain_cancel(reply: ParsedReply) -> bool:
    """Return True if few words cancel and leave nothing open."""
    return reply.length <= PLAIN_CANCEL_WORDS and not is_left_open(reply.main)


def _is_polite_request(reply: ParsedReply) -> bool:
    """Return True if all that a reply asks is that we cancel: "Could you cancel my seat?"."""
    reading = reply.main
    if _has_any(reading, "doubts", "blockers") or are_about_mail(reading.words):
        return False
    questions = [parsed for parsed in reading.sentences if parsed.sentence.asks]
    requests = [clause.within for clause in reading.clauses if _asks_to_cancel(reading, clause)]
    return bool(questions) and all(question in requests for question in questions)


def _asks_to_cancel(reading: Reading, clause: ParsedClause) -> bool:
    """Return True if a clause of a question asks us to cancel."""
    if not clause.asks or not asks_politely(clause.within.words):
        return False
    return _requests_cancel(reading.grammar, clause)


def _decide_by_score(reply: ParsedReply, score: float) -> Intent:
    """Decide on a reply in which the grammar finds nothing."""
    if score > CERTAIN_SCORE and not is_left_open(reply.main):
        return "cancel"
    if _is_backed(reply.main, score):
        return "cancel"
    is_short = reply.length <= SHORT_REPLY_WORDS
    needed = ASK_SHORT_SCORE if is_short else ASK_SCORE
    return "seems_cancel" if score > needed else "nothing"


def _is_backed(reading: Reading, score: float) -> bool:
    """Return True if words back a cancel that the score sees, and nothing asks or doubts.

    The writer's seat will be free, or what follows a no is unknown: "I won't come to Bingo Royale".
    """
    if score <= HINTED_SCORE or is_left_open(reading) or _clause_has(reading, "partial_visits"):
        return False
    grammar = reading.grammar
    if says_any(grammar, reading.clauses, "seat_hints"):
        return True
    return score > BACKED_SCORE and says_any(grammar, _own_clauses(reading), "cancels")


def preload() -> None:
    """Load grammars and weights, so that the first reply is read as fast as the others."""
    reply_intent("preload")


def _own_subject(subject: str) -> str:
    return "" if REPLY_PREFIX.match(subject) else subject


def _has_any(reading: Reading, *categories: str) -> bool:
    """Return True if a pattern of the categories is anywhere in the reply."""
    return any(reading.grammar.patterns(name).are_in(reading.words) for name in categories)


def _clause_has(reading: Reading, category: str) -> bool:
    """Return True if a pattern of the category is in one of the clauses."""
    patterns = reading.grammar.patterns(category)
    return any(patterns.are_in(clause.full) for clause in reading.clauses)


def _signs(reading: Reading) -> Iterator[Sign]:
    """Find the signs of an intent in one language."""
    grammar = reading.grammar
    if _clause_has(reading, "unsubscribes"):
        yield "stop"
    if any(_comes(grammar, clause) for clause in reading.clauses):
        yield "come"
    if any(_begins_with_yes(grammar, one) for one in reading.sentences):
        yield "yes"
    if not _clause_has(reading, "blockers"):
        yield from _cancel_signs(reading)


def _begins_with_yes(grammar: LanguageGrammar, parsed: ParsedSentence) -> bool:
    words = parsed.full[0]
    return words[0] in grammar.yes_words and words[1:2] not in IS and not parsed.sentence.asks


def _cancel_signs(reading: Reading) -> Iterator[Sign]:
    grammar = reading.grammar
    categories = ["cancels"] if _inquires(reading) else ["cancels", "bare_cancels"]
    if any(_cancels(grammar, clause, categories) for clause in reading.clauses):
        yield "cancel"
    if any(_requests_cancel(grammar, clause) for clause in reading.clauses):
        yield "release"
    if _is_for_another(reading):
        yield "no"


def _is_partial_visit(reading: Reading) -> bool:
    """Return True if the writer says that they come late or leave early."""
    said = [clause for clause in reading.clauses if not clause.asks]
    return any(_is_about_time(reading.grammar, clause) for clause in said)


def _is_about_time(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    patterns = grammar.patterns("partial_visits")
    return patterns.are_in(clause.full) or patterns.are_in(clause.core)


def _comes_anyway(reading: Reading) -> bool:
    """Return True if a clause says that the writer comes, and nothing about the time."""
    grammar = reading.grammar
    others = [clause for clause in reading.clauses if not _is_about_time(grammar, clause)]
    says_yes = any(_begins_with_yes(grammar, one) for one in reading.sentences)
    return says_yes or any(_comes(grammar, clause) for clause in others)


def is_left_open(reading: Reading) -> bool:
    """Return True if anything in the reply asks, doubts or blocks a cancel."""
    return _inquires(reading) or _has_any(reading, "doubts", "blockers")


def _inquires(reading: Reading) -> bool:
    """Return True if a question in the reply wants an answer."""
    rhetorical = reading.grammar.patterns("rhetorical_questions")
    questions = (parsed for parsed in reading.sentences if parsed.sentence.asks)
    return not all(rhetorical.are_in(question.words) for question in questions)


def _is_prevented(reading: Reading) -> bool:
    """Return True if the writer names a hindrance with regret or a parting wish."""
    if _inquires(reading) or _has_any(reading, "doubts", "others_absent", "blockers"):
        return False
    grammar = reading.grammar
    wishes = _mentions(reading, "parting_wishes")
    regrets = _mentions(reading, "regrets")
    stays = says_any(grammar, reading.clauses, "farewells")
    if wishes or stays:
        is_certain = stays and (wishes or regrets)
        hindrances = ("hindrances", "weak_hindrances")
        return is_certain or says_any(grammar, reading.clauses, *hindrances)
    return regrets and says_any(grammar, _own_clauses(reading), "hindrances")


def _mentions(reading: Reading, category: str) -> bool:
    """Return True if a pattern is in the reply; an anchored one may begin any clause."""
    return _has_any(reading, category) or _clause_has(reading, category)


def _own_clauses(reading: Reading) -> list[ParsedClause]:
    """Return the clauses that name nobody else."""
    others = reading.grammar.other_people
    return [clause for clause in reading.clauses if others.isdisjoint(clause.full)]


def _is_for_another(reading: Reading) -> bool:
    """Return True if it is written for a guest who does not come, and nothing is open."""
    if _inquires(reading) or not _has_any(reading, "on_behalf") or _has_any(reading, "doubts"):
        return False
    declines = reading.grammar.patterns("others_decline")
    return any(declines.are_in(clause.core) for clause in reading.clauses)


def _is_bare_no(reading: Reading) -> bool:
    """Return True if the reply is a no with few other words and no question."""
    grammar, words = reading.grammar, reading.words
    if not 0 < len(words) <= BARE_NO_WORDS or any(one.sentence.asks for one in reading.sentences):
        return False
    if _has_any(reading, "blockers") or _has_other_words(grammar, words):
        return False
    return words[0] in grammar.no_words and set(reading.clauses[0].core) <= grammar.no_words


def _has_other_words(grammar: LanguageGrammar, words: Words) -> bool:
    """Return True if more than a name stands beside a no."""
    expected = grammar.no_fillers | grammar.no_words
    others = [word for word in words if word not in expected]
    return len(others) >= NAME_WORDS or grammar.count_known(others) > 0


def _cancels(grammar: LanguageGrammar, clause: ParsedClause, categories: Iterable[str]) -> bool:
    if _is_question(grammar, clause):
        return False
    matches = (match for name in categories for match in _own_matches(grammar, clause, name))
    return any(_may_follow_cancel(grammar, grammar.core(match.behind)) for match in matches)


def _may_follow_cancel(grammar: LanguageGrammar, words: Words) -> bool:
    if not words or not grammar.pack.allowed_after:
        return True
    return grammar.patterns("allowed_after").begin(words)


def _requests_cancel(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    """Return True if a clause asks us to cancel, and not whether the writer may."""
    names_writer = not grammar.first_person.isdisjoint(clause.full[:NEAR_WORDS])
    if clause.asks and names_writer:
        return False
    return bool(_own_matches(grammar, clause, "cancel_requests"))


def says_any(grammar: LanguageGrammar, clauses: Iterable[ParsedClause], *categories: str) -> bool:
    """Return True if a clause says something of the categories for certain, and of the writer."""
    pairs = product(clauses, categories)
    return any(_own_matches(grammar, clause, category) for clause, category in pairs)


def _own_matches(grammar: LanguageGrammar, clause: ParsedClause, category: str) -> list[Match]:
    """Return the matches in a clause that are certain and about the writer."""
    patterns = grammar.patterns(category)
    texts = dict.fromkeys((clause.core, clause.full))
    matches = (match for words in texts for match in patterns.matches(words))
    own = (match for match in matches if _is_own(grammar, clause, match))
    found = [match for match in own if not _is_limited(grammar, match)]
    if found and (_is_reported(grammar, clause) or _is_open(grammar, clause)):
        return []
    return found


def _is_reported(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    return grammar.patterns("reported").are_in(clause.full)


def _is_limited(grammar: LanguageGrammar, match: Match) -> bool:
    """Return True if the words in or after a match make it mean something else."""
    limits = grammar.patterns("limits")
    if limits.begin(match.behind) or limits.begin(grammar.core(match.behind)):
        return True
    return limits.are_in(match.within)


def _is_own(grammar: LanguageGrammar, clause: ParsedClause, match: Match) -> bool:
    """Return True if a match is about the writer and not negated."""
    if not grammar.negations.isdisjoint(match.before[-NEAR_WORDS:]):
        return False
    if not grammar.other_people.isdisjoint(match.within):
        return False
    return not match.is_anchored or _is_led_to(grammar, clause, match.before)


def _is_led_to(grammar: LanguageGrammar, clause: ParsedClause, before: Words) -> bool:
    """Return True if the words before an anchored match leave it to the writer."""
    while before and before[-1] in grammar.link_words:
        before = before[:-1]
    if not before:
        return _may_have_own_subject(grammar, clause)
    if before[-1] in grammar.first_person:
        return True
    return before[-1] in grammar.lead_ins and grammar.other_people.isdisjoint(before)


def _may_have_own_subject(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    """Return True if a clause without a subject is about the writer, by the clauses before it."""
    earlier = clause.earlier
    if grammar.patterns("hearsay").are_in(earlier):
        return False
    names_others = not grammar.other_people.isdisjoint(earlier)
    joint = clause.within.sentence.clauses[clause.index].joint
    if joint == "and":
        if not grammar.first_person.isdisjoint(earlier):
            return True
        is_shared = names_others or grammar.patterns("others_act").are_in(earlier)
        return earlier[0] in grammar.subjectless_openers and not is_shared
    return joint == "start" or len(earlier) > NAME_WORDS or not names_others


def _is_open(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    """Return True if there is a doubt before or in a clause, or a retraction after it."""
    if grammar.patterns("doubts").are_in(join_clauses((clause.earlier, clause.full))):
        return True
    return any(map(grammar.patterns("retractions").begin, clause.following))


def _is_question(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    """Return True if a clause asks; one that states something before a question does not."""
    starts = grammar.patterns("question_starts")
    if starts.begin(clause.full) and not _follows_statement(clause):
        return True
    if not clause.asks:
        return False
    if not any(map(starts.begin, clause.following)):
        return True
    return grammar.patterns("question_tags").begin(clause.within.full[-1])


def _follows_statement(clause: ParsedClause) -> bool:
    """Return True if a longer clause stands before it in a sentence that does not ask."""
    if clause.asks or clause.index == 0:
        return False
    return len(clause.within.full[clause.index - 1]) >= NAME_WORDS


def _comes(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    """Return True if a clause says that the writer comes, this time."""
    if any(_keeps(grammar, match) for match in grammar.patterns("keeps_seat").matches(clause.full)):
        return True
    if clause.asks or not grammar.negations.isdisjoint(clause.full):
        return False
    if grammar.patterns("other_times").are_in(clause.full) or _is_open(grammar, clause):
        return False
    return not _is_reported(grammar, clause) and _accepts(grammar, clause)


def _keeps(grammar: LanguageGrammar, match: Match) -> bool:
    if match.is_anchored and match.before:
        return False
    return grammar.negations.isdisjoint(match.before[-2:])


def _accepts(grammar: LanguageGrammar, clause: ParsedClause) -> bool:
    accepts = grammar.patterns("accepts")
    matches = chain(accepts.matches(clause.core), accepts.matches(clause.full))
    return any(_is_own(grammar, clause, match) for match in matches)
