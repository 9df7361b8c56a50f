"""A variant's accent colour → the shades of it that can be read on the site's light and dark paper."""

from __future__ import annotations

PAPER = {"light": "#f8f9f6", "dark": "#141816"}
# The grey behind the head of the page and behind code, in which the accent stands too.
GREY = {"light": "#ecefe9", "dark": "#1e2421"}
# WCAG 2.2, 1.4.3; on paper a little more, so that a tint of it has room.
LEAST, READABLE = 4.5, 4.6


def shades(accent: str) -> dict[str, dict[str, str]]:
    """Return for `light` and `dark` the accent, mixed with black or white until text in it is legible on paper and on grey (WCAG AA), and a tint on which it still is."""
    found = {}
    for scheme, paper in PAPER.items():
        end = "#000000" if scheme == "light" else "#ffffff"
        accents = (mixed(accent, end, share / 20) for share in range(21))
        accent_here = next(colour for colour in accents if min(contrast(colour, paper), contrast(colour, GREY[scheme])) >= READABLE)
        tints = (mixed(paper, accent_here, share / 100) for share in range(12, -1, -1))
        found[scheme] = {"accent": accent_here, "tint": next(tint for tint in tints if contrast(accent_here, tint) >= LEAST)}
    return found


def channels(colour: str) -> tuple[int, int, int]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def mixed(one: str, other: str, share: float) -> str:
    """Return one colour with a share of another mixed in."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(channels(one), channels(other)))


def luminance(colour: str) -> float:
    parts = [c / 255 for c in channels(colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
