"""What the tests of prints and reports share."""

import pytest

from tests.plumbing import reported
from tests.plumbing.reported import Folders


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    return reported.make(tmp_path_factory.mktemp("days"))
