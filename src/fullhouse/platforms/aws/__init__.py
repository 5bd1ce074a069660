"""Fullhouse serverless on AWS, with DynamoDB, EventBridge Scheduler, SES and S3."""
