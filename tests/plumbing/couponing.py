"""The programme of coupons as acts of the two departments, for tests to go through."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.operations.acts import Done
from countroom.operations.coupons import days, issues, receipts, requisitions, returns, signing
from countroom.operations.coupons.days import DayTyped
from countroom.stores import coupons, documents
from tests.builders import DAY, Scene

FINANCE, SUPERVISOR, OTHER_SUPERVISOR = "231", "232", "233"
MARKETING, MARKETER = "241", "242"


@dataclass
class Programme:
    """Acts of the programme in a scene, each by the right person unless another is named."""

    scene: Scene

    def saw(self, name: str) -> str:
        """Digest of what is shown."""
        with self.scene.database.read() as tx:
            return documents.by_name(tx, name).digest

    def sign(self, form: str, step: str, badge: str, **changed: Any) -> Done:
        """Sign a place of a form."""
        asked: dict[str, Any] = {
            "form": form,
            "step": step,
            "proof": self.scene.proof(badge),
            "saw": self.saw(form),
        }
        return self.scene.do(signing.sign, badge, **(asked | changed))

    def entered(self, **changed: Any) -> str:
        """Coupons examined by finance."""
        asked: dict[str, Any] = {
            "design": "MP25",
            "serials": "A-0001 to A-1000",
            "quantity": 1000,
            "source": CouponSource.PROVIDER,
            "supplier": "Sample Printers",
            "invoice": "INV-1",
            "invoiced": 1000,
            "proof": self.scene.proof(FINANCE),
        }
        return self.scene.do(receipts.enter, FINANCE, **(asked | changed)).name

    def received(self, **changed: Any) -> str:
        """Coupons received into stock."""
        name = self.entered(**changed)
        self.sign(name, "marketing", MARKETING)
        self.sign(name, "finance_supervisor", SUPERVISOR)
        return name

    def asked(self, **changed: Any) -> str:
        """A requisition that waits for finance."""
        wanted: dict[str, Any] = {
            "design": "MP25",
            "quantity": 200,
            "needed": DAY,
            "proof": self.scene.proof(MARKETER),
        }
        return self.scene.do(requisitions.ask, MARKETER, **(wanted | changed)).name

    def authorised(self, **changed: Any) -> str:
        """A requisition that finance authorised."""
        name = self.asked(**changed)
        self.sign(name, "finance_supervisor", SUPERVISOR)
        return name

    def issued(self, requisition: str = "", **changed: Any) -> str:
        """Coupons entered as issued, not yet taken."""
        named = requisition or self.authorised()
        wanted: dict[str, Any] = {
            "requisition": named,
            "serials": "A-0001 to A-0200",
            "proof": self.scene.proof(SUPERVISOR),
        }
        return self.scene.do(issues.issue, SUPERVISOR, **(wanted | changed)).name

    def taken(self, requisition: str = "", **changed: Any) -> str:
        """Coupons that marketing has."""
        name = self.issued(requisition, **changed)
        self.sign(name, "marketing_supervisor", MARKETER)
        return name

    def closed(self, *entries: DayTyped, day: date = DAY, kept_in: str = "Cabinet 1") -> str:
        """A day of marketing, closed."""
        proof = self.scene.proof(MARKETER)
        return self.scene.do(
            days.close, MARKETER, day=day, entries=entries, kept_in=kept_in, proof=proof
        ).name

    def given_back(self, serials: str, **changed: Any) -> str:
        """Coupons on their way back to finance."""
        wanted: dict[str, Any] = {
            "design": "MP25",
            "serials": serials,
            "proof": self.scene.proof(MARKETER),
        }
        return self.scene.do(returns.give_back, MARKETER, **(wanted | changed)).name

    def returned(self, serials: str, **changed: Any) -> str:
        """Coupons back in stock."""
        name = self.given_back(serials, **changed)
        self.sign(name, "finance_supervisor", SUPERVISOR)
        return name

    def at(self, design: str = "MP25") -> dict[str, int]:
        """How many coupons of a design are where."""
        with self.scene.database.read() as tx:
            held = coupons.held(tx)
        found = {place.value: held.quantity(design, place) for place in CouponPlace}
        return {place: pieces for place, pieces in found.items() if pieces}
