"""What runs after what; each flow reads like SPEC 4."""
