"""What comes out of the API, described for programs."""

from typing import Any, Final

from marshmallow import Schema, fields, validate

from countroom.reports.catalogue import REPORTS


def _cents(says: str, *, may_lack: bool = False) -> fields.Integer:
    return fields.Integer(required=True, allow_none=may_lack, metadata={"description": says})


class ReportRef(Schema):
    """A report that can be had of each concluded gaming day."""

    name = fields.String(required=True)
    title = fields.String(required=True)


class Day(Schema):
    """A gaming day that was counted, or is to be."""

    gaming_date = fields.Date(required=True)
    concluded = fields.Boolean(required=True, metadata={"description": "The embargo is over."})
    concluded_at = fields.AwareDateTime(required=True, allow_none=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Concluded, and every Counter Check is entered."}
    )


class TableDay(Schema):
    """What one table's drop period came to."""

    gaming_date = fields.Date(required=True)
    table = fields.String(required=True)
    game = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["banking", "nonbanking"]))
    opened = fields.Boolean(required=True)
    complete = fields.Boolean(required=True, metadata={"description": "Its win can be said."})
    opening_cents = _cents("Chips it began with.", may_lack=True)
    fills_cents = _cents("Fills.")
    credits_cents = _cents("Credits.")
    currency_cents = _cents("Counted currency and coin.")
    checks_cents = _cents("Counter Checks entered.")
    drop_cents = _cents("Currency and checks; nothing while incomplete.", may_lack=True)
    closing_cents = _cents("Chips it ended with.", may_lack=True)
    rake_cents = _cents("Of a nonbanking table.")
    win_cents = _cents("Nothing while incomplete.", may_lack=True)
    hold = fields.String(
        required=True, allow_none=True, metadata={"description": "Win by drop, 0.2413."}
    )
    coupons = fields.Integer(required=True, metadata={"description": "Pieces, a memo."})
    coupon_value_cents = _cents("Their face value, a memo.")


class Problem(Schema):
    """Why there is no answer."""

    problem = fields.Nested(
        Schema.from_dict(
            {
                "kind": fields.String(required=True),
                "title": fields.String(required=True),
                "says": fields.String(required=True),
                "fields": fields.Dict(keys=fields.String(), values=fields.String(), required=True),
                "citation": fields.String(required=True),
                "recorded": fields.String(required=True),
                "link": fields.String(required=True),
            },
            name="ProblemFacts",
        ),
        required=True,
    )


NAME: Final[dict[str, Any]] = {
    "name": "name",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "enum": list(REPORTS)},
}
"""The report's name in an address."""

REPORT: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A list of rows under the name of each of the report's tables.",
    "required": ["facility", "zone", "gaming_date", "made_at"],
    "properties": {
        "facility": {"type": "string"},
        "zone": {"type": "string"},
        "gaming_date": {"type": "string", "format": "date"},
        "made_at": {"type": "string", "format": "date-time"},
    },
    "additionalProperties": {"type": "array", "items": {"type": "object"}},
}
"""A report: what ``countroom report NAME --format json`` writes."""
