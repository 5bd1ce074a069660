"""Settings from the environment and one file, all optional, each mistake named."""

from pathlib import Path

import pytest

from fullhouse.platforms.local.config import BadConfig, Config, Smtp, post_of, read_config, strange_names


def test_which_proxies_are_believed_is_read_with_their_networks(tmp_path: Path) -> None:
    for given in ("10.0.0.0/8, 127.0.0.1", "::1", ""):
        assert read_config(tmp_path, {"FULLHOUSE_PROXIES": given}).proxies == given
    for wrong in ("proxy.example", "10.0.0.1/8", "10.0.0.0/99"):
        with pytest.raises(BadConfig, match="proxies must be addresses"):
            read_config(tmp_path, {"FULLHOUSE_PROXIES": wrong})


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    assert read_config(tmp_path, {}) == Config()
    assert not post_of(Config()).carries


def test_the_environment_lies_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "fullhouse.toml").write_text(
        'port = 9000\ntoken = "file"\n[smtp]\nhost = "mail"\nsender = "a@b.example"\n'
    )
    config = read_config(tmp_path, {"FULLHOUSE_TOKEN": "shell", "FULLHOUSE_SMTP_PORT": "2525", "FULLHOUSE_DATA": "x"})
    assert config == Config(port=9000, token="shell", smtp=Smtp(host="mail", port=2525, sender="a@b.example"))
    assert post_of(config).carries == {"mail"}


TEXTS = {"FULLHOUSE_TEXTS_ACCOUNT": "AC1", "FULLHOUSE_TEXTS_TOKEN": "t", "FULLHOUSE_TEXTS_SENDER": "+15005550006"}
TWILIO = {**TEXTS, "FULLHOUSE_TEXTS_PROVIDER": "twilio"}
SMTP = {"FULLHOUSE_SMTP_HOST": "mail", "FULLHOUSE_SMTP_SENDER": "a@b.example"}
STAFF = {"FULLHOUSE_STAFF_MAIL": "desk@b.example"}


@pytest.mark.parametrize(
    ("given", "channels"),
    [
        (TWILIO, {"text"}),
        (SMTP, {"mail"}),
        (STAFF, set()),
        ({**SMTP, **STAFF}, {"mail", "staff"}),
        ({**SMTP, **STAFF, **TWILIO}, {"mail", "staff", "text"}),
    ],
)
def test_each_channel_has_the_carrier_that_is_set_for_it(
    tmp_path: Path, given: dict[str, str], channels: set[str]
) -> None:
    assert post_of(read_config(tmp_path, given)).carries == channels


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"FULLHOUSE_TEXTS_PROVIDER": "pigeon"}, "provider"),
        ({"FULLHOUSE_TEXTS_PROVIDER": "twilio"}, "texts.account is missing"),
        ({**TWILIO, "FULLHOUSE_TEXTS_TOKEN": ""}, "texts.token is missing"),
        (TEXTS, "texts.provider is missing"),
        ({**TWILIO, "FULLHOUSE_TEXTS_ACCOUNT": "me"}, "texts.account must"),
        ({**TWILIO, "FULLHOUSE_TEXTS_SENDER": "A very long name"}, "texts.sender must"),
        ({**TWILIO, "FULLHOUSE_TEXTS_API_URL": "http://twilio.example"}, "texts.api_url must"),
        ({"FULLHOUSE_STAFF_MAIL": "the desk"}, "staff_mail"),
    ],
)
def test_a_provider_that_cannot_work_is_named(tmp_path: Path, given: dict[str, str], named: str) -> None:
    with pytest.raises(BadConfig, match=named):
        read_config(tmp_path, given)


def test_another_file_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text('owner = "me@example.org"')
    assert read_config(tmp_path, {"FULLHOUSE_CONFIG": str(file)}).owner == "me@example.org"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("port = 'many'", "port"),
        ("port = 70000", "port"),
        ("colour = 'red'", "colour"),
        ("url = 'fullhouse.example'", "url"),
        ("[smtp]\nhost = 'mail'", "smtp.sender"),
        ("[smtp]\ntls = 'perhaps'", "smtp.tls"),
        ("port = ", "TOML"),
        ("smtp = 3", "smtp"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / "fullhouse.toml").write_text(text)
    with pytest.raises(BadConfig, match=named):
        read_config(tmp_path, {})


def test_a_file_that_is_named_must_be_there_and_readable(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="There is no file"):
        read_config(tmp_path, {"FULLHOUSE_CONFIG": str(tmp_path / "none.toml")})
    with pytest.raises(BadConfig, match="cannot be read"):
        read_config(tmp_path, {"FULLHOUSE_CONFIG": str(tmp_path)})


def test_a_variable_that_is_no_setting_is_noticed() -> None:
    given = {
        "FULLHOUSE_PROT": "1",
        "FULLHOUSE_SMTP_HOTS": "x",
        "FULLHOUSE_PORT": "1",
        "FULLHOUSE_DATA": "x",
        "PATH": "",
    }
    assert strange_names(given) == ["FULLHOUSE_PROT", "FULLHOUSE_SMTP_HOTS"]
