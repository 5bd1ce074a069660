"""Mail on AWS: SES out and in, outbox, feedback."""
