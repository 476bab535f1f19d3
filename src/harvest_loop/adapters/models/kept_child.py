"""Keeps a program only as long as somebody holds the other end of standard input; run by file, imports none of ours.

Arguments: a descriptor to write the exit status to, a file that becomes the program's input, the command. When the
other end is closed, also by the death of whoever held it, the whole process group is killed.
"""

import os
import signal
import subprocess
import sys
import threading

_NOT_FOUND = 127


def keep(status: int, told: str, command: list[str]) -> None:
    """Start the command in this process's group, tell its status, and end the group when nobody holds on."""
    with open(told, "rb") as source:  # noqa: PTH123 -- pathlib costs more than all the rest
        try:
            child = subprocess.Popen(command, stdin=source)
        except OSError:
            os.write(status, b"%d\n" % _NOT_FOUND)
        else:
            threading.Thread(target=lambda: os.write(status, b"%d\n" % child.wait()), daemon=True).start()
    while os.read(0, 1):
        pass
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
