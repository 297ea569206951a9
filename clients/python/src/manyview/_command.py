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

NODE = (20, 19)
# The flags of the command that are parameters here, from the command's own table.
SETTINGS = json.loads((Path(__file__).parent / "settings.json").read_text("utf-8"))
_PARAMETERS = {setting["flag"][2:]: setting["python"] for setting in SETTINGS}


class InputError(ValueError):
    """Something is wrong with what was given; the message says what to do."""


class ManyviewWarning(UserWarning):
    """What a result should be read with."""


def find_node():
    """The path of Node, which computes."""
    node = os.environ.get("MANYVIEW_NODE") or shutil.which("node")
    wanted = "%d.%d" % NODE
    if not node:
        raise RuntimeError(
            f"Manyview computes in Node {wanted} or newer, which was not found: install it (nodejs.org), "
            "or set MANYVIEW_NODE to its path"
        )
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"MANYVIEW_NODE or PATH gives {node}, which does not answer as Node does ({error})") from None
    if version < NODE:
        raise RuntimeError(f"Manyview needs Node {wanted} or newer but {node} is {said.strip()}: install a newer one")
    return node


def find_command():
    """The path of the command's program: that of MANYVIEW_COMMAND, the one in this package, or the one on the PATH."""
    inside = Path(__file__).parent / "command" / "manyview.js"
    found = os.environ.get("MANYVIEW_COMMAND") or (str(inside) if inside.exists() else shutil.which("manyview"))
    if not found:
        raise RuntimeError('the command "manyview" was not found: install it with "npm install --global manyview"')
    return found


def run(arguments, show_progress):
    """Runs the command and returns the object that it prints. Warnings in it become Python's warnings."""
    environment = {**os.environ, "MANYVIEW_PROGRESS": "json", "NO_COLOR": "1"}
    process = subprocess.Popen(
        [find_node(), find_command(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
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
        warnings.warn(_with_parameters(text), ManyviewWarning, stacklevel=4)
    return answer


def _with_parameters(text):
    """The words of the command with parameters in the place of flags: `--missing mean` is `missing="mean"`."""
    named = re.sub(r"--(missing|join|method) (\w+)", r'\1="\2"', text)
    return re.sub(r"--([a-z]+)\b(?!-)", lambda found: _PARAMETERS.get(found[1], found[1]), named)


def _error(lines, status):
    message = lines[-1] if lines else f"the command ended with status {status}"
    message = message[len("manyview: ") :] if message.startswith("manyview: ") else message
    if status == 130:
        return KeyboardInterrupt()
    if status != 1 or message.startswith("unexpected problem"):
        return RuntimeError("\n".join(lines[-20:]) or message)
    return InputError(_with_parameters(message))


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
