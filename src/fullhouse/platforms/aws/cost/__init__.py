"""Monthly cost on AWS: measured usage and list prices."""
