"""Every file format and every message of harvest-loop, as types."""
