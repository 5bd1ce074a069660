"""Fullhouse serverless on AWS: the same engine and pages on DynamoDB, EventBridge Scheduler, SES and S3."""
