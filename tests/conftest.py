"""What every test may use: the built site, a page of it in Chromium, and which tests run where."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser import chromium
from tests.browser.server import serving

ROOT = Path(__file__).parent.parent
IN_CI = os.environ.get("CI") == "true"
LONG = os.environ.get("KR16_LONG") == "1"
LEFT_OUT = pytest.StashKey[list[str]]()

settings.register_profile("short", max_examples=50, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=10_000, deadline=None, database=None)
settings.load_profile("long" if LONG else "short")


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The whole site, built once for all tests by the command a person would use."""
    folder = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, "-m", "kr16", "build", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="session")
def site_url(site):
    """The address, on this computer only, at which the built site can be opened."""
    with serving(site) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    """One Chromium for all tests."""
    with chromium.opened() as opened:
        yield opened


@pytest.fixture
def page(browser):
    """An empty page of its own for each test."""
    with browser.new_context() as context:
        yield context.new_page()


def pytest_collection_modifyitems(config, items):
    """Leave out what can not run here; the summary says so. In CI a missing browser is a failure instead."""
    left_out = {}
    if not LONG:
        left_out["long"] = "`make test-long` runs them"
    if not IN_CI and any(item.get_closest_marker("browser") for item in items) and not chromium.find():
        left_out["browser"] = chromium.MISSING
    for marker, reason in left_out.items():
        dropped = [item for item in items if item.get_closest_marker(marker)]
        if dropped:
            items[:] = [item for item in items if item not in dropped]
            config.hook.pytest_deselected(items=dropped)
            config.stash.setdefault(LEFT_OUT, []).append(f"{marker} tests left out ({len(dropped)}): {reason}")


def pytest_terminal_summary(terminalreporter, config):
    """One line for each kind of test that did not run."""
    for line in config.stash.get(LEFT_OUT, []):
        terminalreporter.write_line(line)
