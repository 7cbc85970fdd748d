"""A served house for each test of the screens."""

from pathlib import Path

import pytest

from tests.plumbing.web import Site, build_site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """The test house with everybody enrolled, and the application before it."""
    return build_site(tmp_path / "house")
