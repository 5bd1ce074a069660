"""The guest list: a cap that cannot oversell, a waitlist, reminders."""
