"""Client addresses: what clients are counted by, and which ones are trusted."""

from fullhouse.engine.client_address import UNKNOWN, client_key, counted_as, is_in


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


def test_a_translated_or_tunnelled_client_is_the_address_inside() -> None:
    assert client_key("64:ff9b::192.0.2.1") == client_key("2002:c000:201::7") == "192.0.2.1"
    assert client_key("2001:0:4136:e378:8000:63bf:3fff:fdd2") == "192.0.2.45"
    assert client_key("2001:0:cb00:7107:1234:4567:3fff:fdd2") == "192.0.2.45"
    assert client_key("2001:1::1") == "2001:1::/64"
    assert client_key("64:ff9b:1::192.0.2.1") == "64:ff9b:1::/64"


def test_an_address_inside_another_is_never_trusted() -> None:
    trusts = is_in("127.0.0.1,10.0.0.0/8")
    assert not trusts("2002:7f00:1::1")
    assert not trusts("64:ff9b::10.0.0.1")
    assert not trusts("2001:0:4136:e378:8000:63bf:f5ff:fffe")


def test_an_ipv6_client_counts_in_the_networks_around_it() -> None:
    assert counted_as("2001:db8:0:1ff::1") == (
        ("2001:db8:0:1ff::/64", 1),
        ("2001:db8:0:100::/56", 4),
        ("2001:db8::/48", 16),
    )
    assert counted_as("192.0.2.1") == (("192.0.2.1", 1),)
    assert counted_as("") == ((UNKNOWN, 1),)
