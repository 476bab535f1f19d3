"""The quench of changed assets: what they promised, what speaks against the change, what they name (SPEC 4.1)."""
