"""The tray of a played table: pieces by chip set and denomination."""

from collections.abc import Mapping
from math import gcd

from countroom.engine.dealing.acts import ChipKey
from countroom.errors import EntryError


def total_cents(pieces: Mapping[ChipKey, int]) -> int:
    """Add pieces up."""
    return sum(denomination * count for (_, denomination), count in pieces.items())


class Rack:
    """Chips in a tray. Rake chips lie in it, and pay nobody.

    What patrons were handed out of it they pay with first; the dealer changes a piece that is
    too large. Only where that does not reach they pay with chips from elsewhere.

    Args:
        pieces: What lies in it at first.
        rake_chipset: Code of the rake chips, if the table has them.

    Raises:
        EntryError: It holds no value chips to pay with.
    """

    def __init__(self, pieces: Mapping[ChipKey, int], rake_chipset: str | None = None) -> None:
        self.pieces = dict(pieces)
        self._held = dict.fromkeys(pieces, 0)
        by_size = sorted(pieces, key=lambda key: (-key[1], key[0]))
        self._value = [key for key in by_size if key[0] != rake_chipset]
        self._rake = [key for key in by_size if key[0] == rake_chipset]
        if not self._value:
            raise EntryError({"opening_rack": "The tray has no chips to pay with."})
        self.step_cents = gcd(*(denomination for _, denomination in self._value))

    @property
    def payable_cents(self) -> int:
        """What it could pay."""
        return sum(key[1] * self.pieces[key] for key in self._value)

    def take(self, cents: int) -> None:
        """Put in an amount that patrons hand over, in the largest pieces of theirs that make it.

        Raises:
            EntryError: No pieces make the amount.
        """
        self._made_of(cents)
        for key in self._value:
            count = min(self._held[key], cents // key[1])
            self._held[key] -= count
            self.pieces[key] += count
            cents -= count * key[1]
        if cents and not self._change(cents):
            self._move(self._made_of(cents), 1)

    def _change(self, cents: int) -> bool:
        """Take a larger piece of a patron's and hand the rest of it out, where that can be."""
        for key in reversed(self._value):
            if self._held[key] and key[1] > cents:
                back = self._makes(key[1] - cents)
                if back is not None and all(self.pieces[one] >= n for one, n in back.items()):
                    self._held[key] -= 1
                    self.pieces[key] += 1
                    self._give(back)
                    return True
        return False

    def _give(self, chips: Mapping[ChipKey, int]) -> None:
        """Hand pieces of the tray to patrons."""
        for key, count in chips.items():
            self.pieces[key] -= count
            self._held[key] += count

    def pay(self, cents: int, largest_cents: int) -> None:
        """Pay an amount, in pieces up to a size as far as they reach; making change.

        The caller sees to it that the tray holds enough.

        Raises:
            EntryError: No pieces make the amount.
        """
        self._made_of(cents)
        usual = [key for key in self._value if key[1] <= largest_cents]
        rest = self._hand_out(self._hand_out(cents, usual), self._value)
        if rest:
            larger = [key for key in self._value if self.pieces[key] and key[1] > rest]
            change = next(key for key in larger[::-1] if self._makes(key[1] - rest) is not None)
            self.pieces[change] -= 1
            self._held[change] += 1
            self.take(change[1] - rest)

    def swap_rake(self, cents: int) -> dict[ChipKey, int]:
        """Take raked value chips in and hand out what goes into the box for them.

        Rake chips as far as they make the amount; what they do not make is dropped as the
        value chips it was, and never enters the tray.
        """
        dropped: dict[ChipKey, int] = {}
        rest = cents
        for key in self._rake:
            count = min(self.pieces[key], rest // key[1])
            if count:
                dropped[key] = count
                self.pieces[key] -= count
                rest -= count * key[1]
        if rest < cents:
            self.take(cents - rest)
        return dropped | self._made_of(rest)

    def below(self, par: Mapping[ChipKey, int]) -> dict[ChipKey, int]:
        """Tell what brings every denomination up to par."""
        return {
            key: want - self.pieces[key] for key, want in par.items() if want > self.pieces[key]
        }

    def above(self, par: Mapping[ChipKey, int]) -> dict[ChipKey, int]:
        """Tell what lies above par."""
        return {
            key: self.pieces[key] - want for key, want in par.items() if want < self.pieces[key]
        }

    def fill(self, chips: Mapping[ChipKey, int]) -> None:
        """Put a fill in."""
        self._move(chips, 1)

    def credit(self, chips: Mapping[ChipKey, int]) -> None:
        """Take a credit out."""
        self._move(chips, -1)

    def _move(self, chips: Mapping[ChipKey, int], sign: int) -> None:
        for key, count in chips.items():
            self.pieces[key] += sign * count

    def _hand_out(self, cents: int, keys: list[ChipKey]) -> int:
        """Pay what these pieces make; give what is left to pay."""
        for key in keys:
            count = min(self.pieces[key], cents // key[1])
            self._give({key: count})
            cents -= count * key[1]
        return cents

    def _made_of(self, cents: int) -> dict[ChipKey, int]:
        made = self._makes(cents)
        if made is None:
            says = "The table's smallest pieces cannot pay what its games pay."
            raise EntryError({"opening_rack": says})
        return made

    def _makes(self, cents: int) -> dict[ChipKey, int] | None:
        """Make an amount of the largest pieces, or of one fewer of a size that misses it.

        $19 is three $5, and then four $1: with a $2.50 chip in it half a dollar would be left.
        """
        tries = (self._largest(cents, fewer) for fewer in (None, *reversed(self._value)))
        return next((made for made in tries if made is not None), None)

    def _largest(self, cents: int, fewer: ChipKey | None) -> dict[ChipKey, int] | None:
        made: dict[ChipKey, int] = {}
        for key in self._value:
            count = cents // key[1]
            count -= key == fewer and count > 0
            cents -= count * key[1]
            if count:
                made[key] = count
        return None if cents else made
