"""Sync with outside sources: sheets, the two documents, and calendars."""
