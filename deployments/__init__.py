"""What a server is told to run: prefect.yaml, and nothing to import."""
