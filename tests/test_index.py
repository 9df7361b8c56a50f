"""What search finds stands in two files of a site, each section in one: the rules in the worker's script, all else beside it."""

from __future__ import annotations

import json

from kr16 import index

RECORDS = [{"location": where, "title": where, "text": ""} for where in ("rules/gaps/#one", "rules/orders/", "contributing/", "reference/weapons/#hmg", "points/")]


def test_the_rules_stand_in_the_worker_and_all_is_found_again(tmp_path):
    for name in (index.WORKER, index.REST):
        (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / index.WORKER).write_text("worker();\n", "utf-8")
    index.write(tmp_path, RECORDS, {"zap": ["shoot"]})
    rest = json.loads((tmp_path / index.REST).read_text("utf-8"))
    assert [record["location"] for record in rest["docs"]] == ["rules/gaps/#one", "contributing/"]
    found, worker = index.whole(tmp_path)
    assert sorted(record["location"] for record in found["docs"]) == sorted(record["location"] for record in RECORDS)
    assert found["config"]["synonyms"] == {"zap": ["shoot"]} and worker == "worker();\n"
