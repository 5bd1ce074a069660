"""What a sheet says of people: the text of the cells that every list of people has."""

from fullhouse.lanes.syncing.headings import Columns


def in_groups(phone: str) -> str:
    """Write a number in groups: every spreadsheet takes that for text, and people can read it aloud."""
    from phonenumbers import NumberParseException, PhoneNumberFormat, format_number, parse

    try:
        return format_number(parse(phone), PhoneNumberFormat.INTERNATIONAL) if phone else ""
    except NumberParseException:
        return phone


def name_cells(name: str, columns: Columns) -> dict[str, str]:
    """Write a name into its column, or into two."""
    if columns.has("name") or not columns.has_names:
        return {columns.title("name"): name}
    first, _, last = name.rpartition(" ")
    halves = {"first": first, "last": last} if columns.has("first") and columns.has("last") else {}
    alone = {field: name for field in ("first", "last") if columns.has(field)}
    return {columns.title(field): text for field, text in (halves or alone).items()}
