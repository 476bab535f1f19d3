"""Ask a person in the terminal about a form, before any engine runs: Ctrl-C leaves the form as it waits."""

import sys
from shutil import get_terminal_size

from harvest_loop.adapters.terminal import ask_form, open_terminal
from harvest_loop.commands.progress import tell
from harvest_loop.domain.form_page import write_form
from harvest_loop.schemas.form import Form, FormAnswer


def at_terminal() -> bool:
    """Whether a person can be asked here and now."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(form: Form) -> FormAnswer | None:
    """Return the person's words on the form; None: nobody is here.

    Raises: KeyboardInterrupt as typed; the form goes on waiting.
    """
    with open_terminal() as streams:
        if streams is None:
            return None
        try:
            width = max(40, min(get_terminal_size().columns, 100))
            return ask_form(form, write_form(form, width=width), streams)
        except KeyboardInterrupt:
            tell(f"nothing was answered; `harvest review {form.run}` asks again")
            raise
