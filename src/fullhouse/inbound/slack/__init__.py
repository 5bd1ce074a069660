"""Slack: notes to staff, and their decisions by its buttons."""
