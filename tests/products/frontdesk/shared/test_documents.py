"""The two documents: the last valid version is in force, and bad lines are named."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.engine.execute import Rules, execute
from fullhouse.engine.ports import AuditPage, Invocation
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.documents import (
    DEFAULTS,
    SCOPE,
    Document,
    Saved,
    SaveDocument,
    document_needs,
    problems_of,
    rulebook_of,
    save_document,
    voice_of,
)
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE, own_templates
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.voice import (
    EXAMPLE_VOICE,
    Voice,
    parse_voice,
)
from tests.support.rsvp_world import check_audit

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
GOOD = "Services\n- Colour: 90 minutes\nTries per slot: 3\n"
BETTER = "Services\n- Colour: 60 minutes\n"
BAD = "Services\n- Colour: 60 minutes\nTries per slot: a dozen or so\n"
RULES = Rules({SaveDocument: Rule(document_needs, save_document)})


class Shelf:
    """The documents, saved one minute after the other."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.now = NOW

    def save(self, text: str, **fields: Any) -> Saved:
        self.now += timedelta(minutes=1)
        command = SaveDocument(**{"name": "rules", "text": text, **fields})
        saved = execute(
            self.store, RULES, Invocation(f"{self.now}", "staff", command), self.now
        ).answer
        check_audit(self.store)
        assert isinstance(saved, Saved)
        return saved

    def document(self, name: str = "rules") -> Document:
        document = self.store.load(Get(Document, (name,)))
        assert document is not None
        return document

    def actions(self) -> list[str]:
        return [line.action for line in self.store.load(AuditPage(SCOPE))]


def test_without_a_document_the_defaults_are_in_force() -> None:
    assert rulebook_of(None) == Rulebook()


def test_where_nobody_has_written_a_voice_messages_speak_by_themselves() -> None:
    shelf = Shelf()
    shelf.save(DEFAULT_VOICE, name="voice")
    voice = voice_of(shelf.document("voice"))
    written = TemplateFacts(voice.text, voice.mail, voice.mail_subject)
    assert own_templates(written) == TemplateFacts()
    assert voice_of(None) == Voice()


def test_the_defaults_can_be_understood() -> None:
    assert problems_of("rules", DEFAULTS["rules"]) == problems_of("voice", DEFAULTS["voice"]) == ()


def test_a_text_that_is_understood_is_in_force() -> None:
    shelf = Shelf()
    saved = shelf.save(GOOD, source="api")
    assert (saved.problems, saved.document) == ((), shelf.document())
    assert (
        rulebook_of(shelf.document()).tries,
        shelf.document().source,
        shelf.document().version,
    ) == (3, "api", 1)
    shelf.save(BETTER)
    assert (rulebook_of(shelf.document()).tries, shelf.document().version) == (5, 2)
    assert shelf.actions() == ["document_saved", "document_saved"]


def test_a_line_that_is_not_understood_is_named_and_the_last_good_text_stays_in_force() -> None:
    shelf = Shelf()
    shelf.save(GOOD)
    saved = shelf.save(BAD, source="google")
    document = shelf.document()
    assert [one.line for one in saved.problems] == [3]
    assert (document.text, document.version, document.source) == (GOOD, 1, "desk")
    assert (document.seen, document.problems) == (BAD, saved.problems)
    assert shelf.actions() == ["document_saved", "document_refused"]


def test_before_any_good_text_the_defaults_stay_in_force() -> None:
    shelf = Shelf()
    shelf.save(BAD, source="file")
    assert (rulebook_of(shelf.document()), shelf.document().source) == (Rulebook(), "setup")
    assert shelf.document().seen == BAD


@pytest.mark.parametrize("text", [GOOD, BAD])
def test_the_same_text_seen_twice_is_written_down_once(text: str) -> None:
    shelf = Shelf()
    first, second = shelf.save(text), shelf.save(text)
    assert (second.problems, len(shelf.actions())) == (first.problems, 1)


def test_the_good_text_put_back_after_a_bad_one_clears_its_problems() -> None:
    shelf = Shelf()
    shelf.save(GOOD)
    shelf.save(BAD)
    saved = shelf.save(GOOD)
    assert (saved.problems, shelf.document().seen, shelf.document().problems) == ((), "", ())


def test_one_bad_text_after_another_is_noted_anew() -> None:
    shelf = Shelf()
    shelf.save(BAD)
    saved = shelf.save(f"{BAD}Nonsense: yes\n")
    assert [one.line for one in saved.problems] == [3, 4]


def test_the_voice_is_a_document_too() -> None:
    shelf = Shelf()
    shelf.save(EXAMPLE_VOICE, name="voice")
    assert voice_of(shelf.document("voice")) == parse_voice(EXAMPLE_VOICE).templates != Voice()
    saved = shelf.save("# Text\nHello {nobody}, {claim}", name="voice")
    assert saved.problems != ()
    assert voice_of(shelf.document("voice")) == parse_voice(EXAMPLE_VOICE).templates
