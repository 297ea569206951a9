"""The words of the command with Python's parameters in the place of flags."""

import json
import re
from pathlib import Path

# The flags of the command that are parameters here, from the command's own table.
SETTINGS = json.loads((Path(__file__).parent / "settings.json").read_text("utf-8"))
_BY_FLAG = {setting["flag"]: setting for setting in SETTINGS}
_NUMBER = r"\d[\w.]*"
_FLAG = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)(?:[ =]([^\s,;:)(\"']+))?")


def in_python(text):
    """`--missing mean` is `missing="mean"`, `--weight x=1` is `weights={"x": 1}`; flags without a parameter are named as the command's."""
    named = _FLAG.sub(_parameter, text.replace("--samples columns", "the transpose (X.T)"))
    whole = re.sub(r"(\w+)=\{([^}]*)\} \1=\{", r"\1={\2, ", named)
    return re.sub(r"\b(\d+)\.\.(\d+)\b", r"(\1, \2)", whole)


def _parameter(found):
    flag, value = found.groups()
    after = found[0][len(flag) :]
    setting = _BY_FLAG.get(flag)
    if setting is None:
        return f'"manyview fit {flag}"{after}'
    name = setting["python"]
    if value is None:
        return name
    if setting["takes"] == "names":
        key, equals, one = value.partition("=")
        return f'{name}={{"{key}": {_literal(one)}}}' if equals else name + after
    if value in setting["words"] or flag == "--method" or re.fullmatch(_NUMBER, value):
        return f"{name}={_literal(value)}"
    return name + after


def _literal(value):
    return value if re.fullmatch(r"\d+(\.\d+)?", value) else f'"{value}"'
