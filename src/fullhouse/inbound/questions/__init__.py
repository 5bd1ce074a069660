"""A question at the desk: which typed query it means. The answers are in `web/desk`."""
