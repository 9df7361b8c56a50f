"""Material's own files and ours → what each page loads: one style sheet, one script, and nothing that no page asks for."""

from __future__ import annotations

import base64
from fnmatch import fnmatch
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

STYLE, SCRIPT = "assets/css/site.css", "assets/js/site.js"
MATERIAL_STYLES = ("assets/stylesheets/main.*.min.css", "assets/stylesheets/palette.*.min.css")
MATERIAL_SCRIPT = "assets/javascripts/bundle.*.min.js"
SCRIPTS = ("offline.js", "parts.js")
UNUSED = ("assets/javascripts/*", "assets/stylesheets/*", "assets/images/*")
# The one font that stands in the style sheet itself: it is small, and every page begins with it.
WITHIN = "oxanium-600.woff2"
BEFORE = "late-worker.js"
# Where Material loads the search index and starts its worker with the page; both wait until search is opened.
WAITS = {'$(location.protocol!=="file:")': "$(!1)", "=new Worker(e)": "=new LateWorker(e)"}


def join(files: Files, config: MkDocsConfig, project: Path) -> None:
    """Put one style sheet and one script in place of Material's files."""
    ours = sorted((project / "templates" / "css").glob("site*.css"), key=lambda path: path.stem)
    styles = [*(_text(files, pattern) for pattern in MATERIAL_STYLES), *(path.read_text(encoding="utf-8") for path in ours)]
    scripts = [(project / "templates" / "js" / BEFORE).read_text(encoding="utf-8"), patient(_text(files, MATERIAL_SCRIPT)), *((project / "templates" / "js" / name).read_text(encoding="utf-8") for name in SCRIPTS)]
    for file in [file for file in files if any(fnmatch(file.src_uri, pattern) for pattern in UNUSED)]:
        files.remove(file)
    files.append(File.generated(config, STYLE, content=_with_font("\n".join(styles), project)))
    files.append(File.generated(config, SCRIPT, content="\n".join(scripts)))


def patient(script: str) -> str:
    """Return Material's script without its source map, and with search left alone until it is opened."""
    for at_once, later in WAITS.items():
        if script.count(at_once) != 1:
            raise PluginError(f"Material's script no longer has {at_once} once; see tools/kr16/assets.py")
        script = script.replace(at_once, later)
    return script.partition("\n//# sourceMappingURL=")[0]


def _with_font(css: str, project: Path) -> str:
    content = base64.b64encode((project / "templates" / "fonts" / WITHIN).read_bytes()).decode()
    return css.replace(f"../fonts/{WITHIN}", f"data:font/woff2;base64,{content}")


def _text(files: Files, pattern: str) -> str:
    """Return the one file of the theme that a pattern names."""
    (file,) = [file for file in files if fnmatch(file.src_uri, pattern)]
    return file.content_string
