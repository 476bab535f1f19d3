"""What runs after what; each flow reads like SPEC 4."""

from harvest_loop.adapters.redacted_logs import redact_logs

redact_logs()  # a run that a worker starts comes in by this door, and the engine stores what it logs
