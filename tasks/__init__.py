"""One step a file: fetch facts, let the domain decide, write the outcome."""
