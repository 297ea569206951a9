"""The map for notebooks: what it refuses, what it shows without a link, and the saved page in a real browser."""

import json
import os
import re
import shutil
import subprocess

import numpy as np
import pytest

from manyview import InputError, Manyview
from manyview._widget import SCRIPT, StaticMap, map_widget

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="the map was not built: npm run build:clients")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")


@pytest.fixture(scope="module")
def fitted():
    random = np.random.RandomState(0)
    labels = np.repeat([0, 1, 2], 20)
    views = [10 * labels[:, None] + random.rand(60, 3) for _ in range(2)]
    model = Manyview(3).fit(views, metadata={"age": [str(20 + i) for i in range(60)]})
    model.names_ = ["<b>", "</script>", "c"]
    return model


@pytest.fixture(scope="module")
def static(fitted):
    drawn = fitted.map()
    return StaticMap(drawn._record, drawn._picture)


def test_it_begins_with_the_names_of_the_fit_and_no_selection(static):
    assert (static.names, static.selection, static.colours) == (["<b>", "</script>", "c"], [], [])


def test_it_takes_what_fits_and_refuses_the_rest(static):
    static.selection = [3, "5"]
    assert static.selection == ["3", "5"]
    for name, value, said in [
        ("names", ["one"], "names: has 1 entries but there are 3 clusters, give one for each"),
        ("colours", ["red"] * 3, "colours: has 'red', write it as #rrggbb"),
        ("selection", ["60"], "selection: has '60', which is no id of a sample"),
        ("colour_by", "weight", "colour_by: is 'weight', give one of cluster, confidence, age"),
    ]:
        with pytest.raises(InputError, match=re.escape(said)):
            setattr(static, name, value)
    with pytest.raises(AttributeError, match="a map has no 'colour'"):
        static.colour = "red"
    assert static.selection == ["3", "5"]
    static.selection = []


def test_its_page_has_a_picture_and_ends_no_script_early(static):
    page = static._repr_html_()
    assert "data:image/svg+xml;base64," in page
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.S)[1]
    assert json.loads(data)["names"] == ["<b>", "</script>", "c"]
    assert page.count("</script>") == 2


@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
def test_a_saved_notebook_shows_the_map_in_place_of_the_picture(static, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    exporters = pytest.importorskip("nbconvert").exporters
    output = nbformat.v4.new_output("display_data", {"text/html": static._repr_html_(), "text/plain": "a map"})
    cell = nbformat.v4.new_code_cell("model.map()", outputs=[output])
    page, _ = exporters.HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    saved = tmp_path / "notebook.html"
    saved.write_text(page, "utf-8")
    browser = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    pictures = os.environ.get("MANYVIEW_SCREENSHOTS")
    if pictures:
        shot = f"--screenshot={os.path.join(pictures, 'notebook.png')}"
        subprocess.run([*browser, shot, "--virtual-time-budget=20000", saved.as_uri()], check=True, capture_output=True)
    shown = subprocess.run(
        [*browser, "--dump-dom", "--virtual-time-budget=20000", saved.as_uri()], check=True, capture_output=True, text=True
    ).stdout
    place = re.search(r'<div id="manyview-[0-9a-f]+">(.*?)</div>', shown, re.S)[1]
    assert "<img" in page and "<img" not in place, place
    assert place == "<div>"


def test_with_anywidget_it_is_linked(fitted):
    pytest.importorskip("anywidget", reason="the link needs anywidget")
    widget = fitted.map()
    widget.selection = ["1"]
    assert widget.get_state()["selection"] == ["1"]
    assert "text/html" in widget._repr_mimebundle_()[0]
    with pytest.raises(InputError, match="names: has 1 entries"):
        widget.names = ["one"]


def test_without_anywidget_it_says_how_to_link_it(fitted):
    try:
        import anywidget  # noqa: F401
    except ImportError:
        drawn = fitted.map()
        assert isinstance(drawn, StaticMap)
        assert "install anywidget" in type(drawn).__doc__
        assert isinstance(map_widget(drawn._record, drawn._picture), StaticMap)
