"""Text out of attachments. Bytes decide the file type; a file that cannot be read has a reason."""
