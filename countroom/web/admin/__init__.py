"""The administrator: people and how they sign in, the property file, the settings in force.

* ``people`` who works here; ``house_file`` the file that describes the house, and the settings;
* ``readers`` programs that read the house's figures; ``forms`` what is typed.

No figure of the casino is open to an administrator.
"""

from countroom.web.admin import house_file, people, readers
from countroom.web.admin.blueprint import bp

__all__ = ["bp", "house_file", "people", "readers"]
