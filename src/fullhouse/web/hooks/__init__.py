"""Webhooks of booking tools, text carriers, Slack and Google Calendar."""
