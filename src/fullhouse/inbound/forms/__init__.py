"""Form and JSON bodies read into commands, their schemas, phone numbers and timestamps."""
