"""Chance, from words: the same draws on every machine."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Chance:
    """Draws, in an order that the words of its seed fix."""

    def __init__(self, *seed: object) -> None:
        words = "|".join(map(str, seed)).encode()
        number = int.from_bytes(hashlib.sha256(words).digest()[:8])
        self._generator = np.random.default_rng(number)

    def below(self, end: int) -> int:
        """A number from 0 on, below an end."""
        return int(self._generator.integers(end))

    def choice(self, among: Sequence[T]) -> T:
        """One of some."""
        return among[self.below(len(among))]

    def sample(self, among: Sequence[T], many: int) -> list[T]:
        """Several of some, none twice, in any order."""
        return [among[place] for place in self._generator.permutation(len(among))[:many].tolist()]
