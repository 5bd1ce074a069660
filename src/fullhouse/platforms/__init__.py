"""The places Fullhouse runs on."""
