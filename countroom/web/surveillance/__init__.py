"""Surveillance: how counts stand, who is in the room, what it was told; never a figure."""

from countroom.web.surveillance.blueprint import bp
from countroom.web.surveillance.views import watch

__all__ = ["bp", "watch"]
