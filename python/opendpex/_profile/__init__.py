"""Profiles of programs: which commands ran on which queue, for how long, and where they were called.

``recording`` records, ``table`` writes text, ``chrome`` a trace for Perfetto, ``page`` a page of HTML.
"""

from opendpex._profile.recording import Profile, ProfileEvent, profile

__all__ = ["Profile", "ProfileEvent", "profile"]
