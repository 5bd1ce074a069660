"""A second look at the intent of a reply, which knows the event that was answered.

It asks where the words name another day, another event, somebody else or a condition, and where a
yes is taken back. It believes two signs that agree: words that cancel, and the event's own day.
"""

import msgspec

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.cancel_score import cancel_scorer
from fullhouse.inbound.replies.exact_words import is_exact_cancel
from fullhouse.inbound.replies.given_up import gives_up_another
from fullhouse.inbound.replies.intent import (
    AGREE_SCORE,
    HINTED_SCORE,
    Intent,
    ParsedReply,
    is_left_open,
    parse_reply,
    reply_intent,
    says_any,
)
from fullhouse.inbound.replies.occasions import (
    DAY,
    MONTH,
    Occasion,
    about_this,
    names_another,
    names_event,
    names_this,
    names_two_times,
)
from fullhouse.inbound.replies.offer_words import ends_with_yes
from fullhouse.inbound.replies.open_answers import (
    hands_over,
    is_conditional,
    speaks_of_self,
)
from fullhouse.inbound.replies.practical_questions import are_practical, statements
from fullhouse.inbound.replies.reading import ParsedSentence
from fullhouse.inbound.replies.seat_given import gives_seat
from fullhouse.inbound.replies.sentences import sentence_texts
from fullhouse.inbound.replies.things_brought import (
    brings_something,
    comes_for_us,
    names_things,
    without_things,
)
from fullhouse.inbound.replies.yes_and_more import (
    after_contrast,
    after_first,
    after_yes,
    has_contrast,
    may_be_taken_back,
)
from fullhouse.kernel.patterns import regex

GIVES_UP: tuple[Intent, ...] = ("cancel", "seems_cancel")
OUTRIGHT = frozenset(("cancel", "release"))
# Scores above these: believe a cancel of someone who is late, believe one that names the event,
# ask about being elsewhere on its day.
LATE_SCORE = 0.9
OUTRIGHT_SCORE = 0.2
# So few words beside a dish or a task are about it, unless they cancel: "There will be only one".
FEW_WORDS = 6
# "But anyway" takes nothing back.
FEWEST_TAKING_BACK = 3
ELSEWHERE_SCORE = 0.15
# Believe that the day of the event is taken.
TAKEN_SCORE = 0.75
# Nothing is wrong, or needed: "No worries", "Keine Allergien".
HARMLESS = regex(
    r"\W*(?:no (?:worries|problems?|questions?|allerg\w+|stress|rush|hurry|need|drama|dress code"
    r"|bother"
    r"|trouble|idea|pressure|objections?|special|dietary|diet|food|kids?|pets?|dogs?)"
    r"|keine? (?:problem\w*|sorgen?|fragen?|allergi\w*|stress|eile|ursache|umstande|ahnung"
    r"|besonder\w*|unvertraglich\w*|hektik|einwande?)"
    r"|(?:pas d[e']|aucune?) ?(?:probleme|souci|soucis|questions?|allergies?|stress|urgence"
    r"|regime|idee)"
    r"|(?:sin|ningun\w*|no hay) (?:problemas?|alergias?|preguntas?|dudas?|prisa|restric\w*"
    r"|intoler\w*))\b"
    r"(?!.*\b(?:can't|cannot|won't|kann|konnen|peux|pourrai|puedo|podre|komme|viens|voy)\b)"
)
# What follows may be the contrary: "I had almost cancelled, but now it works".
BUT = regex(r"\w[,.;!]? (?:but|however|aber|mais|pero)\b")
# The writer is somewhere else.
ELSEWHERE = regex(
    r"\b(?:i'll|i will|i'm|i am|we'll|we will|we're|we are) (?:\w+ )?(?:be )?(?:in|at|on|away"
    r"|abroad"
    r"|landing|flying|travelling|traveling|working|stuck|boarding)\b"
    r"(?! (?:time|my way|our way|the (?:door|front|list|way)|yours?))"
    r"|\b(?:bin|sind|sitze|sitzen|liege|fliege|fliegen|lande|arbeite|fahre|fahren|stecke) (?:ich"
    r"|wir)"
    r"\b(?! (?:dabei|da\b|gern|punktlich|bei euch|vor ort))"
    r"|\b(?:ich|wir) (?:bin|sind|sitze|sitzen|liege|fliege|fliegen|lande|arbeite|fahre|stecke)\b"
    r"(?! (?:dabei|da\b|gern|punktlich|bei euch|vor ort))"
    r"|\b(?:je|nous|on) (?:serai|serons|sera|suis|sommes|pars|prends|travaille|atterris)\b"
    r"(?! (?:la\b|presente?|des votres|avec vous|a l'heure|partante?))"
    r"|\b(?:estare|estaremos|estoy|estamos|tengo|trabajo|vuelo|aterrizo|salgo|viajo|me toca)\b"
    r"(?! (?:alli|ahi|alla|con vosotros|puntual|listo|lista))"
)


# They are busy at this moment, or answer another time.
NOW = regex(
    r"\b(?:now|at the moment|later|answer|reply|in an? (?:meeting|hour|minute)|let you know"
    r"|get back"
    r"|gerade|grade|momentan|spater|nachher|melde|antworte|sag\w* bescheid"
    r"|actuellement|en ce moment(?!-la)|en reunion|plus tard|repond\w*|redis|rappelle"
    r"|ahora|luego|mas tarde|contest\w*|os digo|te digo|en una reunion)\b"
)
THEN = regex(
    rf"\b(?:{MONTH}|{DAY}|then|that (?:day|week|night|time|date)|those|until|till|from"
    r"|week\w*|days|all|by|will|i'll|we'll"
    r"|da|dann|bis|ab|vom|woche\w*|tage|ganze\w*|werde\w*|serai|serons|seront|ce|cette|jusqu\w*"
    r"|semaine|jours|toute?|estare\w*|ese|esa|esos|esas|hasta|semana|dias|todo|toda|finde"
    r"|wochenende)\b|\d"
)
# Only a part of the day of the event is taken.
EARLIER = regex(
    r"\b(?:morning|noon|lunch\w*|afternoon|until|till|before|vormittag\w*|morgens|mittag\w*"
    r"|nachmittag\w*|bis|vorher|matin\w*|midi|apres-midi|jusqu\w*|avant|por la manana|mediodia"
    r"|por la tarde|hasta|antes)\b"
)


class SecondLook(msgspec.Struct, frozen=True):
    """A reply and the event that it answers; without an event no day is another."""

    text: str
    reply: ParsedReply
    score: float
    occasion: Occasion | None = None

    @property
    def is_outright(self) -> bool:
        """Return True if its words cancel, by grammar."""
        return not OUTRIGHT.isdisjoint(self.reply.signs)

    @property
    def is_open(self) -> bool:
        """Return True if somebody else shall have the seat, or something must happen first."""
        return hands_over(self.text) or is_conditional(self.text)

    @property
    def is_on_behalf(self) -> bool:
        """Return True if the writer passes on what somebody else has said."""
        main = self.reply.main
        return not self.is_outright and main.grammar.patterns("on_behalf").are_in(main.words)

    @property
    def is_about_another(self) -> bool:
        """Return True if what it says about this event alone gives nothing up."""
        if self.occasion is None:
            return False
        if gives_up_another(self.text, self.occasion) or names_two_times(self.text):
            return True
        if not names_another(self.text, self.occasion):
            return False
        rest = about_this(self.text, self.occasion)
        if not rest.strip() or len(rest) >= len(self.text):
            return True
        if not self.names_event:
            return True
        return look_again(rest, "", reply_intent(rest), self.occasion) != "cancel"

    @property
    def names_event(self) -> bool:
        return self.occasion is not None and names_event(self.text, self.occasion)


def is_elsewhere_then(text: str) -> bool:
    """Return True if a text says that its writer is somewhere else then, and asks nothing."""
    stated = [fold_text(one) for one in sentence_texts(text)]
    if "?" in text or any(map(NOW.search, stated)):
        return False
    return any(ELSEWHERE.search(one) and THEN.search(one) for one in stated)


def look_again(text: str, subject: str, intent: Intent, occasion: Occasion | None = None) -> Intent:
    """Return the intent of a reply to the mail of an event."""
    if not text.strip() or intent == "stop" or is_exact_cancel(text):
        return intent
    reply = parse_reply(text, subject)
    look = SecondLook(text, reply, cancel_scorer().score(reply.text), occasion)
    if intent == "come":
        return _look_at_yes(look)
    if intent in GIVES_UP:
        return _look_at_cancel(look, intent)
    return _look_at_nothing(look)


def _look_at_yes(look: SecondLook) -> Intent:
    """Return what is meant if words behind a yes take it back."""
    if gives_seat(look.text):
        return "seems_cancel"
    if look.reply.is_partial:
        return "come"
    if "come" in look.reply.signs:
        rest = after_contrast(look.text)
        is_said = len(rest.split()) >= FEWEST_TAKING_BACK and not names_things(rest)
        return "seems_cancel" if is_said and reply_intent(rest) in GIVES_UP else "come"
    rest = after_yes(look.text)
    if not rest:
        return _look_at_praise(look)
    if not may_be_taken_back(rest):
        return "come"
    return "cancel" if reply_intent(rest) == "cancel" else "seems_cancel"


def _look_at_praise(look: SecondLook) -> Intent:
    """Return what is meant by "Great" and more, which may praise anything."""
    rest = after_first(look.text)
    is_back = has_contrast(rest) or reply_intent(rest) in GIVES_UP
    return "seems_cancel" if is_back and not names_things(rest) else "come"


def _look_at_cancel(look: SecondLook, intent: Intent) -> Intent:
    if _is_harmless(look):
        return "nothing"
    if _is_about_others(look):
        is_doubtful = look.is_outright and look.names_event
        return "seems_cancel" if is_doubtful else "nothing"
    if _is_doubtful(look):
        return "seems_cancel"
    is_certain = _is_backed(look) if intent == "cancel" else _agrees(look)
    return "cancel" if is_certain else "seems_cancel"


def _is_harmless(look: SecondLook) -> bool:
    """Return True if nothing is wrong, or all that speaks against it ends in a yes."""
    is_open = look.reply.by_grammar == "nothing"
    if is_open and (HARMLESS.match(fold_text(look.text)) or _comes_somehow(look)):
        return True
    return "?" not in look.text and ends_with_yes(look.text)


def _comes_somehow(look: SecondLook) -> bool:
    """Return True if the writer brings or does something, or turns up, whatever else they can't."""
    return "?" not in look.text and not gives_seat(look.text) and brings_something(look.text)


def _is_doubtful(look: SecondLook) -> bool:
    """Return True if somebody or something else is meant, or what follows may be the contrary."""
    if look.is_open or look.is_on_behalf or look.is_about_another:
        return True
    return look.score <= AGREE_SCORE and BUT.search(fold_text(look.text)) is not None


def _is_about_others(look: SecondLook) -> bool:
    """Return True if a dish, a task, or something else than this event is given up."""
    return _is_about_things(look) or (not look.is_outright and comes_for_us(look.text))


def _is_about_things(look: SecondLook) -> bool:
    """Return True if only what somebody brings or does is given up."""
    if not names_things(look.text):
        return False
    rest = without_things(look.text)
    if len(rest.split()) <= FEW_WORDS:
        return OUTRIGHT.isdisjoint(parse_reply(rest).signs)
    return reply_intent(rest) not in GIVES_UP


def _is_backed(look: SecondLook) -> bool:
    """Return True if more than the score says that the writer gives the seat up."""
    if look.reply.by_grammar == "cancel" or _is_given_up(look):
        return True
    if not speaks_of_self(look.text):
        return False
    if look.names_event:
        return True
    main = look.reply.main
    categories = ("regrets", "parting_wishes", "hindrances", "weak_hindrances", "seat_hints")
    found = (main.grammar.patterns(name).are_in(main.words) for name in categories)
    return any(found)


def _agrees(look: SecondLook) -> bool:
    """Return True if a second sign backs words that seem to cancel."""
    if look.reply.stands:
        return False
    if _is_given_up(look):
        return True
    if is_left_open(look.reply.main):
        return _agrees_but_asks(look)
    is_said = look.is_outright and (look.names_event or _regrets_for_self(look))
    return is_said and look.score > _score_needed(look.reply)


def _is_given_up(look: SecondLook) -> bool:
    """Return True if the seat is given away in plain words, or its day is surely taken."""
    is_open = look.reply.asks and not are_practical(look.text)
    if is_open or look.reply.stands or "come" in look.reply.signs:
        return False
    if gives_seat(look.text):
        return look.score > (LATE_SCORE if look.reply.is_partial else OUTRIGHT_SCORE)
    return look.score > TAKEN_SCORE and not look.reply.is_partial and _is_taken(look)


def _is_taken(look: SecondLook) -> bool:
    """Return True if something else takes the day of the event, and not only a part of it."""
    if has_contrast(look.text) or EARLIER.search(fold_text(look.text)):
        return False
    return _is_hindered(look)


def _regrets_for_self(look: SecondLook) -> bool:
    """Return True if the writer is sorry not to come, and goes on with nothing else."""
    main = look.reply.main
    grammar = main.grammar
    own = [clause for clause in main.clauses if grammar.other_people.isdisjoint(clause.full)]
    regrets = grammar.patterns("regrets").are_in(main.words)
    return regrets and "yes" not in look.reply.signs and says_any(grammar, own, "cancels")


def _score_needed(reply: ParsedReply) -> float:
    """Return the score above which a cancel by grammar that names the event is believed."""
    if reply.is_partial:
        return LATE_SCORE
    return 0 if "release" in reply.signs else OUTRIGHT_SCORE


def _agrees_but_asks(look: SecondLook) -> bool:
    """Return True if all that is asked takes nothing back: "Is this email enough?"."""
    if not are_practical(look.text):
        return False
    said = statements(look.text)
    return look_again(said, "", reply_intent(said), look.occasion) == "cancel"


def _look_at_nothing(look: SecondLook) -> Intent:
    if gives_seat(look.text):
        is_plain = _is_given_up(look) and not _is_doubtful(look)
        return "cancel" if is_plain else "seems_cancel"
    if names_things(look.text):
        return "nothing"
    if look.is_open:
        return "seems_cancel"
    if _agrees_but_asks(look):
        return "cancel"
    return "seems_cancel" if _is_elsewhere(look) else "nothing"


def _is_elsewhere(look: SecondLook) -> bool:
    """Return True if the writer seems to be somewhere else then, and not only late."""
    if look.reply.is_partial and look.score <= HINTED_SCORE:
        return False
    return look.score > ELSEWHERE_SCORE and _is_hindered(look)


def _is_hindered(look: SecondLook) -> bool:
    """Return True if the writer is hindered or elsewhere on the day of the event."""
    return any(_is_hindered_in(look, one) for one in look.reply.main.sentences)


def _is_hindered_in(look: SecondLook, sentence: ParsedSentence) -> bool:
    words = " ".join(sentence.words)
    if look.occasion is None or not names_this(words, look.occasion):
        return False
    if ELSEWHERE.search(fold_text(words)):
        return True
    grammar = look.reply.main.grammar
    clauses = [one for one in look.reply.main.clauses if one.within is sentence]
    own = [one for one in clauses if grammar.other_people.isdisjoint(one.full)]
    return says_any(grammar, own, "hindrances", "weak_hindrances")
