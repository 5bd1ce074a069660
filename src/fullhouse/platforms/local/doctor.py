"""Checks of everything that has to work on this machine.

They change nothing and send no mail or SMS. Each check ends in one finding: ok, a note, or a
failure and what to do about it. No finding contains a password or a token.
"""

import os
import shutil
import smtplib
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from zoneinfo import TZPATH, ZoneInfo, ZoneInfoNotFoundError

import msgspec

from fullhouse.inbound.llm.port import ModelUnavailable
from fullhouse.inbound.llm.settings import model_from_setting
from fullhouse.platforms.local import config as settings
from fullhouse.platforms.local.config import (
    BadConfig,
    Config,
    read_config,
    slack_of,
    strange_names,
    twilio_of,
)
from fullhouse.platforms.local.doctor_questions import waiting_questions
from fullhouse.platforms.local.doctor_sources import examine_outside
from fullhouse.platforms.local.files import FILES
from fullhouse.platforms.local.mail_store import is_full, used_bytes
from fullhouse.platforms.local.ocr import ocr_status as standing_to_read
from fullhouse.platforms.local.slack import slack_status as standing_in_slack
from fullhouse.platforms.local.smtp_client import SmtpSettings, greet
from fullhouse.platforms.local.sqlite import database, statements
from fullhouse.platforms.local.twilio import twilio_status

KB = 1024
MB = 1024 * KB
LEAST_FREE = 100 * MB
WISE_FREE = 1000 * MB
OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables
OLDEST_PYTHON = (3, 11)
EARLIEST_YEAR = 2026
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata")
FULL_SOON = 0.8
# By what they are about: the package, the extra, and what can be done with and without it.
EXTRAS = {
    "passkeys": (
        "fido2",
        "passkeys",
        "members can sign in with one",
        "not offered at the desk; sign-in links work",
    ),
    "encrypted backups": (
        "pyrage",
        "encrypted-backups",
        "fullhouse backup --encrypt-to can be used",
        "backups cannot be encrypted here",
    ),
}
HERE = ("127.0.0.1", "localhost", "::1")


class Finding(msgspec.Struct, frozen=True):
    """The result of one check."""

    state: Literal["ok", "note", "fails"]
    about: str
    words: str


def examine(folder: Path, environment: Mapping[str, str]) -> list[Finding]:
    """Run all checks."""
    findings = [_python(), _sqlite(), _clock(), _zones(), *_attachments(), *_extras()]
    findings += _folder(folder)
    try:
        config = read_config(folder, environment)
    except BadConfig as error:
        return [*findings, Finding("fails", "settings", str(error))]
    checks: tuple[Callable[[Config], Finding], ...] = (
        *(_mail, _staff_mail, _slack, _texts),
        *(_inbound_mail, _model, _address),
    )
    found = [*_settings(config, folder, environment), *(check(config) for check in checks)]
    if config.mail.domain:
        found.append(_mail_store(config, folder))
    outside = [Finding(*result) for result in examine_outside(config, folder)]
    return [*findings, *found, *outside, _port("port", config.host, config.port)]


def _python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("fails", "Python", f"{found} is too old: 3.11 or newer is needed.")
    return Finding("ok", "Python", found)


def _sqlite() -> Finding:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        return Finding(
            "fails", "SQLite", f"{sqlite3.sqlite_version} is too old: 3.37 or newer is needed."
        )
    return Finding("ok", "SQLite", sqlite3.sqlite_version)


def _clock() -> Finding:
    now = time.gmtime()
    if now.tm_year < EARLIEST_YEAR:
        words = (
            f"the machine thinks it is {now.tm_year}. "
            "Set its clock: reminders and deadlines follow it."
        )
        return Finding("fails", "clock", words)
    return Finding("ok", "clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", now))


def _zones() -> Finding:
    try:
        for name in ZONES:
            ZoneInfo(name)
    except ZoneInfoNotFoundError as error:
        return Finding("fails", "time zones", f"{error}. Install the tzdata package.")
    if any(Path(folder).is_dir() for folder in TZPATH):
        return Finding("ok", "time zones", "the machine's own tables")
    return Finding("ok", "time zones", "the tables of the tzdata package")


def _extras() -> list[Finding]:
    """Check the extras that no setting asks for."""
    found = []
    for about, (package, extra, can, cannot) in EXTRAS.items():
        finding = Finding("ok", about, can)
        if find_spec(package) is None:
            words = f"{cannot}. Install: pip install 'fullhouse[{extra}]'"
            finding = Finding("note", about, words)
        found.append(finding)
    return found


def _attachments() -> list[Finding]:
    """Check which attachments of mail can be read."""
    reads_pdf, reads_pictures = standing_to_read()
    missing = "not read here; staff see that they came. Install: pip install 'fullhouse[{}]'"
    documents = Finding("note", "documents", f"PDF files are {missing.format('documents')}")
    if reads_pdf:
        documents = Finding("ok", "documents", "PDF files can be read")
    pictures = Finding("note", "pictures", f"scans and photos are {missing.format('ocr')}")
    if reads_pictures:
        pictures = Finding("ok", "pictures", "scans and photos can be read")
    return [documents, pictures]


def _folder(folder: Path) -> list[Finding]:
    if not folder.exists():
        words = f"{folder.absolute()} is not there yet; the first start makes it."
        return [Finding("note", "data folder", words)]
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        words = (
            f"{folder.absolute()} cannot be written by this user. "
            "Change its owner, or choose another with --data."
        )
        return [Finding("fails", "data folder", words)]
    checks: tuple[Callable[[Path], Finding], ...] = (_permissions, _space, _database)
    return [
        Finding("ok", "data folder", str(folder.absolute())),
        *(check(folder) for check in checks),
        *(Finding(*result) for result in waiting_questions(folder)),
    ]


def _permissions(folder: Path) -> Finding:
    names = (database.FILE, settings.FILE, "server.json")
    open_to_others = [
        name
        for name in names
        if (folder / name).exists() and (folder / name).stat().st_mode & 0o077
    ]
    if open_to_others:
        words = (
            f"others on this machine may read {', '.join(open_to_others)}. Run: chmod 600 on them."
        )
        return Finding("note", "permissions", words)
    return Finding("ok", "permissions", "for the owner of the folder alone")


def _space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    words = f"{free // MB:,} MB free"
    if free < LEAST_FREE:
        return Finding("fails", "disk", f"{words}. Make room: nothing can be kept on a full disk.")
    if free < WISE_FREE:
        return Finding("note", "disk", words)
    return Finding("ok", "disk", words)


def _database(folder: Path) -> Finding:
    file, newest = folder / database.FILE, statements.migrations()[-1][0]
    if not file.exists() or not file.stat().st_size:
        return Finding("note", "database", "there is none yet; the first start makes it.")
    try:
        with closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=2)
        ) as connection:
            connection.execute("PRAGMA query_only = ON")
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return Finding(
            "fails", "database", f"{file.name} cannot be read ({error}). Restore your last backup."
        )
    return _schema_finding(schema, newest, str(sound))


def _schema_finding(schema: int, newest: int, sound: str) -> Finding:
    if sound != "ok":
        return Finding(
            "fails", "database", f"it is damaged ({sound}). Keep it, and restore your last backup."
        )
    if schema > newest:
        return Finding(
            "fails",
            "database",
            f"it is from a newer Fullhouse (schema {schema}). Install that version.",
        )
    if schema < newest:
        return Finding(
            "note",
            "database",
            f"sound; the next start brings it from schema {schema} to {newest}. Back it up.",
        )
    return Finding("ok", "database", f"sound, schema {schema}")


def _settings(config: Config, folder: Path, environment: Mapping[str, str]) -> list[Finding]:
    chosen = environment.get(f"{settings.PREFIX}CONFIG") or folder / settings.FILE
    source = "no file, which is fine"
    if Path(chosen).exists():
        source = f"from {chosen}"
    owner = Finding("note", "owner", "nobody yet: fullhouse desk-link makes a link to the desk")
    if config.owner:
        owner = Finding("ok", "owner", config.owner)
    kept = "until they are erased on request"
    if config.keep_days:
        kept = f"{config.keep_days} days after their event"
    unknown = [
        Finding("note", "settings", f"{name} is none of Fullhouse's")
        for name in strange_names(environment)
    ]
    return [
        Finding("ok", "settings", source),
        *unknown,
        owner,
        Finding("ok", "people are kept", kept),
    ]


def _mail(config: Config) -> Finding:
    """Check the mail server: connect, greet, encrypt and quit."""
    smtp = config.smtp
    if not smtp.host:
        return Finding(
            "note", "mail", "no mail server is set: messages are kept, and can be read on the desk."
        )
    where = f"{smtp.host}:{smtp.port} ({smtp.tls})"
    fields = {name: getattr(smtp, name) for name in ("host", "sender", "port", "tls", "timeout")}
    try:
        greet(SmtpSettings(**fields))
    except (OSError, ValueError, smtplib.SMTPException) as error:
        return Finding(
            "fails",
            "mail",
            f"{where} does not answer as it should: {error}. Look at the smtp settings.",
        )
    if smtp.tls == "none" and smtp.host not in HERE:
        return Finding(
            "note",
            "mail",
            f"{where} answers, but mail goes there unencrypted. Set smtp.tls to starttls.",
        )
    return Finding("ok", "mail", f"{where} answers")


def _staff_mail(config: Config) -> Finding:
    is_mailed = config.staff_mail and config.smtp.host
    if config.slack.token:
        else_to = f"; what it does not take is mailed to {config.staff_mail}" if is_mailed else ""
        return Finding("ok", "staff notes", f"written in Slack{else_to}")
    if not config.staff_mail:
        return Finding(
            "note",
            "staff notes",
            "kept, and can be read on the desk. Set staff_mail to have them mailed.",
        )
    if not is_mailed:
        return Finding(
            "note",
            "staff notes",
            "staff_mail is set, but no mail server is: they are kept on the desk.",
        )
    return Finding("ok", "staff notes", f"mailed to {config.staff_mail}")


def _slack(config: Config) -> Finding:
    """Check which Slack user the token belongs to; nothing is written there."""
    if not config.slack.token:
        return Finding(
            "note",
            "slack",
            "not set: staff are told things at the desk, and by mail if that is set.",
        )
    try:
        who = standing_in_slack(slack_of(config.slack))
    except PermissionError as error:
        return Finding("fails", "slack", f"{error}. Look at slack.token.")
    except ConnectionError as error:
        return Finding("fails", "slack", f"{error}. Look at slack.api_url and at the network.")
    return Finding(
        "ok", "slack", f"{who} writes to {config.slack.channel}, if it was invited there"
    )


def _texts(config: Config) -> Finding:
    """Check the account at the SMS provider; no SMS is sent."""
    texts = config.texts
    if not texts.provider:
        return Finding(
            "note", "texts", "no provider is set: texts are kept, and can be read on the desk."
        )
    where = f"{texts.provider} at {texts.api_url}"
    try:
        status = twilio_status(twilio_of(texts))
    except OSError as error:
        return Finding(
            "fails", "texts", f"{where} cannot be used: {error}. Look at the texts settings."
        )
    if status == "trial":
        return Finding(
            "note", "texts", f"{where} answers; a trial account reaches only numbers shown to it."
        )
    if status != "active":
        return Finding(
            "fails", "texts", f"{where} says that the account is {status}. Ask the provider why."
        )
    return Finding("ok", "texts", f"{where} answers; texts leave as {texts.sender}")


def _inbound_mail(config: Config) -> Finding:
    mail = config.mail
    if not mail.domain:
        return Finding(
            "note", "mail lane", "off: set mail.domain to let people sign up by replying."
        )
    missing = [
        file for file in (mail.certificate, mail.key) if file and not os.access(file, os.R_OK)
    ]
    if missing:
        return Finding("fails", "mail lane", f"{', '.join(missing)} cannot be read by this user.")
    return _port("mail lane", mail.host, mail.port)


def _mail_store(config: Config, folder: Path) -> Finding:
    """Check the room for mails that came in."""
    used, most = used_bytes(folder / FILES), config.mail.quota_mb
    words = f"{_amount(used)} of {most:,} MB used for mail that came in"
    if is_full(used, most * MB):
        return Finding(
            "fails",
            "mail store",
            f"{words}. Senders are asked to try again later. "
            "Raise mail.quota_mb, or lower mail.keep_days.",
        )
    if used > FULL_SOON * most * MB:
        return Finding(
            "note", "mail store", f"{words}. Raise mail.quota_mb, or lower mail.keep_days."
        )
    return Finding("ok", "mail store", words)


def _amount(used: int) -> str:
    """Return a number of MB, or of kB if it is small."""
    if 0 < used < MB:
        return f"{-(-used // KB):,} kB"
    return f"{used / MB:,.1f}".removesuffix(".0")


def _model(config: Config) -> Finding:
    """Check that the language model answers; it gets nothing to read and writes nothing."""
    model = model_from_setting(config.model, config.model_key)
    if model is None:
        return Finding(
            "note", "model", "none is set: mails are read and summaries written by plain rules."
        )
    try:
        return Finding(
            "ok",
            "model",
            f"{model.standing()} answers; it proposes and summarises, and decides nothing",
        )
    except ModelUnavailable as down:
        words = (
            f"{config.model} cannot be used: {down.reason}. Plain rules do its work. "
            "Look at model and model_key."
        )
        return Finding("fails", "model", words)


def _port(about: str, host: str, port: int) -> Finding:
    """Check that a port is free or in use; most often the Fullhouse to be checked uses it."""
    where = f"{host}:{port}"
    try:
        with socket.create_connection((host, port), timeout=1):
            return Finding("ok", about, f"{where} is in use; fine if it is by this Fullhouse")
    except OSError:
        pass
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with closing(socket.socket(family)) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    except OSError as error:
        return Finding("fails", about, f"{where} cannot be used: {error.strerror}. Choose another.")
    return Finding("ok", about, f"{where} is free")


def _address(config: Config) -> Finding:
    """Check the address used in every link that is sent."""
    parts = urlsplit(config.url)
    if not config.url:
        words = "not set: fine on this machine alone."
        if config.smtp.host:
            words = "links in mails lead to this machine only. Set url to where people find it."
        return Finding("note", "address", words)
    if not parts.hostname or parts.query or parts.fragment:
        return Finding(
            "fails",
            "address",
            f"{config.url} is no address of a site. One reads like https://party.example.",
        )
    if parts.scheme != "https" and parts.hostname not in HERE:
        return Finding(
            "note",
            "address",
            f"{config.url} is not encrypted: anyone on the way can read links. Use https.",
        )
    return Finding("ok", "address", config.url)
