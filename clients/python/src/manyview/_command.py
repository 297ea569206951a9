"""Runs the command `manyview` in Node, and turns what it says into Python's errors and warnings."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import warnings
from pathlib import Path

from ._node import node
from ._words import in_python


class InputError(ValueError):
    """Something is wrong with what was given; the message says what to do."""


class ManyviewWarning(UserWarning):
    """What a result should be read with."""


def find_command():
    """The path of the command's program: that of MANYVIEW_COMMAND, the one in this package, or the one on the PATH."""
    given = os.environ.get("MANYVIEW_COMMAND")
    if given:
        return _checked(given)
    inside = Path(__file__).parent / "command" / "manyview.js"
    if inside.exists():
        return str(inside)
    found = shutil.which("manyview")
    if not found:
        raise RuntimeError('the command "manyview" was not found: install it with "npm install --global manyview"')
    return found


def _checked(path):
    """The path that MANYVIEW_COMMAND gives, where Manyview's command is there."""
    what = "is no file"
    if os.path.isfile(path):
        said = subprocess.run([node().path, path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if said.returncode == 0 and re.match(r"\d+\.\d+\.\d+", said.stdout):
            return path
        what = 'is not the command "manyview"'
    raise RuntimeError(
        f"MANYVIEW_COMMAND gives {path}, which {what}: set it to the path of manyview.js, "
        "or unset it for the command in this package"
    )


def run(arguments, folder, show_progress=False, heard=()):
    """Runs the command in `folder` and returns the object that it prints. Warnings in it that are not `heard` become Python's."""
    environment = {**os.environ, "MANYVIEW_PROGRESS": "json", "NO_COLOR": "1"}
    process = subprocess.Popen(
        [node().path, os.path.abspath(find_command()), *(str(one) for one in arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=folder,
    )
    said = _Listener(process.stderr, show_progress)
    try:
        printed = process.stdout.read()
        status = process.wait()
    except BaseException:
        # Ctrl-C: the command gets the time to take its own temporary files away.
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    finally:
        said.end()
        process.stdout.close()
    if status != 0:
        raise _error(said.lines, status)
    answer = json.loads(printed) if printed.strip() else {}
    for text in answer.get("warnings", []):
        if text not in heard:
            warn(in_python(text))
    return answer


def warn(text):
    """Warns at the line outside of this package that called it."""
    depth, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        depth, frame = depth + 1, frame.f_back
    warnings.warn(text, ManyviewWarning, stacklevel=depth)


def _error(lines, status):
    message = lines[-1] if lines else f"the command ended with status {status}"
    message = message[len("manyview: ") :] if message.startswith("manyview: ") else message
    if status == 130:
        return KeyboardInterrupt()
    if status != 1 or message.startswith("unexpected problem"):
        return RuntimeError("\n".join(lines[-20:]) or message)
    return InputError(in_python(message))


class _Listener:
    """Reads stderr while the command runs: lines of progress are drawn, all others are kept."""

    def __init__(self, stream, show):
        self.lines = []
        self._show = show
        self._drawn = 0
        self._stream = stream
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self):
        for raw in self._stream:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            try:
                progress = json.loads(line) if line.startswith("{") else None
            except ValueError:
                progress = None
            if progress is None:
                self.lines.append(line)
            elif self._show:
                self._draw("{stage}, {iteration} of {total}".format(**progress))

    def _draw(self, text):
        sys.stderr.write("\r" + text.ljust(self._drawn))
        sys.stderr.flush()
        self._drawn = len(text)

    def end(self):
        self._thread.join()
        self._stream.close()
        if self._drawn:
            sys.stderr.write("\r" + " " * self._drawn + "\r")
            sys.stderr.flush()


def progress_can_be_seen():
    """True on a terminal and in a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules
