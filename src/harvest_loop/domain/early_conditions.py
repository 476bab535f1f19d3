"""When a session is worth a question in its middle. Standard library only: a host waits at each turn (SPEC 4, 10.4)."""

QUESTION = "Early harvest condition detected. Run mid-session harvest?"

LONG = 2 * 60 * 60  # seconds at work
PAUSE = 30 * 60  # seconds; a longer gap is no work
FAILED_IN_A_ROW = 2
SAME_PATTERN = 3
