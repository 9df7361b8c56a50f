"""Material's own files and ours → what each page loads: one style sheet, one script, and nothing that no page asks for."""

from __future__ import annotations

import base64
from fnmatch import fnmatch
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from .join import small

STYLE, SCRIPT = "assets/css/site.css", "assets/js/site.js"
MATERIAL_STYLES = ("assets/stylesheets/main.*.min.css", "assets/stylesheets/palette.*.min.css")
# Scripts that pages load one by one.
SINGLE = "docs/assets/js"
MATERIAL_SCRIPT = "assets/javascripts/bundle.*.min.js"
AT_ONCE = ("offline.js", "search.js")
BEFORE, BEHIND = "late-worker.js", "parts.js"
# Material's script, with ours before and behind it, waits for the first hits of a search that was opened before it came (partials/early.html),
# else on a phone for the page to be drawn: it asks where things stand, and they would be laid out within it, which makes one long wait of two.
# The brackets around it tell a browser to read it at once, aside, and not again when it runs.
DRAWN = "new Promise(drawn=>{requestAnimationFrame(()=>setTimeout(drawn));setTimeout(drawn,200)})"
HELD = "{const page=(()=>{\n%s\n}),wait=krSearch.answered??(matchMedia('(max-width:30em)').matches&&" + DRAWN + ");wait?wait.then(page):page()}"
UNUSED = ("partials/early.css", "assets/javascripts/*", "assets/stylesheets/*", "assets/images/*")
# The one font that stands in the style sheet itself: it is very small, and nearly every page has a mark of it.
WITHIN = "marks.woff2"
# Where Material loads the search index and starts its worker with the page; late-worker.js starts ours when search is opened,
# and that brings the index itself.
WAITS = {'$(location.protocol!=="file:")': "$(!1)", "=new Worker(e)": "=new LateWorker(e)", 'ze(new URL("search/search_index.json",Or.base))': "$({})"}
ON_ALL_PAGES = "[rel=stylesheet], [rel=preload]"
# What Material does to the page as its script starts, each of which would lay all of it out anew: telling the browser of colours
# that partials/early.html and site.css have told, and writing every address whole, which loads the style sheet a second time.
# The addresses are now written as the first link is followed; those of style sheet, script and fonts are the same on all pages.
# Tables are in their scrolling boxes already (site.py), and the list of pages that links are looked up in comes after all else.
ONCE = {
    "document.head.appendChild(r);let o": "let o",
    '"color-scheme"});document.head.appendChild(o);': '"color-scheme"});',
    "$(document).subscribe(vi);let n": "let n",
    'history.replaceState(c,""),history.pushState': 'history.replaceState(c,""),vi(document),history.pushState',
    'for(let t of M("[href], [src]",e))': f'for(let t of M(":is([href], [src]):not({ON_ALL_PAGES})",e))',
    'M("table:not([class])",e)': 'M("table:not([class]):not(.md-typeset__table *)",e)',
    "qi=kt(Or.base)": "qi=$(0).pipe(nt(1e3),b(()=>kt(Or.base)),le())",
    'M(":scope > *",e.head)': f'M(":scope > :not({ON_ALL_PAGES})",e.head)',
}
# The first step within a page (a section's link, a force in the address) made Material fetch that page anew and replace it, and
# with it what its reader had opened or typed: it did not count the page that is shown first. Now it does.
FIRST_PAGE = {
    's=t.pipe(ne("pathname"),b(': 's=t.pipe(Q(we()),ne("pathname"),g((a,c)=>c>0),b(',
    's.pipe(b(()=>t),ne("hash"))': 's.pipe(Q(0),b(()=>t),ne("hash"))',
}

# It awaits the end of the document, which by then may have been.
HAS_BEEN = {
    'h(document,"DOMContentLoaded",{once:!0})': '(document.readyState==="loading"?h(document,"DOMContentLoaded",{once:!0}):$(0).pipe(nt(0)))',
}

# Libraries in Material's script that this site does without: from where to where each goes, and what stands in for it.
# No code on the site has a button to copy it or is a diagram of Mermaid's, and the style sheet uses the browser's own :focus-visible.
LIBRARIES = {
    ("xo=Cr((kr,yo)=>{", "var ro=Cr("): "xo=Cr(()=>{});",
    ("ao=Cr((Nt,io)=>{", "var ZM="): "ao=Cr((Nt,io)=>{io.exports={isSupported:()=>!1}});",
    ('var Xn="', 'var ei=x("table")'): "function Zn(){return y}",
}


def join(files: Files, config: MkDocsConfig, project: Path) -> None:
    """Put one style sheet and one script in place of Material's files."""
    ours = sorted((project / "templates" / "css").glob("site*.css"), key=lambda path: path.stem)
    styles = [rings("\n".join(_text(files, pattern) for pattern in MATERIAL_STYLES)), *(path.read_text(encoding="utf-8") for path in ours)]
    own = project / "templates" / "js"
    page = small("\n".join([(own / BEFORE).read_text(encoding="utf-8"), patient(_text(files, MATERIAL_SCRIPT)), (own / BEHIND).read_text(encoding="utf-8")]))
    single = {f"assets/js/{path.name}": _small(path) for path in sorted((project / SINGLE).iterdir())}
    for file in [file for file in files if file.src_uri in single or any(fnmatch(file.src_uri, pattern) for pattern in UNUSED)]:
        files.remove(file)
    files.append(File.generated(config, STYLE, content=_with_font("\n".join(styles), project)))
    for uri, script in ({SCRIPT: "\n".join([*(_small(own / name) for name in AT_ONCE), HELD % page])} | single).items():
        files.append(File.generated(config, uri, content=script))


def patient(script: str) -> str:
    """Return Material's script without its source map, and with search left alone until it is opened."""
    for at_once, later in (WAITS | ONCE | FIRST_PAGE | HAS_BEEN).items():
        if script.count(at_once) != 1:
            raise PluginError(f"Material's script no longer has {at_once} once; see tools/kr16/assets.py")
        script = script.replace(at_once, later)
    for (first, behind), instead in LIBRARIES.items():
        if script.count(first) != 1 or script.count(behind) != 1:
            raise PluginError(f"Material's script no longer has {first} and {behind} once; see tools/kr16/assets.py")
        script = script[: script.index(first)] + instead + script[script.index(behind) :]
    return script.partition("\n//# sourceMappingURL=")[0]


def rings(css: str) -> str:
    """Return Material's styles with the browser's own :focus-visible, since the library that sets a class of that name is left out."""
    if ".focus-visible" not in css:
        raise PluginError("Material's styles no longer name .focus-visible; see tools/kr16/assets.py")
    return css.replace(".focus-visible", ":focus-visible")


def _with_font(css: str, project: Path) -> str:
    content = base64.b64encode((project / "templates" / "fonts" / WITHIN).read_bytes()).decode()
    return css.replace(f"../fonts/{WITHIN}", f"data:font/woff2;base64,{content}")


def _small(path: Path) -> str:
    return small(path.read_text(encoding="utf-8"), module=path.suffix == ".mjs")


def _text(files: Files, pattern: str) -> str:
    """Return the one file of the theme that a pattern names."""
    (file,) = [file for file in files if fnmatch(file.src_uri, pattern)]
    return file.content_string
