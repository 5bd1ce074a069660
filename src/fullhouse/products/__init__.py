"""The products: pure rules, one package each."""
