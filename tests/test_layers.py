"""Imports go one way: a module knows only what stands before it (docs/contributing/index.md)."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.kernel import ROOT

PACKAGE = ROOT / "tools/kr16"
# Data in, pages out. A folder of modules (model, context, pdf) is one layer.
ORDER = """
    errors parse source model build
    live names validate points rolls
    form markup sections variants overlay worth game force
    context
    render compile join links colour houses lists common blocks calls pages search index terms
    redirects export pdf workshop scaffold assets theme styles offline zipped rendered hooks site serve parameters cli_print __main__
""".split()
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" or path.parent != PACKAGE)
FOLDERS = sorted({path.parent for path in MODULES} - {PACKAGE})


def layer(path: Path) -> str:
    """The layer a file belongs to: the module, or the folder that holds it."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The layers of our own package that a module imports, wherever in it the import stands."""
    inside = path.relative_to(PACKAGE).parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = inside[: len(inside) - node.level + 1]
            found |= {above[0]} if above else {node.module.split(".")[0]} if node.module else {name.name for name in node.names}
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else [node.module]
            assert not any(name.split(".")[0] == "kr16" for name in names), f"{path.name}: write `from .` for our own modules"
    return found - {layer(path)}


def test_every_module_has_its_place_in_the_order():
    assert {layer(path) for path in MODULES} - set(ORDER) == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_what_stands_before_it(path):
    assert imported(path) <= set(ORDER[: ORDER.index(layer(path))])


def beside(path: Path) -> set[str]:
    """The modules of the same folder that a module imports; `from . import x` is one, `from . import f` is the folder's own."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom) and node.level == 1]
    named = {name for node in nodes for name in ([node.module] if node.module else [alias.name for alias in node.names])}
    return {name if (path.parent / f"{name}.py").exists() else "__init__" for name in named}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_modules_of_a_folder_import_each_other_in_no_circle(folder):
    TopologicalSorter({path.stem: beside(path) for path in folder.glob("*.py")}).prepare()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_and_its_functions_begin_by_saying_what_they_are_for(path):
    """What comes in and what goes out, in one line; a public function has a sentence of its own."""
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree)
    silent = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and len(node.body) > 3 and not ast.get_docstring(node)]
    assert silent == []
