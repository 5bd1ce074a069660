"""Desk pages of a business: documents, connections, proposals, customers."""
