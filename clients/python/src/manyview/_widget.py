"""The map of a clustering in a notebook: linked with Python where anywidget is installed, else a page of its own."""

import base64
import html
import json
import re
import uuid
from pathlib import Path

from ._command import InputError

SCRIPT = Path(__file__).parent / "command" / "map-widget.js"


def map_widget(record, picture):
    """The map of a record with an explanation as a widget; `picture` is an SVG of it, for where no script runs."""
    if not SCRIPT.exists():
        raise RuntimeError("the map for notebooks was not built: run npm run build:clients")
    return _linked()(record, picture) if _has_anywidget() else StaticMap(record, picture)


def _has_anywidget():
    try:
        import anywidget  # noqa: F401
    except ImportError:
        return False
    return True


def _sample_ids(record):
    ids = record["assignment"]["ids"]
    return [str(sample) for sample in range(record["samples"])] if ids is None else ids


def _checked_names(record, names):
    return _one_each(record, "names", [str(name) for name in names])


def _checked_colours(record, colours):
    colours = _one_each(record, "colours", list(colours)) if len(colours) else []
    wrong = next((one for one in colours if not re.fullmatch("#[0-9a-fA-F]{6}", str(one))), None)
    if wrong is not None:
        raise InputError(f"colours: has {wrong!r}, write it as #rrggbb")
    return colours


def _checked_column(record, column):
    assignment = record["assignment"]
    columns = ["cluster"] + ["confidence"] * bool(assignment["confidence"]) + ["label"] * bool(assignment["truth"])
    columns += [one["name"] for one in assignment.get("metadata", [])]
    if column not in columns:
        raise InputError(f"colour_by: is {column!r}, give one of {', '.join(columns)}")
    return column


def _checked_selection(record, selection):
    selection = [str(sample) for sample in selection]
    strange = set(selection) - set(_sample_ids(record))
    if strange:
        raise InputError(f"selection: has {min(strange)!r}, which is no id of a sample")
    return selection


def _one_each(record, what, values):
    if len(values) != record["clusters"]:
        raise InputError(f"{what}: has {len(values)} entries but there are {record['clusters']} clusters, give one for each")
    return values


_CHECKS = {
    "names": _checked_names,
    "colours": _checked_colours,
    "colour_by": _checked_column,
    "selection": _checked_selection,
}


def _beginning(record):
    """What a map shows at first."""
    names = record.get("names") or [f"cluster {cluster}" for cluster in range(record["clusters"])]
    return {"names": names, "colours": [], "colour_by": "cluster", "selection": []}


def _page(record, picture, shown):
    """The picture, and a script that puts the map in its place."""
    place = f"manyview-{uuid.uuid4().hex}"
    # No text can end the element that it stands in.
    data = json.dumps({"clustering": json.dumps(record), **shown}).replace("<", "\\u003c")
    address = base64.b64encode(picture.encode("utf-8")).decode("ascii")
    words = html.escape(f"Map of {record['samples']} samples in {record['clusters']} clusters")
    script = SCRIPT.read_text("utf-8")
    address_of_script = base64.b64encode(script.encode("utf-8")).decode("ascii")
    return f"""<div id="{place}"><img alt="{words}" style="max-width:100%" src="data:image/svg+xml;base64,{address}"></div>
<script type="application/json" id="{place}-data">{data}</script>
<script>
(async () => {{
  const place = document.getElementById("{place}")
  const data = JSON.parse(document.getElementById("{place}-data").textContent)
  const bytes = Uint8Array.from(atob("{address_of_script}"), (letter) => letter.charCodeAt(0))
  const code = URL.createObjectURL(new Blob([bytes], {{ type: "text/javascript" }}))
  const {{ default: widget }} = await import(code)
  const model = {{ get: (name) => data[name], set: (name, value) => {{ data[name] = value }}, save_changes() {{}}, on() {{}}, off() {{}} }}
  place.replaceChildren()
  widget.render({{ model, el: place }})
}})()
</script>"""


class StaticMap:
    """
    The map as HTML, without a link to Python: install anywidget for a selection that comes back.

    `selection` (ids), `names`, `colours` and `colour_by` say what the map shows the next time that a cell shows it.
    """

    def __init__(self, record, picture):
        object.__setattr__(self, "_shown", _beginning(record))
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_picture", picture)

    def __getattr__(self, name):
        shown = self.__dict__.get("_shown", {})
        if name not in shown:
            raise AttributeError(f"a map has no {name!r}, it has {', '.join(_CHECKS)}")
        return shown[name]

    def __setattr__(self, name, value):
        if name not in _CHECKS:
            raise AttributeError(f"a map has no {name!r}, it has {', '.join(_CHECKS)}")
        self._shown[name] = _CHECKS[name](self._record, value)

    def _repr_html_(self):
        return _page(self._record, self._picture, self._shown)


def _linked():
    """The class on anywidget, which not everybody has."""
    import anywidget
    import traitlets

    class ClusterMap(anywidget.AnyWidget):
        """The map, linked: `selection` (ids), `names`, `colours` and `colour_by` change with it, and it with them."""

        _esm = SCRIPT.read_text("utf-8")
        clustering = traitlets.Unicode().tag(sync=True)
        names = traitlets.List(traitlets.Unicode()).tag(sync=True)
        colours = traitlets.List(traitlets.Unicode()).tag(sync=True)
        colour_by = traitlets.Unicode().tag(sync=True)
        selection = traitlets.List(traitlets.Unicode()).tag(sync=True)

        def __init__(self, record, picture):
            self._record, self._picture = record, picture
            super().__init__(clustering=json.dumps(record), **_beginning(record))

        @traitlets.validate("names", "colours", "colour_by", "selection")
        def _check(self, proposal):
            return _CHECKS[proposal["trait"].name](self._record, proposal["value"])

        def _repr_mimebundle_(self, **kwargs):
            answer = super()._repr_mimebundle_(**kwargs)
            data, metadata = answer if isinstance(answer, tuple) else (answer, {})
            shown = {name: getattr(self, name) for name in _CHECKS}
            # For where no widgets run, such as a saved page.
            return {**data, "text/html": _page(self._record, self._picture, shown)}, metadata

    return ClusterMap
