"""Objects in PDF's own notation → the bytes of a PDF file (PDF 32000, 7.5). Each is packed once; pydyf packs all twice."""

from __future__ import annotations

import hashlib
import re
import zlib

# Level 9 takes three times as long as 6 and saves a twentieth.
LEVEL = 6


class File:
    """A PDF file while it is made. An object is added as text and known to others by its reference."""

    def __init__(self) -> None:
        self.plain: dict[int, bytes] = {}
        self.streams: dict[int, bytes] = {}
        self.count = 0

    def reserve(self) -> int:
        """Return the number of an object that is to be added later."""
        self.count += 1
        return self.count

    def add(self, content: str, number: int | None = None) -> str:
        """Add an object, under a reserved number or the next one; return its reference."""
        number = number or self.reserve()
        self.plain[number] = content.encode("ascii")
        return reference(number)

    def stream(self, content: bytes, entries: str = "", pack: bool = True) -> str:
        """Add a stream with more entries for its dictionary; return its reference."""
        number = self.reserve()
        self.streams[number] = _stream(content, entries, pack)
        return reference(number)

    def written(self, root: str, info: str) -> bytes:
        """Return the file; `root` and `info` are references. The same objects give the same bytes."""
        packed, index, at = self.reserve(), [], 0
        for number, content in self.plain.items():
            index.append(f"{number} {at}")
            at += len(content) + 1
        head = (" ".join(index) + "\n").encode()
        self.streams[packed] = _stream(head + b"\n".join(self.plain.values()), f"/Type /ObjStm /N {len(self.plain)} /First {len(head)}")
        body, rows = bytearray(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"), {0: (0, 0, 0)}
        rows |= {number: (2, packed, place) for place, number in enumerate(self.plain)}
        for number, content in self.streams.items():
            rows[number] = (1, len(body), 0)
            body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
        table = self.reserve()
        rows[table] = (1, len(body), 0)
        places = b"".join(kind.to_bytes(1, "big") + where.to_bytes(4, "big") + which.to_bytes(3, "big") for _, (kind, where, which) in sorted(rows.items()))
        digest = hashlib.sha256(body).hexdigest()[:32]
        xref = _stream(places, f"/Type /XRef /Size {len(rows)} /W [1 4 3] /Root {root} /Info {info} /ID [<{digest}> <{digest}>]")
        return bytes(body) + b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, xref, len(body))


def reference(number: int) -> str:
    """Return how other objects name the object of a number."""
    return f"{number} 0 R"


def _stream(content: bytes, entries: str, pack: bool = True) -> bytes:
    if pack:
        content, entries = zlib.compress(content, LEVEL), f"/Filter /FlateDecode {entries}"
    return f"<<{entries} /Length {len(content)}>>\nstream\n".encode() + content + b"\nendstream"


def text(words: str) -> str:
    """Return a text in PDF's notation."""
    if words.isascii():
        return "(" + re.sub(r"([\\()])", r"\\\1", words) + ")"
    return f"<feff{words.encode('utf-16-be').hex()}>"


def number(value: float) -> str:
    """Return a number in PDF's notation, as short as it can be."""
    value = round(value, 4)
    return str(int(value) if value == int(value) else value)


def array(values) -> str:
    """Return numbers in PDF's notation as an array."""
    return f"[{' '.join(number(value) for value in values)}]"
