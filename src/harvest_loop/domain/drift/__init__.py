"""Is a word of the hub still used as the hub defines it? Rules that see it, pure (SPEC 4.6b)."""
