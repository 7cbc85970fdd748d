"""The pools of money between the boxes and the cage: what is laid out, and what must be entered.

Everybody who counts a pool (the strapping team, the presenting member, the cashier) enters
every denomination of it, 0 included: what is expected comes from the house, never from the
figures, so that a form tells nothing.

Reference:
    525.19(y), (y)(2)-(3); V_53, V_54, V_57.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from countroom.domain.denominations import PIECES_LIMIT, Instrument, Pool, denomination_label
from countroom.domain.floor import COINS, NOTES, ChipKind, ChipSet, TableKind
from countroom.domain.house import House
from countroom.domain.papers.presentation import Method, PoolEntry, PoolKey
from countroom.errors import EntryError, RuleError
from countroom.regulations import V_53, V_54

REPORT_POOLS: Final[dict[TableKind, tuple[Pool, ...]]] = {
    TableKind.BANKING: (Pool.BANKING_CURRENCY,),
    TableKind.NONBANKING: (
        Pool.NONBANKING_CURRENCY,
        Pool.NONBANKING_VALUE_CHIPS,
        Pool.RAKE_CHIPS,
    ),
}
"""The pools whose sum is a report's grand total; found chips are printed and never in it."""

PRINTED_POOLS: Final[dict[TableKind, tuple[Pool, ...]]] = {
    TableKind.BANKING: (Pool.BANKING_CURRENCY, Pool.FOUND_CHIPS),
    TableKind.NONBANKING: REPORT_POOLS[TableKind.NONBANKING],
}
"""The pools that a report answers for, in print order."""

_POOLS: Final = (*PRINTED_POOLS[TableKind.BANKING], *PRINTED_POOLS[TableKind.NONBANKING])


def print_order(key: PoolKey) -> tuple[int, int, str, int]:
    """Sort key of a denomination: pool by pool, notes before coins, then high to low."""
    pool, instrument, chip_set, denomination_cents = key
    return (_POOLS.index(pool), list(Instrument).index(instrument), chip_set, -denomination_cents)


def field_name(key: PoolKey) -> str:
    """Name of a denomination's field on a form.

    >>> field_name((Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, "rake", 400))
    'rake_chips-rake_chip-rake-400'
    """
    pool, instrument, chip_set, denomination_cents = key
    return f"{pool.value}-{instrument.value}-{chip_set}-{denomination_cents}"


def key_title(key: PoolKey) -> str:
    """A denomination and its pool in words.

    >>> key_title((Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 10_000))
    '$100 of banking currency'
    """
    pool, instrument, chip_set, denomination_cents = key
    what = denomination_label(denomination_cents)
    if instrument is Instrument.COIN:
        what += " coins"
    set_name = f" ({chip_set})" if chip_set else ""
    return f"{what}{set_name} of {pool.printed[0].lower()}{pool.printed[1:]}"


def _currency_keys(house: House, pool: Pool) -> Iterator[PoolKey]:
    for note in house.currency.notes:
        yield (pool, Instrument.CURRENCY, "", note.cents)
    for coin in house.currency.coins:
        yield (pool, Instrument.COIN, "", coin.cents)


def _chip_keys(pool: Pool, instrument: Instrument, chip_set: ChipSet) -> Iterator[PoolKey]:
    for denomination in chip_set.denominations:
        yield (pool, instrument, chip_set.code, denomination.cents)


def _nonbanking_keys(house: House) -> Iterator[PoolKey]:
    yield from _currency_keys(house, Pool.NONBANKING_CURRENCY)
    tables = [table for table in house.tables if table.kind is TableKind.NONBANKING]
    held = {code for table in tables for code in table.chip_sets}
    for chip_set in house.chip_sets:
        instrument = chip_set.kind.instrument
        if instrument is None or chip_set.code not in held:
            continue
        rake = instrument is Instrument.RAKE_CHIP
        pool = Pool.RAKE_CHIPS if rake else Pool.NONBANKING_VALUE_CHIPS
        yield from _chip_keys(pool, instrument, chip_set)


def _found_keys(house: House) -> Iterator[PoolKey]:
    for chip_set in house.chip_sets:
        if chip_set.kind in {ChipKind.VALUE, ChipKind.PLAQUE}:
            yield from _chip_keys(Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, chip_set)


def keys_to_enter(
    house: House, kinds: Iterable[TableKind], counted: Iterable[PoolKey]
) -> tuple[PoolKey, ...]:
    """List the denominations that a count of the pools enters, in print order.

    Args:
        house: As it is on the gaming date.
        kinds: Kinds of table whose boxes were counted.
        counted: Denominations that stand in the boxes: one that the house does not list (a $2
            note) has its line too. Found chips are laid out only where some were found.
    """
    present, known = set(kinds), set(counted)
    keys = set(known)
    if TableKind.BANKING in present:
        keys |= set(_currency_keys(house, Pool.BANKING_CURRENCY))
    if TableKind.NONBANKING in present:
        keys |= set(_nonbanking_keys(house))
    if any(key[0] is Pool.FOUND_CHIPS for key in known):
        keys |= set(_found_keys(house))
    return tuple(sorted(keys, key=print_order))


def _is_in_use(house: House, key: PoolKey) -> bool:
    _, instrument, chip_set, denomination_cents = key
    if instrument in {Instrument.CURRENCY, Instrument.COIN}:
        issued = NOTES if instrument is Instrument.CURRENCY else COINS
        return not chip_set and denomination_cents in {face.cents for face in issued}
    sets = [entry for entry in house.chip_sets if entry.code == chip_set]
    return any(denomination_cents == face.cents for entry in sets for face in entry.denominations)


def check_entries(
    house: House, expected: Iterable[PoolKey], entries: Iterable[PoolEntry]
) -> tuple[PoolEntry, ...]:
    """Take a full set of entries in print order, or name every field that is wrong.

    A denomination beyond the expected ones may be added: the person found one.

    Raises:
        EntryError: A denomination is not entered, does not exist here, or has more pieces than
            fit on a line.
    """
    typed = tuple(sorted(entries, key=lambda entry: print_order(entry.key)))
    there = {entry.key for entry in typed}
    wrong = {
        field_name(key): f"{key_title(key)} is not entered; enter 0 for none."
        for key in expected
        if key not in there
    }
    wrong |= {
        field_name(key): f"{key_title(key)} does not exist here."
        for key in there
        if not _is_in_use(house, key)
    }
    wrong |= {
        field_name(entry.key): f"{key_title(entry.key)}: at most {PIECES_LIMIT:,} pieces fit."
        for entry in typed
        if entry.pieces(house.settings.strap_notes) > PIECES_LIMIT
    }
    if wrong:
        raise EntryError(wrong)
    return typed


def check_methods(
    entries: Iterable[PoolEntry], *, directed: frozenset[PoolKey], devices: tuple[str, ...]
) -> None:
    """Hold a recount to how each kind of piece may be counted (3.6).

    Args:
        entries: As entered.
        directed: Denominations whose straps the representative wants counted note by note.
        devices: Codes of the approved devices.

    Raises:
        RuleError: Something other than full straps was counted in bulk, directed straps were
            (V-53), or a device is not on the list (V-54).
    """
    for entry in entries:
        if entry.loose_method is Method.BULK:
            msg = f"{key_title(entry.key)}: only full straps are counted in bulk."
            raise RuleError(V_53, msg)
        if entry.straps and entry.key in directed and entry.strap_method is Method.BULK:
            msg = f"{key_title(entry.key)}: its straps are directed; count them note by note."
            raise RuleError(V_53, msg)
        if entry.device not in devices and _uses_device(entry):
            what = f"device {entry.device}" if entry.device else "a device without a name"
            msg = f"{key_title(entry.key)}: {what} is not approved for the recount."
            raise RuleError(V_54, msg)


def _uses_device(entry: PoolEntry) -> bool:
    return bool(entry.device) or Method.DEVICE in {entry.strap_method, entry.loose_method}


def open_strap(entry: PoolEntry, *, held: int) -> PoolEntry:
    """Take a strap that is not full out of the straps: what it held is loose (case C11).

    >>> entry = PoolEntry(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 2_000, straps=4, loose=50)
    >>> opened = open_strap(entry, held=99)
    >>> opened.straps, opened.loose
    (3, 149)

    Raises:
        EntryError: There is no strap to open.
    """
    if entry.straps == 0:
        raise EntryError({field_name(entry.key): f"{key_title(entry.key)}: there is no strap."})
    return replace(entry, straps=entry.straps - 1, loose=entry.loose + held)


def strap_of(notes: Mapping[int, int], strap_notes: int) -> int:
    """Say which denomination a full strap is of (case C11).

    >>> strap_of({2_000: 100}, 100)
    2000

    Args:
        notes: Pieces by denomination in cents, as found under the band.
        strap_notes: Notes in a full strap.

    Raises:
        EntryError: The strap is mixed, or is not full: its notes are entered as loose.
    """
    held = {cents: pieces for cents, pieces in notes.items() if pieces}
    if len(held) != 1:
        raise EntryError({"straps": "A strap is of one denomination: a mixed one is undone."})
    ((denomination_cents, pieces),) = held.items()
    if pieces != strap_notes:
        label = denomination_label(denomination_cents)
        msg = f"A full strap holds {strap_notes} notes: enter these {pieces} of {label} as loose."
        raise EntryError({"straps": msg})
    return denomination_cents


def method_text(entry: PoolEntry) -> str:
    """How a denomination was counted, as printed under its column.

    >>> method_text(PoolEntry(Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, 200, loose=90))
    'hand'
    """
    words = [entry.strap_method.value] if entry.straps else []
    if entry.loose or entry.mutilated or not words:
        words.append(entry.loose_method.value)
    text = " and ".join(dict.fromkeys(words))
    return f"{text} {entry.device}" if entry.device else text
