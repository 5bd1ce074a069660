"""One thin handler per Lambda function, between the AWS event and the engine or the pages."""
