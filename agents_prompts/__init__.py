"""One page a judged role: what good looks like, what to cite, and what it is never given (SPEC 5)."""
