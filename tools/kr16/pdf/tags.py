"""Pieces on pages → the tag tree that screen readers follow (PDF 32000, 14.7): a section for each piece, its paragraphs within."""

from __future__ import annotations

from .file import File, reference, text
from .pieces import Piece


class Tags:
    """What stands on the pages, in reading order. Marked content is numbered anew on each page."""

    def __init__(self) -> None:
        self.sections: list[tuple[Piece, int, str, int]] = []
        self.counts: dict[int, int] = {}

    def place(self, piece: Piece, page: int, reference: str) -> int:
        """Note a piece on the page of a number and a reference; return the number its marked content begins with."""
        start = self.counts.get(page, 0)
        self.counts[page] = start + sum(len(marked) for _, marked, _ in piece.drawn.blocks)
        self.sections.append((piece, page, reference, start))
        return start

    def write(self, file: File) -> str:
        """Add the tree to a file; return the reference of its root."""
        root, document = file.reserve(), file.reserve()
        owners: dict[int, dict[int, str]] = {page: {} for page in sorted(self.counts)}
        sections = [_section(file, reference(document), owners[page], *placed) for placed in self.sections for page in [placed[1]]]
        file.add(_element("Document", reference(root), sections), document)
        parents = " ".join(f"{page} [{' '.join(marked[number] for number in sorted(marked))}]" for page, marked in owners.items())
        tree = file.add(f"<</Nums [{parents}]>>")
        return file.add(f"<</Type /StructTreeRoot /K [{reference(document)}] /ParentTree {tree}>>", root)


def _section(file: File, parent: str, owners: dict[int, str], piece: Piece, _: int, page: str, start: int) -> str:
    """Add a piece's section and what is in it; note in `owners` which element each marked content belongs to."""
    section, blocks = file.reserve(), []
    for tag, marked, alt in piece.drawn.blocks:
        numbers = [number + start for number in marked]
        more = f" /Pg {page}" + (f" /Alt {text(alt)}" if alt else "")
        blocks.append(file.add(_element(tag, reference(section), numbers, more)))
        owners |= dict.fromkeys(numbers, blocks[-1])
    return file.add(_element("Sect", parent, blocks), section)


def _element(tag: str, parent: str, kids: list, more: str = "") -> str:
    return f"<</Type /StructElem /S /{tag} /P {parent} /K [{' '.join(map(str, kids))}]{more}>>"
