"""The estimator on what people hold: arrays, data frames, sparse matrices, AnnData."""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from manyview import InputError, Manyview, ManyviewWarning

CLASSES = np.repeat(np.arange(3), 40)


def blobs(seed=0, features=(8, 5)):
    random = np.random.default_rng(seed)
    return [
        (4 * random.normal(size=(3, width)))[CLASSES] + random.normal(size=(len(CLASSES), width)) for width in features
    ]


def agrees(labels):
    pairs = set(zip(labels.tolist(), CLASSES[: len(labels)].tolist()))
    return len(pairs) == 3 and len({a for a, _ in pairs}) == 3


@pytest.fixture(scope="module")
def fitted():
    return Manyview(n_clusters=3).fit(blobs())


def test_labels_confidence_memberships(fitted):
    assert agrees(fitted.labels_)
    assert fitted.memberships_.shape == (120, 3)
    np.testing.assert_allclose(fitted.memberships_.sum(axis=1), 1, atol=1e-6)
    assert fitted.confidence_.min() >= 0 and fitted.confidence_.max() <= 1
    assert fitted.ids_ == [str(i) for i in range(120)]
    assert fitted.n_clusters_ == 3 and fitted.views_ == {"X1": 8, "X2": 5}


def test_new_samples_and_a_saved_estimator(fitted):
    views = blobs()
    again = pickle.loads(pickle.dumps(fitted))
    new = [view[::7] for view in views]
    np.testing.assert_array_equal(again.predict(new), fitted.labels_[::7])
    assert again.predict_memberships(new).shape == (18, 3)
    # One view alone is enough.
    assert (again.predict({"X1": new[0]}) == fitted.labels_[::7]).mean() > 0.9
    with pytest.raises(InputError, match="loaded without its data"):
        again.explain()


def test_the_tree_has_arrays(fitted):
    tree = fitted.tree_
    assert len(tree["leaves"]) == 120
    assert tree["leaf_sizes"].sum() == 120
    assert tree["merges"].shape == (len(tree["leaf_sizes"]) - 1, 2)
    assert len(tree["heights"]) == len(tree["support"]) == len(tree["merges"])


def test_a_chosen_number_says_why(fitted):
    assert fitted.choice_ is None
    choice = Manyview((2, 6)).fit(blobs()).choice_
    assert choice["reason"].startswith("3 clusters fit best of 2 to 6. Separate clusterings agree ")
    assert choice["candidates"][0]["clusters"] == 3


def test_explanation_and_report(fitted, tmp_path):
    explanation = fitted.explain()
    assert explanation["map"].shape == (120, 2) and len(explanation["clusters"]) == 3
    page = fitted.report(tmp_path / "report.html")
    assert "<html" in Path(page).read_text("utf-8")


def test_data_frames_are_joined_by_index():
    pandas = pytest.importorskip("pandas")
    first, second = blobs()
    ids = [f"patient {i}" for i in range(120)]
    genes = pandas.DataFrame(first, ids, [f"gene{i}" for i in range(8)])
    proteins = pandas.DataFrame(second, ids).sample(frac=1, random_state=1)[5:]
    model = Manyview(3).fit({"genes": genes, "proteins": proteins})
    assert len(model.labels_) == 115 and set(model.ids_) == set(proteins.index)
    order = [ids.index(one) for one in model.ids_]
    assert len(set(zip(model.labels_.tolist(), CLASSES[order].tolist()))) == 3
    assert model.explain()["clusters"][0]["features"][0][0]["name"].startswith("gene")
    everybody = Manyview(3, join="outer").fit({"genes": genes, "proteins": proteins})
    assert len(everybody.labels_) == 120


def test_sparse_and_anndata():
    sparse = pytest.importorskip("scipy.sparse")
    views = blobs()
    dense = Manyview(3).fit([np.where(view > 1, view, 0) for view in views])
    for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
        model = Manyview(3).fit([kind(np.where(view > 1, view, 0)) for view in views])
        np.testing.assert_array_equal(model.labels_, dense.labels_)
    anndata = pytest.importorskip("anndata")
    cells = anndata.AnnData(views[0].astype(np.float32))
    model = Manyview(3).fit(cells)
    assert model.ids_ == list(cells.obs_names) and agrees(model.labels_)


@pytest.mark.parametrize(
    "views, parameters, words",
    [
        (lambda: np.arange(5.0), {}, "2D array"),
        (lambda: [np.zeros((3, 2)), np.zeros((4, 2))], {"n_clusters": 2}, "samples"),
        (lambda: blobs(), {"n_clusters": 500}, "n_clusters: is 500"),
        (lambda: blobs(), {"method": "nonsense"}, "nonsense"),
        (lambda: blobs(), {"missing": True}, 'missing: is "True", give mean or lowrank'),
        (lambda: [np.where(np.arange(8) == 1, np.nan, blobs()[0])], {"n_clusters": 3}, 'missing="mean"'),
        (lambda: {}, {}, "give at least one"),
        (lambda: 3, {}, "give a matrix"),
    ],
)
def test_bad_input_is_a_value_error_with_one_clear_message(views, parameters, words):
    with pytest.raises(ValueError, match=words) as caught:
        Manyview(**parameters).fit(views())
    assert "\n" not in str(caught.value) and "--" not in str(caught.value)


def test_warnings_are_python_warnings():
    with pytest.warns(ManyviewWarning):
        Manyview(3, method="dstl").fit(blobs())


def test_node_is_asked_for_in_one_line(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("MANYVIEW_NODE", raising=False)
    with pytest.raises(RuntimeError, match="install one .* or set MANYVIEW_NODE"):
        Manyview(3).fit(blobs())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_no_folder(tmp_path):
    program = (
        "import numpy as np; from manyview import Manyview; print('on', flush=True);"
        "Manyview(20).fit([np.random.default_rng(0).normal(size=(20000, 60)) for _ in range(2)])"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    child = subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.readline()
    while not list(tmp_path.glob("manyview-*/views.json")):
        time.sleep(0.01)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate()
    assert b"KeyboardInterrupt" in said
    assert list(tmp_path.iterdir()) == []


def test_parameters_as_scikit_learn_has_them():
    model = Manyview(4, join="outer")
    assert model.get_params()["join"] == "outer"
    assert model.set_params(n_clusters=5).n_clusters == 5
    assert repr(model) == "Manyview(n_clusters=5, join='outer')"
    with pytest.raises(ValueError, match="Invalid parameter"):
        model.set_params(colour=1)


def test_nothing_is_left_in_the_temporary_folder(fitted):
    mine = [name for name in os.listdir(tempfile.gettempdir()) if name.startswith(f"manyview-{os.getpid()}-")]
    assert mine == []
