"""One thin handler per Lambda function: it reads what AWS hands in, and gives it to the engine or the pages."""
