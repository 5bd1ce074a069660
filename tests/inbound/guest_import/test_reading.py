"""A list becomes rows in any order, heading, separator and encoding; errors name their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.reader import read, split_mailbox
from fullhouse.inbound.guest_import.row import BadRow, GuestRow, clean_row
from tests.inbound.guest_import.books import book

ANNA, BEN = (
    GuestRow(2, "Anna Schmidt", "anna@example.org"),
    GuestRow(3, "Ben Öz", "ben@example.org"),
)


def rows(data: bytes | str) -> list[GuestRow | BadRow]:
    return list(read(data.encode() if isinstance(data, str) else data).rows)


def people(data: bytes | str) -> list[tuple[str, str, int]]:
    return [(row.name, row.email, row.party) for row in rows(data) if isinstance(row, GuestRow)]


def wrong(data: bytes | str) -> list[tuple[int, str]]:
    return [(row.line, row.problems[0].code) for row in rows(data) if isinstance(row, BadRow)]


def refusal(data: bytes | str) -> str:
    with pytest.raises(Invalid) as caught:
        rows(data)
    return caught.value.problems[0].code


@pytest.mark.parametrize(
    "text",
    [
        "name,email\nAnna Schmidt,anna@example.org\nBen Öz,ben@example.org",
        "E-Mail;Name\nanna@example.org;Anna Schmidt\nben@example.org;Ben Öz\n",
        (
            "Vorname\tNachname\tE-Mail-Adresse\nAnna\tSchmidt\tanna@example.org\n"
            "Ben\tÖz\tben@example.org"
        ),
        "Name;Vorname;Mail\nSchmidt;Anna;anna@example.org\nÖz;Ben;ben@example.org",
        "Prénom,Nom,Courriel\nAnna,Schmidt,anna@example.org\nBen,Öz,ben@example.org",
        "Nom complet|Adresse électronique\nAnna Schmidt|anna@example.org\nBen Öz|ben@example.org",
        (
            "Correo electrónico,Nombre,Apellidos\nanna@example.org,Anna,Schmidt\n"
            "ben@example.org,Ben,Öz"
        ),
        (
            "#,Name,First name,Last name,Your email\n1,A,Anna,Schmidt,anna@example.org\n"
            "2,B,Ben,Öz,ben@example.org,,"
        ),
        '"NAME", "EMAIL"\r\n"Anna Schmidt", "anna@example.org"\r\n"Ben Öz", "ben@example.org"\r\n',
        "name,email\rAnna Schmidt,anna@example.org\rBen Öz,ben@example.org",
        'Name,Email\n  Anna  Schmidt ,mailto:anna@example.org\nBen Öz,"ben@example.org"',
    ],
)
def test_columns_are_found_by_their_headings_in_any_order_and_language(text: str) -> None:
    assert rows(text) == [ANNA, BEN]


@pytest.mark.parametrize(
    "text",
    [
        "Anna Schmidt,anna@example.org\nBen Öz,ben@example.org",
        "anna@example.org\tAnna Schmidt\nben@example.org\tBen Öz",
        "Anna;Schmidt;anna@example.org\nBen;Öz;ben@example.org",
        "1;Anna Schmidt;Berlin;anna@example.org\n2;Ben Öz;Rome;ben@example.org",
        "Anna Schmidt <anna@example.org>\nBen Öz <ben@example.org>",
        '"Anna Schmidt" <anna@example.org>, Ben Öz <ben@example.org>;',
        "Anna Schmidt anna@example.org\nBen Öz ben@example.org",
        "Anna Schmidt;<anna@example.org>\nBen Öz;<ben@example.org>",
    ],
)
def test_without_headings_columns_are_found_by_what_stands_in_them(text: str) -> None:
    assert [person[:2] for person in people(text)] == [
        (ANNA.name, ANNA.email),
        (BEN.name, BEN.email),
    ]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_common_encoding_is_read(encoding: str, separator: str) -> None:
    text = "Name,E-Mail,Plätze\nBen Öz,ben@example.org,2\nZoë Æbelø,zoe@example.org,1\n".replace(
        ",", separator
    )
    assert people(text.encode(encoding)) == [
        ("Ben Öz", "ben@example.org", 2),
        ("Zoë Æbelø", "zoe@example.org", 1),
    ]


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("name,email,party\nAnna,anna@example.org,3", 3),
        ("name,email,Personen\nAnna,anna@example.org,", 1),
        ("name,email,plus ones\nAnna,anna@example.org,2", 3),
        ("nom,courriel,accompagnants\nAnna,anna@example.org,0", 1),
        ("name,email,+1\nAnna,anna@example.org,+1", 2),
        ("name,email,seats\nAnna,anna@example.org,2.0", 2),
        ("Anna Lee,anna@example.org,2\nBen Lee,ben@example.org,2", 2),
    ],
)
def test_a_party_is_read_where_there_is_one(text: str, party: int) -> None:
    assert people(text)[0][2] == party


def test_the_numbers_of_the_rows_are_no_parties() -> None:
    assert [
        person[2] for person in people("Anna Lee,anna@example.org,1\nBen Lee,ben@example.org,2")
    ] == [1, 1]


def test_a_family_name_before_a_comma_stays_whole_in_front_of_an_address() -> None:
    assert (
        people("Schmidt, Anna <anna@example.org>\nÖz, Ben <ben@example.org>")[0][0]
        == "Schmidt, Anna"
    )


def test_titles_above_the_headings_and_empty_rows_are_passed_over() -> None:
    text = (
        "Summer party\n\nGuests,,\n\nName,E-Mail,Tel.\n\nAnna Schmidt,anna@example.org,\n,,\n"
        "Ben Öz,ben@example.org,1"
    )
    assert [(row.line, row.name) for row in rows(text) if isinstance(row, GuestRow)] == [
        (7, "Anna Schmidt"),
        (9, "Ben Öz"),
    ]


def test_the_line_that_names_the_separator_is_no_row() -> None:
    assert rows("sep=;\nName;E-Mail\nAnna Schmidt;anna@example.org") == [
        GuestRow(3, "Anna Schmidt", "anna@example.org")
    ]


def test_it_is_said_how_the_list_was_understood() -> None:
    assert read(b"Vorname,Name,Mail\nA,B,c@d.example").said == (
        "Read as: first name from “Vorname”, last name from “Name”, address from “Mail”."
    )
    assert read(b"Anna Lee <a@b.example>").said == "Read as: name and address from column 1."
    for bare in (b"a@b.example\nc@d.example", b"a@b.example\nno address\nc@@d"):
        assert read(bare).said == "Read as: address from column 1."
    assert read(b"Anna Lee,a@b.example,2\nBo Lee,b@b.example,2").said == (
        "Read as: name from column 1, address from column 2, party from column 3."
    )


def test_what_is_wrong_is_said_with_its_line_and_blocks_no_other_row() -> None:
    text = (
        "name,email,party\nAnna,anna@example.org,1\n,b@example.org,1\nCleo,,1\n"
        "Dan,dan at example,1\n"
        "Eve,e@example.org,many\n"
        'Flo,f@example.org,51\n=HYPERLINK("x"),g@example.org,1\n@SUM(A1),h@example.org,1\n'
        '"x\nx",i@example.org,1\n'
        f"{'x' * 121},j@example.org,1\nKim\0,k@example.org,1\nLou,l\0@example.org,1"
    )
    assert wrong(text) == [
        (3, "name_missing"),
        (4, "email_missing"),
        (5, "bad_email"),
        (6, "bad_party"),
        (7, "bad_party"),
        (8, "formula"),
        (9, "formula"),
        (12, "name_too_long"),
        (14, "bad_email"),
    ]
    assert [name for name, _, _ in people(text)] == ["Anna", "x x", "Kim"]


def test_all_that_is_wrong_with_a_row_is_said_at_once_and_in_the_hosts_words() -> None:
    row = rows("name,email,party\nAnna,a@example.org,1\n,nowhere,0")[1]
    assert isinstance(row, BadRow)
    assert [problem.message for problem in row.problems] == [
        "There is no name in this row.",
        "That doesn't look like an email address. It should look like anna@example.org.",
        "The party must be a whole number from 1 to 50.",
    ]
    assert row.text == "nowhere · 0"


def test_what_is_shown_of_a_bad_row_is_one_short_line() -> None:
    row = rows(f"name,email\nAnna,a@example.org\n\x1b[31m{'y' * 500},x")[1]
    assert isinstance(row, BadRow)
    assert len(row.text) == 80
    assert row.text.isprintable()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"once upon a time\nthere was a list", "no_addresses"),
        (b"x" * (2 * 1024 * 1024 + 1), "too_large"),
        (b"%PDF-1.7 ...", "not_a_list"),
        (b"\x89PNG\r\n\x1a\n", "not_a_list"),
        (bytes(range(256)) * 20, "not_a_list"),
        (b"\0" * 5000, "not_a_list"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "bad_sheet"),
        (b"name,email" + b",and more" * 10_000 + b"\nAnna,anna@example.org", "too_many_columns"),
        (b"name,email\n" + b"x," * 10_000 + b"a@example.org", "too_many_columns"),
        (
            b"name,email\n" + b'"Anna,anna@example.org\n' + b"Ben,ben@example.org\n" * 30,
            "open_quote",
        ),
        (b'name,email\n"' + b"x" * 200_000, "open_quote"),
        (b"name,email\nAnna," + b"x" * 131_073, "cell_too_long"),
        (b'name,email\nAnna,"' + b"x" * 131_073 + b'"', "cell_too_long"),
        (b"name,email\n" + b"Anna,anna@example.org\n" * 10_001, "too_many_rows"),
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_ten_thousand_rows_are_taken() -> None:
    assert len(rows(b"name,email\n" + b"Anna,anna@example.org\n" * 10_000)) == 10_000


@pytest.mark.parametrize(
    ("cell", "parted"),
    [
        ("Anna <anna@x.example>", ("Anna", "anna@x.example")),
        ('"Schmidt, Anna" <anna@x.example>', ("Schmidt, Anna", "anna@x.example")),
        ("<anna@x.example>", ("", "anna@x.example")),
        ("anna@x.example;", ("", "anna@x.example")),
        ("Anna Maria anna@x.example", ("Anna Maria", "anna@x.example")),
        ("no address at all", ("", "no address at all")),
        ("broken <anna@x.example", ("broken", "anna@x.example")),
    ],
)
def test_a_name_is_parted_from_its_address(cell: str, parted: tuple[str, str]) -> None:
    assert split_mailbox(cell) == parted


def test_a_row_is_cleaned_like_what_guests_type() -> None:
    row = clean_row(7, " Ada \u202e Lovelace\n", "ADA@Example.ORG", None)
    assert row == GuestRow(7, "Ada Lovelace", "ada@example.org", 1)


cell = st.text(max_size=20) | st.sampled_from(
    ["Anna", "anna@example.org", "3", "=1", '"', "A <a@b.example>", "Name"]
)
table = st.lists(st.lists(cell, max_size=5), max_size=8)


@given(table, st.sampled_from(",;\t|"), st.sampled_from(["utf-8", "utf-16", "utf-16-le"]))
def test_whatever_comes_as_text_is_read_or_refused(
    lines: list[list[str]], separator: str, encoding: str
) -> None:
    data = "\n".join(separator.join(line) for line in lines).encode(encoding, "replace")
    try:
        assert all(row.line for row in rows(data))
    except Invalid as unfit:
        assert unfit.problems[0].message  # noqa: PT017 - either of the two may come


@given(st.binary(max_size=400), st.integers(0, 900))
def test_whatever_comes_as_bytes_is_read_or_refused(noise: bytes, at: int) -> None:
    whole = book(["Name", "Email"], ["Anna", "anna@example.org"])
    for data in (noise, whole[:at] + noise + whole[at:]):
        try:
            rows(data)
        except Invalid as unfit:
            assert unfit.problems[0].message  # noqa: PT017 - either of the two may come


def test_a_list_of_bare_addresses_is_read() -> None:
    text = "anna@example.org\n\nben@example.org\n"
    assert people(text) == [("", "anna@example.org", 1), ("", "ben@example.org", 1)]
    assert read(text.encode()).said == "Read as: address from column 1."


def test_bare_addresses_may_stand_below_a_heading_or_beside_a_party() -> None:
    headed = "E-Mail\nanna@example.org"
    assert people(headed) == [("", "anna@example.org", 1)]
    assert read(headed.encode()).said == "Read as: address from “E-Mail”."
    assert people("anna@example.org,2\nben@example.org,2")[0] == ("", "anna@example.org", 2)


def test_what_is_no_address_on_a_bare_list_is_named() -> None:
    assert wrong("anna@example.org\nben@example.org\nnobody") == [(3, "bad_email")]


def test_a_name_is_missing_only_where_names_have_a_column() -> None:
    text = "name,email\nAnna,anna@example.org\n,ben@example.org"
    assert wrong(text) == [(3, "name_missing")]


def test_columns_that_are_not_used_are_named() -> None:
    text = "Name,Email,Phone,,Diet,Empty\nAnna,anna@example.org,123,x,vegan,"
    assert read(text.encode()).said == (
        "Read as: name from “Name”, address from “Email”. Ignored: “Phone”, column 4, “Diet”."
    )
    assert read(b"Anna Lee,anna@example.org,2,red").said.endswith(" Ignored: column 4.")


def test_of_many_unused_columns_only_the_first_are_named() -> None:
    titles = [f"c{number}" for number in range(12)]
    text = ",".join(["Email", *titles]) + "\nanna@example.org" + ",x" * 12
    said = read(text.encode()).said
    assert said.endswith("“c7”, 4 more.")
