"""One machine: SQLite, an alarm loop, SMTP, files."""
