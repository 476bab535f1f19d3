"""The only module that opens the engine's database: the bytes of what was deleted there are taken out (SPEC 11-4)."""

import sqlite3
from contextlib import closing

from harvest_loop.adapters.state_folder import prefect_home

_PATIENCE = 10.0  # seconds that a writer or reader may hold it


def forget_deleted(*, patience: float = _PATIENCE) -> bool:
    """Take what was deleted out of the file and of its log; False: others held it all the time.

    A row that is deleted leaves its bytes behind: in the log until that is begun anew, and in the file itself where
    the library doesn't wipe what it frees.
    """
    place = prefect_home() / "prefect.db"
    if not place.is_file():  # the server is another one
        return True
    try:
        with closing(sqlite3.connect(place, timeout=patience, isolation_level=None)) as database:
            ((wipes,),) = database.execute("PRAGMA secure_delete")
            if not wipes:
                database.execute("VACUUM")
            ((busy, _, _),) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError:
        return False
    return not busy
