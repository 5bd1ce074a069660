"""A workbook as staff make one: styles, widths, a formula, a second sheet, a comment, a chart."""

import io
from datetime import date, datetime
from typing import Any

import openpyxl  # type: ignore[import-untyped]
from openpyxl.chart import BarChart, Reference  # type: ignore[import-untyped]
from openpyxl.comments import Comment  # type: ignore[import-untyped]
from openpyxl.styles import Font, PatternFill  # type: ignore[import-untyped]
from openpyxl.worksheet.table import Table as ExcelTable  # type: ignore[import-untyped]

HEAD = ["Name", "Phone", "Party", "Earliest", "Priority", "Joined"]
ANNA = ["Anna Schmidt", "+49 170 1234567", 2, date(2026, 6, 1), True, datetime(2026, 5, 1, 10, 30)]
BEN = ["Ben Öz", "+49 170 7654321", 1, date(2026, 6, 5), None, datetime(2026, 5, 2, 9, 0)]
CLEO = ["Cleo <c> & Co", "030 123", 4, date(2026, 7, 1), None, datetime(2026, 5, 3, 9, 0)]


def plain(*rows: list[Any]) -> Any:
    book = openpyxl.Workbook()
    for row in rows or (HEAD, ANNA, BEN, CLEO):
        book.active.append(row)
    return book


def rich() -> Any:
    book = plain()
    sheet = book.active
    sheet.title = "Waitlist"
    sheet.column_dimensions["A"].width = 33
    sheet.row_dimensions[4].height = 40
    sheet["A1"].font = Font(bold=True)
    for cell in sheet[4]:
        cell.fill = PatternFill("solid", fgColor="FFDDEE")
    sheet.freeze_panes = "A2"
    other = book.create_sheet("Notes")
    other["A1"] = "=SUM(Waitlist!C2:C4)"
    other["B2"] = "keep me"
    other["B2"].comment = Comment("by Jess", "Jess")
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=4))
    other.add_chart(chart, "D5")
    return book


def with_table() -> Any:
    book = plain()
    book.active.add_table(ExcelTable(displayName="People", ref="A1:F4"))
    return book


def saved(book: Any) -> bytes:
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def opened(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data))
