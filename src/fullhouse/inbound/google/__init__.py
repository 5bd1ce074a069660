"""Google's Sheets, Drive and Calendar as far as they are used here: a service account and plain HTTP."""
