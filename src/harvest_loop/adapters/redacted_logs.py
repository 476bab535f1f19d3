"""Log records without secrets, whichever handler gets them (SPEC 11.4)."""

import logging
from functools import cache

from harvest_loop.adapters.redaction import RedactingFilter


@cache
def redact_logs() -> None:
    """Have every log record of this process redacted as it is made; once is enough."""
    make = logging.getLogRecordFactory()
    redacting = RedactingFilter()

    def make_redacted(*arguments: object, **named: object) -> logging.LogRecord:
        record = make(*arguments, **named)
        redacting.filter(record)
        return record

    logging.setLogRecordFactory(make_redacted)
