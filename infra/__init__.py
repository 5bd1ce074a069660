"""The AWS stacks as code: one registry, plain CloudFormation made from it, and the commands that put it in place."""
