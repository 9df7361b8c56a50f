"""A variant's accent colour → the shades of it that can be read on the site's light and dark paper."""

from __future__ import annotations

PAPER = {"light": "#f8f9f6", "dark": "#141816"}
READABLE = 4.6


def shades(accent: str) -> dict[str, dict[str, str]]:
    """Return for `light` and `dark` the accent, mixed with black or white until text in it is legible (WCAG AA), and a tint."""
    found = {}
    for scheme, paper in PAPER.items():
        end = "#000000" if scheme == "light" else "#ffffff"
        accents = (mixed(accent, end, share / 20) for share in range(21))
        accent_here = next(colour for colour in accents if contrast(colour, paper) >= READABLE)
        found[scheme] = {"accent": accent_here, "tint": mixed(paper, accent_here, 0.12)}
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
