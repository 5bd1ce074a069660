"""What the new text of a reply wants: to come, to cancel, no more mail, or nothing that could be told for certain.

Nobody loses a seat by a guess: a question, a condition, a "not" before it, a doubt or someone else's news is none. What
is said is heard by grammar, and held against how much the whole is like replies that cancel; where only one of the two
hears a cancel, its sender is asked.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from fullhouse.lanes.mail.clauses import Sentence, sentences_of, words_in
from fullhouse.lanes.mail.grammar import Found, Spoken, Tongue, Ways
from fullhouse.lanes.mail.likeness import likeness
from fullhouse.lanes.mail.tongues.english import ENGLISH
from fullhouse.lanes.mail.tongues.french import FRENCH
from fullhouse.lanes.mail.tongues.german import GERMAN
from fullhouse.lanes.mail.tongues.spanish import SPANISH

Intent = Literal["come", "cancel", "seems_cancel", "stop", "nothing"]
Heard = Literal["come", "cancel", "stop", "nothing"]
# So much like those that cancel: enough to ask, also where there are only a few words; enough to believe grammar where
# they are more or leave something open; and enough where grammar hears nothing.
ASKED, ASKED_IN_SHORT, BESIDE, ALONE = 0.27, 0.4, 0.5, 0.9
# A language that knows so few words beside the one that knows most is not spoken: some words are in several.
SPOKEN = 0.3
NEAR = 4
FEW_WORDS = 6
# So many words say little beside a cancel, and so many say little at all.
PLAIN, SHORT = 8, 10
A_NAME = 3
REPLY_MARK = re.compile(r"\s*(re|aw|sv|antw|rép|res|ref|fwd|fw|wg|tr)\s?(\[\d+\])?:", re.IGNORECASE)
Sign = Literal["stop", "come", "cancel", "release", "no", "yes"]
# The first of these that is heard counts: whoever says that they come keeps their seat, whatever else they say.
SIGNS: tuple[tuple[Sign, Heard], ...] = (
    ("come", "come"),
    ("cancel", "cancel"),
    ("stop", "stop"),
    ("release", "cancel"),
    ("no", "cancel"),
    ("yes", "come"),
)
TONGUES = tuple(map(Tongue, (ENGLISH, GERMAN, FRENCH, SPANISH)))


def intent_of(text: str, subject: str = "") -> Intent:
    """Say what a guest wants. The subject speaks only where there is no text and it is not ours quoted back."""
    words = _words(text, subject)
    sentences = sentences_of(words)
    native, said = _written(sentences)
    heard = _heard_in(sentences, native, said)
    if heard == "stop" or not sentences:
        return heard
    like, length = likeness().of(words), len(words_in(sentences))
    if heard == "come":
        return "seems_cancel" if like > ALONE else "come"
    if heard == "cancel":
        is_sure = like > BESIDE or (length <= PLAIN and not _is_left_open(native, said))
        return "cancel" if is_sure else "seems_cancel"
    if like > ALONE and not _is_left_open(native, said):
        return "cancel"
    return "seems_cancel" if like > (ASKED_IN_SHORT if length <= SHORT else ASKED) else "nothing"


def heard_of(text: str, subject: str = "") -> Heard:
    """Say what is heard in a mail by grammar alone: whoever has no seat writes otherwise than those who give one up."""
    sentences = sentences_of(_words(text, subject))
    return _heard_in(sentences, *_written(sentences))


def _words(text: str, subject: str) -> str:
    return text.strip() or ("" if REPLY_MARK.match(subject) else subject)


def _written(sentences: tuple[Sentence, ...]) -> "tuple[Tongue, list[Said]]":
    """Say in which language it is written, and what is said in that."""
    words = words_in(sentences)
    native = max(TONGUES, key=lambda tongue: tongue.knows(words))
    return native, [_said(native, one) for one in sentences]


def _heard_in(sentences: tuple[Sentence, ...], native: Tongue, said: "list[Said]") -> Heard:
    """Say what is heard in any language that may be spoken in it."""
    words = words_in(sentences)
    enough = native.knows(words) * SPOKEN
    others = [tongue for tongue in TONGUES if tongue is not native and tongue.knows(words) >= enough]
    heard = set(_heard(native, said))
    heard |= {one for tongue in others for one in _heard(tongue, [_said(tongue, each) for each in sentences])}
    heard |= {"no"} if _is_a_bare_no(native, said) or _is_kept_away(native, said) else set()
    return next((wants for sign, wants in SIGNS if sign in heard), "nothing")


def _is_left_open(tongue: Tongue, said: "list[Said]") -> bool:
    """Whether anything in it asks, doubts or holds on."""
    text = _joined(one.whole for one in said)
    return _inquires(tongue, said) or any(tongue.named(name).are_in(text) for name in ("doubts", "holds"))


class Said(msgspec.Struct, frozen=True):
    """A sentence in one language: its clauses written out, and what is left of them without what is said in passing."""

    sentence: Sentence
    full: tuple[Spoken, ...]
    core: tuple[Spoken, ...]

    @property
    def whole(self) -> Spoken:
        """All of it."""
        return _joined(self.full)


def _heard(tongue: Tongue, said: list[Said]) -> Iterator[Sign]:
    """List what is heard in one language."""
    places = [(one, at) for one in said for at in range(len(one.core))]
    if any(tongue.named("stops").are_in(one.full[at]) for one, at in places):
        yield "stop"
    if any(_comes(tongue, one, at) for one, at in places):
        yield "come"
    if any(one.full[0][0] in tongue.yeses and not one.sentence.asks for one in said):
        yield "yes"
    if not any(tongue.named("holds").are_in(one.full[at]) for one, at in places):
        yield from _let_go(tongue, said, places)


def _let_go(tongue: Tongue, said: list[Said], places: list[tuple[Said, int]]) -> Iterator[Sign]:
    """List what gives a seat up."""
    bare = () if _inquires(tongue, said) else ("bare",)
    if any(_cancels(tongue, one, at, listed) for one, at in places for listed in ("cancels", *bare)):
        yield "cancel"
    if any(_requests(tongue, one, at) for one, at in places):
        yield "release"
    if _is_for_another(tongue, said):
        yield "no"


def _is_kept_away(tongue: Tongue, said: list[Said]) -> bool:
    """Whether somebody says what keeps them, and says sorry or goodbye; nothing in it may be open."""
    text = _joined(one.whole for one in said)
    is_open = _inquires(tongue, said) or any(tongue.named(name).are_in(text) for name in ("doubts", "absent", "holds"))
    if is_open:
        return False
    places = [(one, at) for one in said for at in range(len(one.core))]
    texts = [text, *(one.full[at] for one, at in places)]
    parts, regrets = (any(map(tongue.named(name).are_in, texts)) for name in ("partings", "regrets"))
    stays = any(_says(tongue, one, at, tongue.named("farewells")) for one, at in places)
    if stays and (parts or regrets):
        return True
    listed = ("hindrances", "ties") if parts or stays else ("hindrances",) if regrets else ()
    mine = [(one, at) for one, at in places if parts or stays or tongue.others.isdisjoint(one.full[at])]
    return any(_says(tongue, one, at, tongue.named(name)) for one, at in mine for name in listed)


def _is_for_another(tongue: Tongue, said: list[Said]) -> bool:
    """Whether it is written for a guest who does not come; nothing in it may be open."""
    text = _joined(one.whole for one in said)
    if _inquires(tongue, said) or not tongue.named("behalf").are_in(text) or tongue.named("doubts").are_in(text):
        return False
    return any(tongue.named("theirs").are_in(core) for one in said for core in one.core)


def _inquires(tongue: Tongue, said: list[Said]) -> bool:
    """Whether something is asked that wants an answer."""
    return any(one.sentence.asks and not tongue.named("idle").are_in(one.whole) for one in said)


def _joined(clauses: Iterable[Spoken]) -> Spoken:
    return tuple(word for clause in clauses for word in clause)


def _said(tongue: Tongue, sentence: Sentence) -> Said:
    full = tuple(tongue.full(clause) for clause in sentence.clauses)
    return Said(sentence, full, tuple(map(tongue.core, full)))


def _is_a_bare_no(tongue: Tongue, said: list[Said]) -> bool:
    """Whether it begins with a no that stands alone, and neither asks nor says much more."""
    words = _joined(one.whole for one in said)
    if not words or len(words) > FEW_WORDS or any(one.sentence.asks for one in said):
        return False
    if tongue.named("holds").are_in(words):
        return False
    strange = [word for word in words if word not in tongue.besides | tongue.noes]
    if tongue.besides and len(strange) >= A_NAME:
        return False
    return set(said[0].core[0]) <= tongue.noes and words[0] in tongue.noes


def _cancels(tongue: Tongue, said: Said, at: int, listed: str) -> bool:
    if _asks(tongue, said, at):
        return False
    return any(_goes_on(tongue, tongue.core(found.behind)) for found in _found(tongue, said, at, tongue.named(listed)))


def _goes_on(tongue: Tongue, behind: Spoken) -> bool:
    """Whether what stands behind a cancel may stand there."""
    return not behind or not tongue.words.after or tongue.named("after").begin(behind)


def _requests(tongue: Tongue, said: Said, at: int) -> bool:
    """Whether a clause asks for it; who asks whether they may does not."""
    may_i = said.sentence.asks and not tongue.own.isdisjoint(said.full[at][:NEAR])
    return not may_i and _says(tongue, said, at, tongue.named("requests"))


def _says(tongue: Tongue, said: Said, at: int, listed: Ways) -> bool:
    """Whether a clause says it for certain, and of its writer."""
    return bool(_found(tongue, said, at, listed))


def _found(tongue: Tongue, said: Said, at: int, listed: Ways) -> list[Found]:
    """Find each place in a clause that says it for certain, and of its writer."""
    texts = dict.fromkeys((said.core[at], said.full[at]))
    places = (found for text in texts for found in listed.found_in(text))
    own = [found for found in places if _is_own(tongue, said, at, found) and not _is_limited(tongue, found)]
    is_told = bool(own) and (tongue.named("told").are_in(said.full[at]) or _is_open(tongue, said, at))
    return [] if is_told else own


def _is_limited(tongue: Tongue, found: Found) -> bool:
    limits = tongue.named("limits")
    return any(map(limits.begin, (found.behind, tongue.core(found.behind)))) or limits.are_in(found.within)


def _is_own(tongue: Tongue, said: Said, at: int, found: Found) -> bool:
    if not tongue.turns.isdisjoint(found.before[-NEAR:]) or not tongue.others.isdisjoint(found.within):
        return False
    return not found.led or _is_led_to(tongue, said, at, found.before)


def _is_led_to(tongue: Tongue, said: Said, at: int, before: tuple[str, ...]) -> bool:
    """Whether what stands before a way leaves it to its writer."""
    while before and before[-1] in tongue.links:
        before = before[:-1]
    if before:
        return before[-1] in tongue.own or (before[-1] in tongue.leads and tongue.others.isdisjoint(before))
    joint = said.sentence.clauses[at].joint
    earlier = _joined(said.full[:at])
    if tongue.named("hearsay").are_in(earlier):
        return False
    if joint == "and":
        alone = tongue.others.isdisjoint(earlier) and not tongue.named("acts").are_in(earlier)
        shared = earlier[0] in tongue.openers and alone
        return shared or not tongue.own.isdisjoint(earlier)
    return joint == "start" or len(earlier) > A_NAME or tongue.others.isdisjoint(earlier)


def _is_open(tongue: Tongue, said: Said, at: int) -> bool:
    """Whether a condition or a doubt stands before or in a clause, or one that takes it back behind it."""
    before, unless = _joined(said.full[: at + 1]), tongue.named("unless")
    return tongue.named("doubts").are_in(before) or any(map(unless.begin, said.full[at + 1 :]))


def _asks(tongue: Tongue, said: Said, at: int) -> bool:
    """Whether a clause asks; one that states something before a question does not."""
    asks = tongue.named("asks")
    follows = at > 0 and len(said.full[at - 1]) >= A_NAME and not said.sentence.asks
    if asks.begin(said.full[at]) and not follows:
        return True
    states = any(map(asks.begin, said.full[at + 1 :])) and not tongue.named("tags").begin(said.full[-1])
    return said.sentence.asks and not states


def _comes(tongue: Tongue, said: Said, at: int) -> bool:
    """Whether a clause says that its writer comes, this time."""
    full = said.full[at]
    keeps = (found for found in tongue.named("keeps").found_in(full) if not (found.led and found.before))
    if any(tongue.turns.isdisjoint(found.before[-2:]) for found in keeps):
        return True
    if said.sentence.asks or tongue.named("later").are_in(full) or not tongue.turns.isdisjoint(full):
        return False
    if _is_open(tongue, said, at) or tongue.named("told").are_in(full):
        return False
    texts, comes = (said.core[at], full), tongue.named("comes")
    return any(_is_own(tongue, said, at, found) for text in texts for found in comes.found_in(text))
