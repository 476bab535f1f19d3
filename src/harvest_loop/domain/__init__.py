"""Rules and judgements: pure functions over typed values."""
