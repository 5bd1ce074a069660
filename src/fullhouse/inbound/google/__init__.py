"""Clients of Google Sheets, Drive and Calendar: a service account and plain HTTP."""
