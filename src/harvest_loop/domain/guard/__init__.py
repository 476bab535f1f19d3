"""The regression guard: what a session ended of that which validated assets prescribe (SPEC 4.6a)."""
