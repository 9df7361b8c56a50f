"""What `make bench` measures: one module a bench, each a function `measure` that gives results."""
