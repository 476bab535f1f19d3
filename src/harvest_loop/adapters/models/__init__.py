"""The doors to models: each back end in a file of its own, loaded only when a role is judged by it (SPEC 5)."""
