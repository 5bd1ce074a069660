"""Store on DynamoDB: items, commit plans, transactions and reads."""
