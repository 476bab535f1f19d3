"""What a person types, one command a file; loaded only when typed."""
