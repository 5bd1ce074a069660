"""A spreadsheet, documents and a calendar in memory, changed as Google's APIs change theirs."""

from copy import deepcopy
from typing import Any

import msgspec

JSON = dict[str, Any]


class Refused(Exception):
    """Google answers with an error."""

    def __init__(self, status: int, message: str, reason: str = "badRequest") -> None:
        super().__init__(message)
        self.status, self.message, self.reason = status, message, reason


class Cell(msgspec.Struct):
    value: str | int | float | bool | None = None
    format: str = ""
    bold: bool = False


class Tab(msgspec.Struct):
    sheet_id: int
    title: str
    cells: list[list[Cell]]
    hidden: bool = False
    frozen: int = 1

    @property
    def columns(self) -> int:
        return len(self.cells[0])


def tab(
    title: str,
    *rows: list[Any],
    sheet_id: int = 0,
    size: tuple[int, int] = (20, 8),
    hidden: bool = False,
) -> Tab:
    """Make a tab. A pair in a row is a number and its format."""
    cells = [[Cell() for _ in range(size[1])] for _ in range(size[0])]
    for at, row in enumerate(rows):
        for place, value in enumerate(row):
            cells[at][place] = Cell(*value) if isinstance(value, tuple) else Cell(value)
    return Tab(sheet_id, title, cells, hidden)


class Spreadsheet:
    """Tabs, and a version that grows with every change."""

    def __init__(self, *tabs: Tab) -> None:
        self.tabs = list(tabs)
        self.version = 7
        self.trashed = False

    def by_id(self, sheet_id: int) -> Tab:
        found = next((each for each in self.tabs if each.sheet_id == sheet_id), None)
        if found is None:
            raise Refused(400, f"No grid with id: {sheet_id}")
        return found

    def set(self, place: str, value: str | float | None, tab: int = 0) -> None:
        """Let staff type something."""
        self.tabs[tab].cells[int(place[1:]) - 1][ord(place[0]) - ord("A")].value = value
        self.version += 1

    def shown(self, ranges: list[str]) -> JSON:
        """Answer `spreadsheets.get`."""
        wanted = [each.strip("'").replace("''", "'") for each in ranges]
        for title in wanted:
            if title not in [each.title for each in self.tabs]:
                raise Refused(400, f"Unable to parse range: {title}")
        return {
            "sheets": [_sheet(each) for each in self.tabs if not wanted or each.title in wanted]
        }

    def change(self, requests: list[JSON]) -> JSON:
        """Answer `spreadsheets.batchUpdate`: all of it, or nothing."""
        before = deepcopy(self.tabs)
        try:
            for request in requests:
                ((kind, given),) = request.items()
                getattr(self, f"_{kind}")(given)
        except Refused:
            self.tabs = before
            raise
        self.version += 1
        return {"replies": [{} for _ in requests]}

    def _appendDimension(self, given: JSON) -> None:  # noqa: N802 - as Google names it
        found = self.by_id(given["sheetId"])
        if given["dimension"] == "ROWS":
            found.cells += [[Cell() for _ in range(found.columns)] for _ in range(given["length"])]
        else:
            for row in found.cells:
                row += [Cell() for _ in range(given["length"])]

    def _updateCells(self, given: JSON) -> None:  # noqa: N802 - as Google names it
        start = given["start"]
        found = self.by_id(start["sheetId"])
        if given["fields"] != "userEnteredValue":
            raise Refused(400, "only values are expected to be set")
        for down, row in enumerate(given["rows"]):
            for right, cell in enumerate(row["values"]):
                at, place = start["rowIndex"] + down, start["columnIndex"] + right
                if at >= len(found.cells) or place >= found.columns:
                    raise Refused(400, "The start is beyond the grid")
                entered = cell.get("userEnteredValue", {})
                found.cells[at][place].value = next(iter(entered.values()), None)

    def _deleteDimension(self, given: JSON) -> None:  # noqa: N802 - as Google names it
        reach = given["range"]
        found = self.by_id(reach["sheetId"])
        del found.cells[reach["startIndex"] : reach["endIndex"]]
        if len(found.cells) <= found.frozen:
            raise Refused(400, "You can't delete all the rows that are not frozen.")


def _sheet(given: Tab) -> JSON:
    grid = {
        "rowCount": len(given.cells),
        "columnCount": given.columns,
        "frozenRowCount": given.frozen,
    }
    properties = {
        "sheetId": given.sheet_id,
        "title": given.title,
        "gridProperties": grid,
        "index": 0,
    }
    rows = [{"values": [_cell(cell) for cell in row]} for row in given.cells]
    return {
        "properties": {**properties, **({"hidden": True} if given.hidden else {})},
        "data": [{"rowData": rows}],
    }


def _cell(cell: Cell) -> JSON:
    made: JSON = {}
    if cell.value is not None and cell.value != "":
        kinds = {bool: "boolValue", str: "stringValue"}
        made["effectiveValue"] = {kinds.get(type(cell.value), "numberValue"): cell.value}
    if cell.format:
        made["effectiveFormat"] = {"numberFormat": {"type": cell.format, "pattern": "dd.mm.yyyy"}}
    return made


class Calendar:
    """Events, each with the number of the change that it was last part of."""

    def __init__(self, zone: str = "Europe/Berlin", page: int = 2) -> None:
        self.zone, self.page = zone, page
        self.events: dict[str, JSON] = {}
        self.changed: dict[str, int] = {}
        self.change = 0
        self.oldest = 0

    def put(self, **event: object) -> None:
        self.change += 1
        self.events[str(event["id"])] = event
        self.changed[str(event["id"])] = self.change

    def forget_tokens(self) -> None:
        self.oldest = self.change + 1

    def listed(self, query: dict[str, str]) -> JSON:
        """Answer `events.list`."""
        clash = {"timeMin", "timeMax", "orderBy", "q", "updatedMin", "iCalUID"} & set(query)
        since = int(query["syncToken"].removeprefix("change-")) if "syncToken" in query else -1
        if since >= 0 and (clash or query.get("showDeleted") == "false"):
            raise Refused(400, f"syncToken does not go with {clash}")
        if 0 <= since < self.oldest:
            raise Refused(
                410, "Sync token is no longer valid, a full sync is required.", "fullSyncRequired"
            )
        found = [event for name, event in self.events.items() if self.changed[name] > since]
        at = int(query.get("pageToken", "0"))
        more = {"nextPageToken": str(at + self.page)} if at + self.page < len(found) else {}
        last = {} if more else {"nextSyncToken": f"change-{self.change}"}
        return {"items": found[at : at + self.page], "timeZone": self.zone, **more, **last}
