"""Calendars as sources: .ics feeds and Google Calendar become plain occurrences, one for each time that is meant."""
