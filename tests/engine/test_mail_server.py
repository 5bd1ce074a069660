"""The mail server as a page of the desk sees it."""

from fullhouse.engine.mail_server import MailFault, MailServerSettings


def test_a_page_never_holds_the_password() -> None:
    shown = {*MailServerSettings.__struct_fields__, *MailFault.__struct_fields__}
    assert "has_password" in shown
    assert "password" not in shown


def test_nothing_is_set_or_fixed_at_first() -> None:
    settings = MailServerSettings()
    assert (settings.host, settings.has_password, settings.fixed) == ("", False, {})
