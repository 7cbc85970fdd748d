"""Pictures become SVG bytes. The only module that knows matplotlib.

Texts are drawn as outlines: a name prints right whatever fonts the reader has, and the same
picture gives the same bytes on one machine. Colours are the tokens of the house's style sheet;
shape, hatching and words say what colour says, so that a grey print says it too.
"""

import io
import re
import threading
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from countroom.paths import STATIC
from countroom.reports.pictures import (
    Bars,
    FloorMap,
    HeatMap,
    LimitLine,
    Look,
    Picture,
    Tile,
    Unit,
)

_ONE_AT_A_TIME: Final = threading.Lock()
"""Fonts and settings of the library belong to the whole process."""

_FAMILIES: Final = (
    "Noto Sans",
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Thai",
    "Noto Sans Devanagari",
    "DejaVu Sans",
)
"""Asked in this order for each character; those that are installed are taken."""

_INCH: Final = 72
_WIDTH: Final = 620
_HEIGHT: Final = 300
_LABELS: Final = 8
"""At most so many labels stand beneath a line; the table has them all."""

_SHADES: Final = (("accent", ""), ("look", "///"), ("quiet", ""), ("stop", "..."))
"""Colour and hatching of the kinds of bar, in their order."""

_DARKEST: Final = 0.3
"""Of a tile with words on it: they keep their contrast in light and dark."""


# ----------------------------------------------------------------------- colours and fonts


@cache
def _tokens() -> dict[str, tuple[str, str]]:
    """Read the colours of the house's style sheet: name to light and dark."""
    light, dark = re.split(
        r"@media \(prefers-color-scheme: dark\)",
        (STATIC / "countroom.css").read_text(encoding="utf-8"),
        maxsplit=1,
    )
    found = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", part)) for part in (light, dark)]
    return {name: (found[0][name], found[1][name]) for name in found[1]}


def _colour(token: str) -> str:
    return _tokens()[token][0]


@cache
def _set_up() -> None:
    """Set the library up once: fonts, ids that come again, calm lines."""
    installed = set(font_manager.fontManager.get_font_names())
    mpl.rcParams.update(
        {
            "svg.hashsalt": "countroom",
            "svg.fonttype": "path",
            "font.family": [name for name in _FAMILIES if name in installed],
            "font.size": 13,
            "text.color": _colour("ink"),
            "text.parse_math": False,
            "axes.edgecolor": _colour("line-strong"),
            "axes.labelcolor": _colour("ink"),
            "axes.unicode_minus": True,
            "axes.facecolor": "none",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "figure.facecolor": "none",
            "xtick.color": _colour("line-strong"),
            "ytick.color": _colour("line-strong"),
            "xtick.labelcolor": _colour("ink"),
            "ytick.labelcolor": _colour("ink"),
            "hatch.linewidth": 1.2,
            "legend.frameon": False,
            "legend.fontsize": 12,
        }
    )


def figure_text(value: float, unit: Unit) -> str:
    """Write a figure beside an axis: thousands apart, a share as per cent.

    >>> figure_text(-12500, Unit.DOLLARS), figure_text(24.13, Unit.PERCENT)
    ('-12,500', '24 %')
    """
    plain = f"{value:,.0f}" if unit is not Unit.PIECES or value == int(value) else f"{value:,.1f}"
    return f"{plain} %" if unit is Unit.PERCENT else plain


# --------------------------------------------------------------------------------- drawing


def _sheet(height: float = _HEIGHT) -> Figure:
    made = Figure(figsize=(_WIDTH / _INCH, height / _INCH), dpi=_INCH, layout="constrained")
    FigureCanvasSVG(made)
    return made


def _measured(axes: Axes, unit: Unit) -> None:
    """Write the figures of the upright axis, over quiet lines."""
    axes.yaxis.set_major_formatter(lambda value, _place: figure_text(value, unit))
    axes.grid(axis="y", color=_colour("line"), linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _labelled(axes: Axes, labels: Sequence[str]) -> None:
    step = max(1, -(-len(labels) // _LABELS))
    places = range(0, len(labels), step)
    axes.set_xticks(list(places), [labels[place] for place in places])


def _known(values: Sequence[float | None]) -> list[float]:
    return [float("nan") if value is None else value for value in values]


def _legend(axes: Axes, entries: int) -> None:
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=entries, borderaxespad=0.2)


def _line(picture: LimitLine) -> Figure:
    sheet = _sheet()
    axes: Axes = sheet.add_subplot()
    readings, places = picture.readings, list(range(len(picture.readings)))
    found, expected, limits = picture.said
    low, high = _known([one.low for one in readings]), _known([one.high for one in readings])
    axes.fill_between(
        places, low, high, color=_colour("accent"), alpha=0.14, linewidth=0, label=limits
    )
    for edge in (low, high):
        axes.plot(places, edge, color=_colour("line-strong"), linewidth=1, linestyle=":")
    axes.plot(
        places,
        _known([one.expected for one in readings]),
        color=_colour("quiet"),
        linewidth=1.4,
        linestyle="--",
        label=expected,
    )
    axes.plot(
        places,
        _known([one.value for one in readings]),
        color=_colour("accent"),
        linewidth=1.8,
        marker="o",
        markersize=4,
        label=found,
    )
    out = [place for place in places if readings[place].outside]
    if out:
        axes.plot(
            out,
            _known([readings[place].value for place in out]),
            color=_colour("stop"),
            linestyle="none",
            marker="^",
            markersize=11,
            label="outside",
        )
    _measured(axes, picture.unit)
    _labelled(axes, [one.label for one in readings])
    _legend(axes, 4)
    return sheet


def _bars(picture: Bars) -> Figure:
    sheet = _sheet()
    axes: Axes = sheet.add_subplot()
    wide = 0.8 / max(len(picture.series), 1)
    for number, (series, (token, hatch)) in enumerate(zip(picture.series, _SHADES, strict=False)):
        axes.bar(
            [place - 0.4 + wide * (number + 0.5) for place in range(len(picture.labels))],
            [value or 0 for value in series.values],
            wide * 0.92,
            facecolor="none" if hatch else _colour(token),
            edgecolor=_colour(token),
            hatch=hatch or None,
            label=series.name,
        )
    axes.axhline(0, color=_colour("ink"), linewidth=1)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(axis="x", length=0)
    _measured(axes, picture.unit)
    _labelled(axes, picture.labels)
    if len(picture.series) > 1:
        _legend(axes, len(picture.series))
    return sheet


_CELL: Final = 26
_FRAME: Final = 96


def _heat(picture: HeatMap) -> Figure:
    sheet = _sheet(_FRAME + _CELL * len(picture.rows))
    axes: Axes = sheet.add_subplot()
    most = max((value or 0 for row in picture.values for value in row), default=0) or 1
    for down, row in enumerate(picture.values):
        for along, value in enumerate(row):
            share = 0 if value is None else max(value, 0) / most
            axes.add_patch(
                Rectangle(
                    (along + 0.05, down + 0.05),
                    0.9,
                    0.9,
                    facecolor=_colour("accent"),
                    alpha=0.06 + 0.9 * share,
                    linewidth=0,
                )
            )
    axes.set(xlim=(0, len(picture.columns)), ylim=(len(picture.rows), 0))
    step = max(1, -(-len(picture.columns) // 12))
    named = range(0, len(picture.columns), step)
    axes.set_xticks([place + 0.5 for place in named], [picture.columns[p] for p in named])
    axes.set_yticks([place + 0.5 for place in range(len(picture.rows))], picture.rows)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xlabel(f"darkest: {figure_text(most, picture.unit)}", color=_colour("quiet"))
    return sheet


_ACROSS: Final = 6
"""Tables in a row of the floor."""

_TILE: Final = 66
_BORDERS: Final[dict[Look, tuple[str, float, str]]] = {
    Look.CALM: ("line-strong", 1, "-"),
    Look.LOOK: ("look", 3, "-"),
    Look.STOP: ("stop", 3, "--"),
    Look.CLOSED: ("line-strong", 1, ":"),
}
"""Colour, width and dashes of a table's border."""


def _tile(axes: Axes, tile: Tile, left: float, top: float) -> None:
    token, wide, dashes = _BORDERS[tile.look]
    corner, size = (left + 0.04, top + 0.06), (0.92, 0.88)
    shade = _colour("accent" if tile.look is Look.CALM else token)
    share = _DARKEST * min(max(tile.share, 0), 1)
    axes.add_patch(Rectangle(corner, *size, facecolor=shade, alpha=share, linewidth=0))
    axes.add_patch(
        Rectangle(
            corner,
            *size,
            facecolor="none",
            edgecolor=_colour(token),
            linewidth=wide,
            linestyle=dashes,
        )
    )
    middle: dict[str, Any] = {"ha": "center", "va": "center"}
    axes.text(left + 0.5, top + 0.27, tile.code, weight="bold", size=13, **middle)
    axes.text(left + 0.5, top + 0.53, tile.says, size=13, **middle)
    axes.text(left + 0.5, top + 0.78, tile.note, size=11, **middle)


def _floor(picture: FloorMap) -> Figure:
    rows = sum(0.5 + -(-len(tiles) // _ACROSS) for _, tiles in picture.pits) + 0.4
    sheet = _sheet(_TILE * rows)
    axes: Axes = sheet.add_subplot()
    top = 0.0
    for name, tiles in picture.pits:
        axes.text(0.04, top + 0.28, name, va="center", size=13, color=_colour("quiet"))
        top += 0.5
        for place, tile in enumerate(tiles):
            _tile(axes, tile, place % _ACROSS, top + place // _ACROSS)
        top += -(-len(tiles) // _ACROSS)
    axes.text(0.04, top + 0.22, picture.says, va="center", size=12, color=_colour("quiet"))
    axes.set(xlim=(0, _ACROSS), ylim=(top + 0.4, 0))
    axes.set_axis_off()
    return sheet


_HANDS: Final[dict[type[Picture], Callable[[Any], Figure]]] = {
    LimitLine: _line,
    Bars: _bars,
    HeatMap: _heat,
    FloorMap: _floor,
}
"""Who draws what."""


# --------------------------------------------------------------------------------- as bytes

_METADATA: Final = re.compile(rb" <metadata>.*?</metadata>\n", re.DOTALL)
_STYLE: Final = b'<style type="text/css">*{'


def draw(picture: Picture) -> bytes:
    """Draw a picture as SVG for paper, in the light colours on nothing.

    Each text stands beside its outlines as a comment: what a picture says can be searched for.
    """
    written = io.BytesIO()
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        # a character that no installed font has stands in the table beneath all the same
        warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)
        _set_up()
        sheet = _HANDS[type(picture)](picture)
        sheet.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return _METADATA.sub(b"", written.getvalue())


def follow(svg: bytes) -> bytes:
    """Let a drawn picture follow its reader's light or dark, as the screens around it do."""
    tokens = {name: pair for name, pair in _tokens().items() if pair[0].encode() in svg}
    for name, (light, _) in tokens.items():
        svg = svg.replace(light.encode(), f"var(--{name})".encode())
    light, dark = (
        "".join(f"--{name}:{pair[which]};" for name, pair in tokens.items()) for which in (0, 1)
    )
    rules = f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}*{{"
    return svg.replace(_STYLE, b'<style type="text/css">' + rules.encode(), 1)
