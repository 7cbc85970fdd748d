"""Served houses for the tests of the screens."""

from tests.plumbing.served_day import serve
from tests.plumbing.stages import (
    agreed,
    at_agreement,
    at_rest,
    at_the_cage,
    at_the_door,
    at_the_table,
    counting,
    door,
    one_app,
    own_site,
    presented,
    site,
    stages,
)

__all__ = [
    "agreed",
    "at_agreement",
    "at_rest",
    "at_the_cage",
    "at_the_door",
    "at_the_table",
    "counting",
    "door",
    "one_app",
    "own_site",
    "presented",
    "serve",
    "site",
    "stages",
]
