"""Export and erasure of one person's data across both contexts."""
