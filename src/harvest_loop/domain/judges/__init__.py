"""The offline judges: deterministic, from evidence, without network or key."""
