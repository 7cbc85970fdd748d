"""The sample house only: what really lies in the boxes, as one would see it on the count table.

A real house has no such page: it is there where ``AppSettings.sample`` says so, for a person
who tries the count without money. What it shows stands beside the record, never in it.
"""

from countroom.web.sample.blueprint import bp

__all__ = ["bp"]
