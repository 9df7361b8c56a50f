"""Material's own files and ours → what each page loads: one style sheet, one script, and nothing that no page asks for."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

STYLE, SCRIPT = "assets/css/site.css", "assets/js/site.js"
MATERIAL_STYLES = ("assets/stylesheets/main.*.min.css", "assets/stylesheets/palette.*.min.css")
MATERIAL_SCRIPT = "assets/javascripts/bundle.*.min.js"
UNUSED = ("assets/javascripts/*", "assets/stylesheets/*", "assets/images/*")
# Where Material starts to load the search index with the page, and how we have it wait until search is opened.
AT_ONCE, WHEN_OPENED = '$(location.protocol!=="file:")', "$(!1)"


def join(files: Files, config: MkDocsConfig, project: Path) -> None:
    """Put one style sheet and one script in place of Material's files."""
    ours = sorted((project / "templates" / "css").glob("site*.css"), key=lambda path: path.stem)
    styles = [*(_text(files, pattern) for pattern in MATERIAL_STYLES), *(path.read_text(encoding="utf-8") for path in ours)]
    scripts = [patient(_text(files, MATERIAL_SCRIPT)), (project / "templates" / "js" / "offline.js").read_text(encoding="utf-8")]
    for file in [file for file in files if any(fnmatch(file.src_uri, pattern) for pattern in UNUSED)]:
        files.remove(file)
    files.append(File.generated(config, STYLE, content="\n".join(styles)))
    files.append(File.generated(config, SCRIPT, content="\n".join(scripts)))


def patient(script: str) -> str:
    """Return Material's script without its source map, and with the search index left alone until search is opened."""
    if script.count(AT_ONCE) != 1:
        raise PluginError(f"Material's script no longer has {AT_ONCE} once; see tools/kr16/assets.py")
    return script.replace(AT_ONCE, WHEN_OPENED).partition("\n//# sourceMappingURL=")[0]


def _text(files: Files, pattern: str) -> str:
    """Return the one file of the theme that a pattern names."""
    (file,) = [file for file in files if fnmatch(file.src_uri, pattern)]
    return file.content_string
