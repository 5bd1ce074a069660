"""Text out of what is attached to a mail. What a file is, its bytes say; what cannot be read has a reason for staff."""
