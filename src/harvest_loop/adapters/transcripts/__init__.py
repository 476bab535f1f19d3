"""The doors to what coding agents leave behind: one file an agent, one type of event behind them all (SPEC 3.3)."""
