"""The example notebook runs from beginning to end and shows its pictures."""

import os
import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="the notebook needs nbformat, nbconvert and ipykernel")
preprocessors = pytest.importorskip("nbconvert.preprocessors")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")
pytest.importorskip("sklearn")

CLIENT = Path(__file__).parent.parent
NOTEBOOK = CLIENT / "examples" / "digits.ipynb"


def executed():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    preprocessors.ExecutePreprocessor(timeout=None, kernel_name="python3").preprocess(notebook, {})
    return notebook


def test_the_notebook_runs_and_draws(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(CLIENT / "src"))
    notebook = executed()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 3
    progress = "".join(output.text for output in outputs if output.get("name") == "stderr")
    # Which stages are seen depends on how fast the machine is.
    assert re.search(r"[a-z]+, \d+ of \d+", progress), "progress shows in notebooks"
    assert "Warning" not in progress
    if os.environ.get("UPDATE_NOTEBOOK"):
        nbformat.write(_without_progress(notebook), NOTEBOOK)


def _without_progress(notebook):
    """Progress is for whoever waits; a stored notebook shows results."""
    for cell in notebook.cells:
        cell.get("metadata", {}).pop("execution", None)
        if "outputs" in cell:
            cell["outputs"] = [output for output in cell["outputs"] if output.get("name") != "stderr"]
    return notebook
