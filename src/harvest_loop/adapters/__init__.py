"""Doors to git, files, transcripts and hosts: one door a tool."""
