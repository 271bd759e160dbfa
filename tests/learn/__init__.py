"""Teaching the network of `rules_dsl/same.py`: `make learn` (an hour on two cores; needs torch, which Herold itself does not)."""
