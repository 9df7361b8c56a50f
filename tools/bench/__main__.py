"""The benches, one after another: python -m tools.bench [NAME ...]; exit status 1 if a goal is missed."""
from __future__ import annotations

import compileall
import os
import sys
from importlib import import_module

from .measure import ROOT

BENCHES = ["data_check", "site_build", "house_rules", "card_print", "search", "page_load", "lighthouse", "workshop"]


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"no bench {', '.join(unknown)}; known: {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    load, processors = os.getloadavg()[0], os.cpu_count()
    if load > processors / 2:
        print(f"the machine is busy ({load:.1f} on {processors} processors): times to wait for come out too long")
    # As after the first run of a program that may keep what it compiles; what it is measured beside comes compiled.
    compileall.compile_dir(ROOT / "tools" / "kr16", quiet=1)
    missed = 0
    for name in names or BENCHES:
        for result in import_module(f"tools.bench.{name}").measure():
            print(result, flush=True)
            missed += result.missed
    print(f"{missed} missed" if missed else "every goal is met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
