"""The scripts for newcomers run as they stand."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
CLIENT = Path(__file__).parent.parent
CLASSES = np.repeat(np.arange(3), 30)


def run(script, *arguments, path=()):
    paths = os.pathsep.join(str(one) for one in [CLIENT / "src", *path])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONWARNINGS": "ignore::UserWarning:anndata"}
    done = subprocess.run(
        [sys.executable, CLIENT / "examples" / script, *arguments], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done


def view(seed, features):
    random = np.random.default_rng(seed)
    return (5 * random.normal(size=(3, features)))[CLASSES] + random.normal(size=(len(CLASSES), features))


def test_two_embeddings_and_a_table(tmp_path):
    np.save(tmp_path / "text.npy", view(0, 24).astype(np.float32))
    np.save(tmp_path / "image.npy", view(1, 16).astype(np.float32))
    price = 10 * CLASSES + np.random.default_rng(2).random(90)
    items = {"sku": [f"A-{i:03}" for i in range(90)], "title": [f"thing {i}" for i in range(90)], "price": price}
    pandas.DataFrame(items).to_csv(tmp_path / "items.csv", index=False)
    said = run("embeddings.py", tmp_path)
    assert said.stderr == ""
    assert said.stdout.startswith("3 clusters fit best") and "Kruskal-Wallis" in said.stdout
    found = pandas.read_csv(tmp_path / "items-with-clusters.csv", index_col="sku")
    assert list(found.index) == items["sku"]
    assert len(set(zip(found["cluster"], CLASSES))) == 3
    assert "the first thing once more: " + found["cluster"].iloc[0] in said.stdout
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_cells_get_their_clusters_in_the_file(tmp_path):
    """Where mudata is not installed its stand-in reads and writes the file."""
    anndata = pytest.importorskip("anndata")
    stand_ins = Path(__file__).parent / "stand_ins"
    try:
        import mudata
    except ImportError:
        sys.path.insert(0, str(stand_ins))
        import mudata
    cells = np.array([f"cell{i}" for i in range(90)])
    keep = np.r_[0:80, 85:90]
    parts = {"rna": (view(3, 20)[keep], cells[keep]), "protein": (view(4, 6)[::-1], cells[::-1])}
    mod = {
        name: anndata.AnnData(values.astype(np.float32), obs=pandas.DataFrame(index=names))
        for name, (values, names) in parts.items()
    }
    path = tmp_path / "cells.h5mu"
    mudata.MuData(mod).write(path)
    said = run("cells.py", path, path=[stand_ins] if Path(mudata.__file__).parent == stand_ins else [])
    assert "3 clusters fit best" in said.stdout
    obs = mudata.read_h5mu(path).obs
    assert len(obs) == 90 and obs["manyview"].dtype == "category"
    truth = CLASSES[[int(name[4:]) for name in obs.index]]
    assert len(set(zip(obs["manyview"], truth))) == 3
    assert obs["manyview_confidence"].between(0, 1).all()
