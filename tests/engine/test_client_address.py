"""Client addresses: what clients are counted by, and which ones are trusted."""

from fullhouse.engine.client_address import UNKNOWN, client_key, is_in


def test_an_ipv6_client_is_its_network() -> None:
    assert client_key("2001:db8::1") == client_key("2001:db8::ffff:1") == "2001:db8::/64"
    assert client_key("2001:db8:0:1::1") != client_key("2001:db8::1")
    assert client_key("::ffff:192.0.2.1") == client_key("192.0.2.1") == "192.0.2.1"
    assert client_key("fe80::1%eth0") == "fe80::/64"


def test_what_is_no_address_is_one_client() -> None:
    assert client_key("") == client_key("unknown1") == client_key("x" * 200) == UNKNOWN


def test_trusted_networks_are_read_from_the_setting() -> None:
    trusts = is_in(" 10.0.0.0/8 ,::1")
    assert trusts("10.9.9.9")
    assert trusts("::1")
    assert trusts("::ffff:10.0.0.1")
    assert not trusts("192.0.2.1")
    assert not trusts("")
