"""Language models that propose fields or write a paragraph. They are optional, decide nothing."""
