"""Consent as an expiring lease: what a class, a grant and a lease are, and when one holds (SPEC 8.2 to 8.4)."""
