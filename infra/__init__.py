"""The AWS stacks as code: a registry, CloudFormation made from it, and commands to deploy it."""
