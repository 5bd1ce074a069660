"""Google Sheets: the cells of a tab, and several changes in one atomic request."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.client import GoogleClient

TABS = "sheets(properties(sheetId,title,hidden,gridProperties(rowCount,columnCount)))"
CELLS = "sheets(data(rowData(values(effectiveValue,effectiveFormat(numberFormat(type))))))"
VALUES = {"stringValue", "numberValue", "boolValue"}

Value = str | int | float | bool | None


class Tab(msgspec.Struct, frozen=True):
    """One tab of a spreadsheet, and its size."""

    sheet_id: int
    title: str
    rows: int
    columns: int


class GridCell(msgspec.Struct, frozen=True):
    """A cell's value, and the type of its number format: DATE, TIME, DATE_TIME and others."""

    value: Value = None
    format: str = ""


def find_tab(client: GoogleClient, spreadsheet_id: str, title: str = "") -> Tab:
    """Find a tab by its title; without one, the first visible tab."""
    found = client.read(_url(client, spreadsheet_id), {"fields": TABS})
    tabs = [sheet["properties"] for sheet in found.get("sheets", ())]
    for tab in tabs:
        if tab.get("title") == title or (not title and not tab.get("hidden")):
            return _tab(tab)
    titles = ", ".join(str(tab.get("title")) for tab in tabs)
    raise GoogleDown(f"There is no tab “{title}” in this spreadsheet. There are: {titles}.")


def _tab(given: Mapping[str, Any]) -> Tab:
    grid = given.get("gridProperties", {})
    return Tab(
        given.get("sheetId", 0), given["title"], grid.get("rowCount", 0), grid.get("columnCount", 0)
    )


def read_cells(client: GoogleClient, spreadsheet_id: str, tab: Tab) -> list[list[GridCell]]:
    """Read all cells of a tab in one answer, numbers as they are stored."""
    escaped = tab.title.replace("'", "''")
    found = client.read(_url(client, spreadsheet_id), {"ranges": f"'{escaped}'", "fields": CELLS})
    data: list[Any] = []
    for sheet in found.get("sheets", ()):
        data += sheet.get("data", ())
    rows = data[0].get("rowData", ()) if data else ()
    return [list(map(_cell, row.get("values", ()))) for row in rows]


def _cell(given: Mapping[str, Any]) -> GridCell:
    value = given.get("effectiveValue", {})
    held = next((value[kind] for kind in value if kind in VALUES), None)
    return GridCell(held, given.get("effectiveFormat", {}).get("numberFormat", {}).get("type", ""))


def change(
    client: GoogleClient, spreadsheet_id: str, requests: Sequence[Mapping[str, object]]
) -> None:
    """Apply several changes: all of them, or none if one fails."""
    client.write(f"{_url(client, spreadsheet_id)}:batchUpdate", {"requests": list(requests)})


def grown(tab: Tab, dimension: str, length: int) -> dict[str, object]:
    """Build the request for more rows or columns at a tab's end."""
    return {"appendDimension": {"sheetId": tab.sheet_id, "dimension": dimension, "length": length}}


def cells_set(tab: Tab, row: int, column: int, values: Sequence[Value]) -> dict[str, object]:
    """Build the request for values side by side, counted from 0.

    Text stays text, even if it looks like a formula; formats are kept.
    """
    start = {"sheetId": tab.sheet_id, "rowIndex": row, "columnIndex": column}
    cells = [_entered(value) for value in values]
    return {
        "updateCells": {"rows": [{"values": cells}], "fields": "userEnteredValue", "start": start}
    }


def _entered(value: Value) -> dict[str, object]:
    if value is None or value == "":
        return {}
    if isinstance(value, bool):
        return {"userEnteredValue": {"boolValue": value}}
    kind = "stringValue" if isinstance(value, str) else "numberValue"
    return {"userEnteredValue": {kind: value}}


def row_removed(tab: Tab, row: int) -> dict[str, object]:
    """Build the request to remove a row, counted from 0."""
    reach = {"sheetId": tab.sheet_id, "dimension": "ROWS", "startIndex": row, "endIndex": row + 1}
    return {"deleteDimension": {"range": reach}}


def _url(client: GoogleClient, spreadsheet_id: str) -> str:
    return f"{client.where.sheets}/v4/spreadsheets/{quote(spreadsheet_id, safe='')}"
