# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts as SVG."""

from __future__ import annotations

import html
import math
from typing import Any

_COLOURS = ("#3b6fb6", "#d1803a", "#4d9a57", "#b8484f", "#7d5fb2", "#8a6d55", "#c573ad", "#6f7780", "#a9a23c", "#43a0ae")
_LETTERS = 12


class _Scale:
    """Values of an axis to pixels."""

    def __init__(self, axis: dict[str, Any], start: float, end: float, rows: int = 0) -> None:
        self.logarithmic = bool(axis["logarithmic"])
        self.low, self.high = (-0.5, rows - 0.5) if rows else (axis["low"], axis["high"])
        if not self.high > self.low:
            self.high = self.low + 1
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = math.log(low), math.log(high), math.log(max(value, self.low))
        share = float((min(max(at, low), high) - low) / (high - low))
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 7) -> list[float]:
        if self.logarithmic:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            fine = [1, 2, 5] if len(powers) <= 3 else [1]
            values = (step * 10.0**power for power in powers for step in fine)
            return [each for each in values if self.low <= each <= self.high]
        step = 10 ** math.floor(math.log10((self.high - self.low) / most))
        step *= next((f for f in (1, 2, 5, 10) if (self.high - self.low) / (step * f) <= most), 10)
        first = math.ceil(self.low / step - 1e-9)
        return [step * i for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


class _Page:
    def __init__(self, width: int, height: int) -> None:
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="{_LETTERS}">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]

    def text(
        self, x: float, y: float, words: str, anchor: str = "start", size: int = _LETTERS, turn: bool = False
    ) -> None:
        turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="#222222"{turned}>'
            f"{html.escape(words)}</text>"
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = "#cccccc", width: float = 1) -> None:
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'
        )

    def box(self, x1: float, y1: float, x2: float, y2: float, colour: str, title: str, hollow: bool = False) -> None:
        fill = "none" if hollow else colour
        self.parts.append(
            f'<rect x="{min(x1, x2):.1f}" y="{min(y1, y2):.1f}" width="{abs(x2 - x1):.1f}" height="{abs(y2 - y1):.1f}" '
            f'fill="{fill}" stroke="{colour}"><title>{html.escape(title)}</title></rect>'
        )

    def dot(self, x: float, y: float, colour: str, title: str, hollow: bool = False) -> None:
        fill = "none" if hollow else colour
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" stroke="{colour}">'
            f"<title>{html.escape(title)}</title></circle>"
        )

    def path(self, points: list[tuple[float, float]], colour: str) -> None:
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="1.5"/>')

    def svg(self) -> str:
        return "\n".join(self.parts) + "\n</svg>\n"


def _words(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def chart(content: dict[str, Any], width: int, height: int) -> str:
    """A chart of its data ("warpstring.chart/1")."""
    page = _Page(width, height)
    page.text(12, 22, content["title"], size=15)
    lines = _lines(content["subtitle"], (width - 24) / 6.5)
    for number, line in enumerate(lines):
        page.text(12, 40 + 16 * number, line)
    names = dict.fromkeys(one["name"] for one in content["series"])
    colours = {name: _COLOURS[i % len(_COLOURS)] for i, name in enumerate(names)}
    top = 54 + _legend(page, colours, width, 58 + 16 * (len(lines) - 1))
    (_rows if content["kind"] in ("bars", "stacks", "deltas") else _plot)(page, content, colours, width, height, top)
    return page.svg()


def _lines(text: str, room: float) -> list[str]:
    """The text in lines of at most so many letters, broken between words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def _legend(page: _Page, colours: dict[str, str], width: int, first: float) -> float:
    x, y = 12.0, first
    for name, colour in colours.items():
        needed = 24 + 7 * len(name)
        if x + needed > width and x > 12:
            x, y = 12.0, y + 18
        page.box(x, y - 9, x + 10, y + 1, colour, name)
        page.text(x + 15, y, name)
        x += needed
    return y - 40 if colours else first - 58


def _value_axis(page: _Page, scale: _Scale, across: tuple[float, float], title: str, upright: bool) -> None:
    start, end = across
    for tick in scale.ticks():
        at = scale(tick)
        if upright:
            page.line(start, at, end, at)
            page.text(start - 6, at + 4, _words(tick), "end")
        else:
            page.line(at, start, at, end)
            page.text(at, end + 16, _words(tick), "middle")
    if upright:
        page.text(14, (scale.start + scale.end) / 2, title, "middle", turn=True)
    else:
        page.text((scale.start + scale.end) / 2, end + 34, title, "middle")


def _plot(page: _Page, content: dict[str, Any], colours: dict[str, str], width: int, height: int, top: float) -> None:
    """Points and curves over two axes of values."""
    categories = content["x"]["categories"]
    left, bottom = 84.0, height - 48.0
    x = _Scale(content["x"], left, width - 20.0, len(categories))
    y = _Scale(content["y"], bottom, top)
    _value_axis(page, y, (left, width - 20.0), content["y"]["title"], True)
    if categories:
        for i, name in enumerate(categories):
            page.text(x(i), bottom + 16, name, "middle")
        page.text((left + width - 20) / 2, bottom + 34, content["x"]["title"], "middle")
    else:
        _value_axis(page, x, (top, bottom), content["x"]["title"], False)
    if content["kind"] == "scatter":
        low, high = max(x.low, y.low), min(x.high, y.high)
        page.line(x(low), y(low), x(high), y(high), "#888888")
    for one in content["series"]:
        colour = colours[one["name"]]
        ends = []
        for point in one["points"]:
            at = (x(point["x"]), y(point["y"]))
            for bound in (point["low"], point["high"]):
                if bound is not None:
                    page.line(at[0], at[1], at[0], y(bound), colour)
            page.dot(*at, colour, _told(point), point["excluded"] or one["role"] == "measured")
            ends.append(at)
        if one["role"] == "simulated":
            page.path(ends, colour)


def _rows(page: _Page, content: dict[str, Any], colours: dict[str, str], width: int, height: int, top: float) -> None:
    """A row a launch, with bars beside or behind each other."""
    names = content["x"]["categories"]
    left = min(width / 3, 24 + 7.0 * max((len(name) for name in names), default=0))
    rows = _Scale(content["x"], top, height - 48.0, max(1, len(names)))
    values = _Scale(content["y"], left, width - 24.0)
    _value_axis(page, values, (top, height - 48.0), content["y"]["title"], False)
    room = abs(rows(1) - rows(0)) * 0.8 if len(names) > 1 else 40.0
    for i, name in enumerate(names):
        page.text(left - 6, rows(i) + 4, name if len(name) * 7 < left else name[: int(left / 7)] + "...", "end")
    stacked = content["kind"] == "stacks"
    count = 1 if stacked else max(1, len(content["series"]))
    reached: dict[float, float] = {}
    for place, one in enumerate(content["series"]):
        for point in one["points"]:
            begin = reached.get(point["x"], 0.0) if stacked else 0.0
            reached[point["x"]] = begin + point["y"]
            edge = rows(point["x"]) - room / 2 + (0 if stacked else place * room / count)
            start = values(begin) if not values.logarithmic else values.start
            end = values(begin + point["y"])
            page.box(start, edge, end, edge + room / count, colours[one["name"]], _told(point), point["excluded"])


def _told(point: dict[str, Any]) -> str:
    return "\n".join(part for part in (point["name"], point["detail"]) if part)
