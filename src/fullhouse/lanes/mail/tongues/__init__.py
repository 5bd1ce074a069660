"""What guests say when they come, cancel, or want no more mail: one file of data for each language of our mails."""
