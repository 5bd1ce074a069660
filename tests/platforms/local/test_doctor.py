"""The doctor: what is set, missing or failing; nothing is changed, no secret shown."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from fullhouse.inbound.llm.bedrock import Bedrock
from fullhouse.platforms.local import doctor
from fullhouse.platforms.local.doctor import Finding, examine
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.products.frontdesk.shared.held_removals import CHANGES, HeldItem, HeldRemoval
from tests.cli.support import PROGRAM, fullhouse
from tests.inbound.llm.maker import KEY, a_maker
from tests.platforms.contract.stores import put
from tests.platforms.local.provider import ACCOUNT, NUMBER, TOKEN, running
from tests.support.mail_server import MailServer, free_port, mail_server


def found(folder: Path, about: str, **environment: str) -> Finding:
    free = {"FULLHOUSE_PORT": "0", **environment}
    return next(one for one in examine(folder, free) if one.about == about)


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    os.umask(0o077)
    with open_store(tmp_path):
        return tmp_path


def test_a_good_house_is_well(engine: Path) -> None:
    result = fullhouse("doctor", "--data", engine)
    assert result.exit_code == 0, result.output
    assert "All is well." in result.output
    assert found(engine, "database").state == "ok"


@pytest.mark.parametrize(("files", "pictures"), [(True, True), (True, False), (False, False)])
def test_what_can_be_read_of_files_that_come_with_mail_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: bool, pictures: bool
) -> None:
    monkeypatch.setattr(doctor, "standing_to_read", lambda: (files, pictures))
    for about, can, extra in (("documents", files, "[documents]"), ("pictures", pictures, "[ocr]")):
        finding = found(tmp_path, about)
        assert finding.state == ("ok" if can else "note")
        assert can or extra in finding.words


def test_a_folder_that_is_not_there_yet_is_no_trouble_and_is_not_made(tmp_path: Path) -> None:
    assert found(tmp_path / "none", "data folder").state == "note"
    assert not (tmp_path / "none").exists()
    assert found(tmp_path, "database").state == "note"


def test_looking_changes_nothing(engine: Path) -> None:
    before = (engine / "fullhouse.db").read_bytes()
    examine(engine, {})
    assert (engine / "fullhouse.db").read_bytes() == before


def test_a_damaged_database_fails_and_the_command_says_so(engine: Path) -> None:
    (engine / "fullhouse.db").write_bytes(b"no database at all" * 100)
    assert found(engine, "database").state == "fails"
    known = {name: value for name, value in os.environ.items() if not name.startswith("FULLHOUSE_")}
    ran = subprocess.run(
        [*PROGRAM, "doctor", "--data", str(engine)],
        env=known,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "Restore your last backup" in " ".join(ran.stdout.split())


@pytest.mark.parametrize(("schema", "state"), [(99, "fails"), (0, "note")])
def test_a_schema_of_another_version_is_told(engine: Path, schema: int, state: str) -> None:
    with closing(sqlite3.connect(engine / "fullhouse.db")) as connection:
        connection.execute(f"PRAGMA user_version = {schema}")
    assert found(engine, "database").state == state


def test_files_open_to_others_are_noted(engine: Path) -> None:
    (engine / "fullhouse.db").chmod(0o644)
    assert found(engine, "permissions").state == "note"


def test_a_full_disk_fails(engine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=1))
    assert found(engine, "disk").state == "fails"


def test_a_folder_that_cannot_be_written_fails(
    engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert found(engine, "data folder").state == "fails"


def test_a_clock_that_was_never_set_fails(engine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.gmtime", lambda: time.struct_time((1970, 1, 1, 0, 0, 0, 3, 1, 0)))
    assert found(engine, "clock").state == "fails"


def test_old_tools_and_missing_tables_fail(engine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "OLDEST_PYTHON", (9, 9))
    monkeypatch.setattr(doctor, "OLDEST_SQLITE", (9, 9, 9))
    monkeypatch.setattr(doctor, "ZONES", ("Atlantis/Capital",))
    states = {one.about: one.state for one in examine(engine, {})}
    assert (states["Python"], states["SQLite"], states["time zones"]) == ("fails", "fails", "fails")


def test_settings_that_cannot_be_used_fail_and_strange_ones_are_noted(engine: Path) -> None:
    assert found(engine, "settings", FULLHOUSE_URL="ftp://x").state == "fails"
    strange = [
        one.words for one in examine(engine, {"FULLHOUSE_COLOUR": "red"}) if one.state == "note"
    ]
    assert any("FULLHOUSE_COLOUR" in words for words in strange)


@pytest.mark.parametrize(
    ("url", "state"),
    [
        ("https://party.example", "ok"),
        ("http://party.example", "note"),
        ("https://party.example?x=1", "fails"),
        ("", "note"),
    ],
)
def test_the_address_in_every_link_is_looked_at(engine: Path, url: str, state: str) -> None:
    assert found(engine, "address", FULLHOUSE_URL=url).state == state


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


def mail_settings(port: int, tls: str = "none") -> dict[str, str]:
    return {
        "FULLHOUSE_SMTP_HOST": "127.0.0.1",
        "FULLHOUSE_SMTP_PORT": str(port),
        "FULLHOUSE_SMTP_SENDER": "party@example.org",
        "FULLHOUSE_SMTP_PASSWORD": "hush-hush",
        "FULLHOUSE_SMTP_TLS": tls,
        "FULLHOUSE_TOKEN": "do-not-tell",
    }


def test_a_mail_server_that_answers_is_well_and_gets_no_mail(
    engine: Path, server: MailServer
) -> None:
    assert found(engine, "mail", **mail_settings(server.port)).state == "ok"


def test_a_mail_server_without_the_encryption_that_is_asked_for_fails(
    engine: Path, server: MailServer
) -> None:
    assert found(engine, "mail", **mail_settings(server.port, "starttls")).state == "fails"


def test_a_mail_server_that_is_not_there_fails_and_no_secret_is_told(engine: Path) -> None:
    findings = examine(engine, mail_settings(free_port()))
    assert next(one.state for one in findings if one.about == "mail") == "fails"
    assert not any("hush" in one.words or "do-not-tell" in one.words for one in findings)


def text_settings(url: str, **more: str) -> dict[str, str]:
    return {
        "FULLHOUSE_TEXTS_PROVIDER": "twilio",
        "FULLHOUSE_TEXTS_ACCOUNT": ACCOUNT,
        "FULLHOUSE_TEXTS_TOKEN": TOKEN,
        "FULLHOUSE_TEXTS_SENDER": NUMBER,
        "FULLHOUSE_TEXTS_API_URL": url,
        **more,
    }


@pytest.mark.parametrize(
    ("kind", "status", "state"),
    [("Full", "active", "ok"), ("Trial", "active", "note"), ("Full", "suspended", "fails")],
)
def test_the_text_provider_is_asked_how_the_account_stands_and_gets_no_text(
    engine: Path, kind: str, status: str, state: str
) -> None:
    with running() as provider:
        provider.kind, provider.status = kind, status
        assert found(engine, "texts", **text_settings(provider.url)).state == state
        assert (provider.asked, provider.sent) == (1, [])


def test_a_text_provider_that_is_missing_is_noted_and_one_that_does_not_trust_us_fails(
    engine: Path,
) -> None:
    assert found(engine, "texts").state == "note"
    with running() as provider:
        wrong = text_settings(provider.url, FULLHOUSE_TEXTS_TOKEN="hush-hush-text")
        findings = examine(engine, {"FULLHOUSE_PORT": "0", **wrong})
    assert next(one.state for one in findings if one.about == "texts") == "fails"
    assert not any("hush" in one.words for one in findings)
    gone = text_settings(f"http://127.0.0.1:{free_port()}")
    assert found(engine, "texts", **gone).state == "fails"
    half = {"FULLHOUSE_TEXTS_PROVIDER": "twilio"}
    assert "texts.account" in found(engine, "settings", **half).words


def test_where_staff_notes_go_is_told(engine: Path, server: MailServer) -> None:
    staff = {"FULLHOUSE_STAFF_MAIL": "desk@example.org"}
    assert found(engine, "staff notes").state == "note"
    assert found(engine, "staff notes", **staff).state == "note"
    assert found(engine, "staff notes", **staff, **mail_settings(server.port)).state == "ok"


def test_the_mail_lanes_port_and_files_are_looked_at(engine: Path, tmp_path: Path) -> None:
    lane = {"FULLHOUSE_MAIL_DOMAIN": "rsvp.example.org", "FULLHOUSE_MAIL_PORT": "0"}
    assert found(engine, "mail lane").state == "note"
    assert found(engine, "mail lane", **lane).state == "ok"
    missing = {**lane, "FULLHOUSE_MAIL_CERTIFICATE": str(tmp_path / "none.pem")}
    assert found(engine, "mail lane", **missing).state == "fails"
    elsewhere = {**lane, "FULLHOUSE_MAIL_HOST": "192.0.2.1"}
    assert found(engine, "mail lane", **elsewhere).state == "fails"


def test_a_port_in_use_is_told(engine: Path, server: MailServer) -> None:
    assert "in use" in found(engine, "port", FULLHOUSE_PORT=str(server.port)).words


def test_a_model_on_bedrock_is_asked_by_the_credentials_of_this_machine(
    engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bedrock, "standing", lambda one: f"{one.model} at Bedrock")
    well = found(engine, "model", FULLHOUSE_MODEL="bedrock:claude-v1:0")
    assert (well.state, well.words.partition(" answers")[0]) == ("ok", "claude-v1:0 at Bedrock")
    ill = found(engine, "settings", FULLHOUSE_MODEL="bedrock:claude-v1:0", FULLHOUSE_MODEL_KEY=KEY)
    assert "model_key is not for bedrock" in ill.words


def test_a_model_is_none_answers_or_fails_and_its_key_is_never_shown(engine: Path) -> None:
    assert found(engine, "model").state == "note"
    with a_maker() as maker:
        named = {"FULLHOUSE_MODEL": f"openai:a-model@{maker.url}/v1", "FULLHOUSE_MODEL_KEY": KEY}
        well = found(engine, "model", **named)
        maker.status = 401
        ill = found(engine, "model", **named)
        assert maker.asked == [{}]
    assert (well.state, ill.state) == ("ok", "fails")
    assert "a-model" in well.words
    assert "the key is not accepted" in ill.words
    assert KEY not in well.words + ill.words


def test_an_extra_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def extras() -> dict[str, Finding]:
        return {found.about: found for found in examine(tmp_path, {})}

    assert extras()["passkeys"].state == extras()["encrypted backups"].state == "ok"
    monkeypatch.setattr("fullhouse.platforms.local.doctor.find_spec", lambda _name: None)
    assert "fullhouse[passkeys]" in extras()["passkeys"].words
    assert "fullhouse[encrypted-backups]" in extras()["encrypted backups"].words


def test_a_question_that_waits_for_staff_is_named(tmp_path: Path) -> None:
    held = HeldRemoval(id="sheet", asked=(HeldItem("a"), HeldItem("b"), HeldItem("c")), rev=1)
    with open_store(tmp_path) as store:
        put(store, held, HeldRemoval(id="calendar"), scope="waitlist")
        put(store, replace(held, id=CHANGES), scope="appointments")
    assert found(tmp_path, "sheet").words.startswith("3 missing at once.")
    assert found(tmp_path, CHANGES).words.startswith("3 with another time, name or contact.")
    assert [one.about for one in examine(tmp_path, {"FULLHOUSE_PORT": "0"})].count("calendar") == 0
