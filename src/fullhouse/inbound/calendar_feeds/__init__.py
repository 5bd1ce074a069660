"""Calendars as times: iCalendar feeds and Google Calendar, read with limits."""
