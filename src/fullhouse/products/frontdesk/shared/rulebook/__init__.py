"""The rules document of a business as values: model, parser, formatter."""
