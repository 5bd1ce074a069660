"""What is kept elsewhere, brought in step with the house: the sheet, the two documents, the calendar."""
