"""Slack: what staff are told there, and what they answer with its buttons."""
