"""What search finds stands in two files of a site, each line in one: the rules in brief in the worker's script, all else beside it."""

from __future__ import annotations

import json
from operator import itemgetter

from kr16 import index

TEXT = "First.\nSecond.\nA row · 4+\nThird."
RECORDS = [{"location": where, "title": where, "text": TEXT} for where in ("rules/gaps/#one", "rules/orders/", "contributing/", "reference/weapons/#hmg", "points/")]

PLACE = itemgetter("location")


def test_the_rules_stand_in_the_worker_in_brief_and_all_is_found_again(tmp_path):
    for name in (index.WORKER, index.REST):
        (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / index.WORKER).write_text("worker();\n", "utf-8")
    index.write(tmp_path, RECORDS, {"zap": ["shoot"]})
    rest = json.loads((tmp_path / index.REST).read_text("utf-8"))
    more = [{"location": where, "text": "Second.\nThird."} for where in ("rules/orders/", "reference/weapons/#hmg", "points/")]
    assert sorted(rest["docs"], key=PLACE) == sorted([RECORDS[0], RECORDS[2], *more], key=PLACE)
    found, worker = index.whole(tmp_path)
    assert sorted(found["docs"], key=PLACE) == sorted([record | {"text": "First.\nA row · 4+\nSecond.\nThird."} if record["location"] in [one["location"] for one in more] else record for record in RECORDS], key=PLACE)
    assert found["config"]["synonyms"] == {"zap": ["shoot"]} and worker == "worker();\n"


def test_what_an_alias_leads_to_is_among_the_lines_that_the_worker_brings(site):
    """Else the alias would show the section's first line, and nobody would notice."""
    first = json.loads((site / index.WORKER).read_text("utf-8").partition("\n")[0].removeprefix(index.FIRST).removesuffix(";"))["docs"]
    rows = [(record["location"], row, record["text"]) for record in first for name in record.get("tags", ()) if (row := name.partition(index.ROW)[2])]
    assert rows and [(where, row) for where, row, text in rows if row not in text] == []
