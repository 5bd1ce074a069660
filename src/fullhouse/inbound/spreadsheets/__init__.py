"""Sheets that staff edit: files and Google Sheets as plain tables, edited in place."""
