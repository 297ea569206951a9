"""Matrices beside a table: the pairings that the command and the studio are tested with."""

import json
from pathlib import Path

import numpy as np
import pytest

from manyview import InputError, Manyview

pandas = pytest.importorskip("pandas")

FOLDER = Path(__file__).parents[3] / "examples" / "files-together"
PAIRINGS = json.loads((FOLDER / "pairings.json").read_text())
TRUTH = (FOLDER / "truth.txt").read_text().split()


def view(name):
    path = FOLDER / name
    return np.load(path) if path.suffix == ".npy" else pandas.read_csv(path, index_col="id")


def table(name):
    frame = pandas.read_csv(FOLDER / name)
    return frame.set_index("sku") if "sku" in frame else frame


@pytest.mark.parametrize("pairing", PAIRINGS, ids=[one["title"] for one in PAIRINGS])
def test_pairing(pairing):
    views = {Path(name).stem: view(name) for name in pairing["views"]}
    model = Manyview(n_clusters=3)
    if "error" in pairing:
        with pytest.raises(InputError) as refused:
            model.fit(views, metadata=table(pairing["table"]))
        assert all(word in str(refused.value) for word in pairing["error"])
        return
    model.fit(views, metadata=table(pairing["table"]))
    assert list(map(str, model.ids_[:3])) == pairing["ids"]
    assert len(set(zip(model.labels_.tolist(), TRUTH))) == 3
    known = model.record_["associations"]
    assert {one["column"] for one in [*known["associations"], *known["leftOut"]]} == {"title", "price", "url"}
