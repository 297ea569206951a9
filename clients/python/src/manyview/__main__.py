"""`python -m manyview fit …`: the command, run by the Node that computes here."""

import subprocess
import sys

from ._command import find_command
from ._node import node


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["studio"]:
        return "manyview: the studio comes with the npm package: npx manyview studio"
    try:
        command = [node().path, find_command(), *arguments]
    except RuntimeError as error:
        return f"manyview: {error}"
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # Ctrl-C reaches the command, too, which ends in its own time.
            continue


if __name__ == "__main__":
    sys.exit(main())
