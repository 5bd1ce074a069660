"""The web side: pages, links, desk, API and webhooks."""
