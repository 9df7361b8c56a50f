"""Pages that a second process renders come out as MkDocs itself renders them, warnings included."""

from __future__ import annotations

import pytest
from kr16.rendered import Heard, Rendering, log
from mkdocs.config import load_config
from mkdocs.structure.files import get_files
from mkdocs.structure.pages import Page

TEXTS = {"a.md": "# A\n\n[b](b.md#two)", "b.md": "---\ntitle: x\n---\n# B *b*\n\n## One\n\n[c](c.md), [gone](gone.md)\n\n## Two\n\n[two](#two)", "c.md": "No title", "d.md": "# Delta\n\n[absolute](/a)"}


@pytest.fixture
def made(tmp_path):
    """A function that renders the pages, helped or not, and returns all that is kept of each, and the warnings."""
    (tmp_path / "docs").mkdir()
    for name, text in TEXTS.items():
        (tmp_path / "docs" / name).write_text(text, "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: x", "utf-8")

    def made(helped: bool) -> tuple[list, list[str]]:
        config, heard = load_config(str(tmp_path / "mkdocs.yml"), theme={"name": None, "custom_dir": str(tmp_path)}), Heard()
        files = get_files(config)
        pages = [Page(None, file, config) for file in files]
        rendering = Rendering(pages, config, files, lambda html, page: (html.upper(), [{"title": page.title}])) if helped else None
        log.addHandler(heard)
        found = []
        for page in pages:
            page.read_source(config)
            if rendering:
                rendering.leave(page)
            page.render(config, files)
            links = {file.src_uri: links for file, links in page.links_to_anchors.items()}
            found.append((page.content.upper(), str(page.toc), page.title, page.present_anchor_ids, links, rendering and rendering.more(page)))
        log.removeHandler(heard)
        if rendering:
            rendering.end()
        return found, heard.lines

    return made


def test_a_page_is_the_same_whichever_process_renders_it(made):
    alone, warned = made(False)
    together, told = made(True)
    assert [page[:-1] for page in together] == [page[:-1] for page in alone]
    assert [page[-1] for page in together] == [None, [{"title": "x"}], None, [{"title": "Delta"}]]
    assert told == warned and len(warned) == 1
