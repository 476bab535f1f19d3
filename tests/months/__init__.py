"""Three simulated months of a hub, whose truth was planted."""
