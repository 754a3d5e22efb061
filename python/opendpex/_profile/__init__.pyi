# Written by tools/write_stubs.py.
from opendpex._profile.recording import Profile as Profile
from opendpex._profile.recording import ProfileEvent as ProfileEvent
from opendpex._profile.recording import profile as profile

__all__ = [
    "Profile",
    "ProfileEvent",
    "profile",
]
