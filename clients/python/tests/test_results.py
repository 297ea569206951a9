"""What a fitted estimator has beside its labels: metadata, tables, cuts, new samples, figures."""

import numpy as np
import pytest

from manyview import InputError, Manyview, ManyviewWarning, score

pandas = pytest.importorskip("pandas")
CLASSES = np.repeat(np.arange(3), 40)
IDS = [f"patient {i}" for i in range(120)]


def views():
    random = np.random.default_rng(0)
    blobs = [(4 * random.normal(size=(3, width)))[CLASSES] + random.normal(size=(120, width)) for width in (8, 5)]
    return {"genes": pandas.DataFrame(blobs[0], IDS, [f"gene{i}" for i in range(8)]), "proteins": pandas.DataFrame(blobs[1], IDS)}


def clinical():
    random = np.random.default_rng(1)
    return pandas.DataFrame(
        {
            "age": 50 + 10 * CLASSES + random.normal(size=120),
            "smokes": random.choice(["yes", "no"], 120),
            "visit": pandas.date_range("2020-01-01", periods=120),
            "time": random.exponential(100 * (CLASSES + 1)),
            "status": random.integers(0, 2, 120),
        },
        IDS,
    )


@pytest.fixture(scope="module")
def fitted():
    # Another order: rows are joined by their index.
    return Manyview(3).fit(views(), metadata=clinical().sample(frac=1, random_state=0))


def test_metadata_is_tested_and_never_clustered(fitted):
    tests = {one["column"]: one for one in fitted.associations_}
    assert tests["age"]["p"] < 1e-10 < 0.01 < tests["smokes"]["p"]
    assert tests["time, status"]["test"] == "log-rank" and tests["visit"]["kind"] == "date"
    np.testing.assert_array_equal(fitted.labels_, Manyview(3).fit(views()).labels_)
    days = clinical().rename(columns={"time": "a", "status": "b"})
    told = Manyview(3, kinds={"a": "time", "b": "event"}).fit(views(), metadata=days)
    assert {one["column"] for one in told.associations_} >= {"a, b", "age"}


def test_metadata_is_joined_by_a_column_of_ids():
    table = clinical().rename_axis("patient").reset_index().sample(frac=1, random_state=0, ignore_index=True)
    model = Manyview(3).fit(views(), metadata=table)
    tests = {one["column"]: one for one in model.associations_}
    assert tests["age"]["p"] < 1e-10 and "patient" not in tests
    bare = {**views(), "proteins": views()["proteins"].to_numpy()}
    with pytest.raises(InputError, match="in different orders"):
        Manyview(3).fit(bare, metadata=table)


@pytest.mark.parametrize(
    "metadata, words",
    [
        (3, "metadata: is a int, give a data frame"),
        ({}, "metadata: has no column"),
        ({"age": [1, 2], "sex": [1]}, "sex has 1 values but age has 2"),
        ({"age": [1, 2]}, "has 2 rows but genes has 120 samples"),
        ({"time": [-1] * 120, "status": [0, 1] * 60}, "time below 0"),
    ],
)
def test_bad_metadata_is_refused_in_one_line(metadata, words):
    with pytest.raises(InputError, match=words) as caught:
        Manyview(3).fit(views(), metadata=metadata)
    assert "\n" not in str(caught.value)


def test_tables_are_data_frames(fitted):
    tables = fitted.tables()
    assert set(tables) == {"clusters", "features", "views", "samples", "associations"}
    assert list(tables["clusters"]["name"]) == fitted.names_
    assert list(tables["samples"]["id"]) == fitted.ids_
    np.testing.assert_array_equal(tables["samples"]["cluster"], fitted.labels_)
    assert tables["features"]["by_chance"].dtype == bool
    assert set(tables["features"].query("view == 'genes'")["name"]) <= {f"gene{i}" for i in range(8)}
    assert tables["associations"].query("column == 'age'")["q"].item() < 1e-10


def test_the_table_of_views_says_what_each_is_worth():
    found = Manyview(3, leave_one_out=True).fit(views()).tables()["views"]
    assert list(found["view"]) == ["genes", "proteins"] and found["without_ari"].between(0, 1).all()


def test_clusters_get_names():
    model = Manyview(3).fit(views())
    model.names_ = ["early", "late", "other"]
    assert list(model.tables()["clusters"]["name"]) == model.names_ == ["early", "late", "other"]
    for names, words in ((["a"], "has 1 names but there are 3"), (["a", "b", "a"], 'the name "a" twice')):
        with pytest.raises(InputError, match=words):
            model.names_ = names


def test_a_cut_is_an_estimator_of_its_own(fitted):
    merged = fitted.cut(2)
    assert merged.n_clusters_ == 2 and fitted.n_clusters_ == 3
    # Clusters of a tree lie within each other.
    assert len(set(zip(merged.labels_, fitted.labels_))) == 3
    assert {one["column"] for one in merged.associations_} == {one["column"] for one in fitted.associations_}
    assert merged.explain()["map"].shape == (120, 2)
    with pytest.raises(InputError, match=r"cut\(…, exact=True\)"):
        merged.predict(views())
    np.testing.assert_array_equal(fitted.cut(3).labels_, fitted.labels_)
    with pytest.raises(InputError, match="1 … 9|1 to 9|from 1"):
        fitted.cut(50)


def test_an_exact_cut_is_a_fit_with_that_number(fitted):
    exact = fitted.cut(4, exact=True)
    np.testing.assert_array_equal(exact.labels_, Manyview(4).fit(views()).labels_)
    assert exact.n_clusters == 4 and exact.associations_ and len(exact.predict(views())) == 120


def test_new_samples_have_scores(fitted):
    new = {name: np.asarray(view)[::3] for name, view in views().items()}
    placed = fitted.assign(new, truth=CLASSES[::3])
    assert placed["scores"]["acc"] == 1 and placed["memberships"].shape == (40, 3)
    assert not placed["unseen"].any()
    far = fitted.assign({name: view + 1000 for name, view in new.items()})
    assert far["unseen"].all() and far["unseen_scores"].min() > placed["unseen_scores"].max()
    assert "scores" not in far


def test_scores_of_two_labelings():
    truth = ["a, b"] * 3 + ['say "c"'] * 3
    assert score(truth, [1, 1, 1, 0, 0, 0]) == {"acc": 1, "nmi": 1, "purity": 1, "ari": 1, "fscore": 1}
    assert score(truth, [0] * 6)["ari"] == 0
    with pytest.raises(InputError, match="has 2 labels but truth has 1"):
        score([1], [1, 2])


def test_outliers_have_the_label_minus_one():
    model = Manyview(3, outliers=0.05).fit(views())
    assert (model.labels_ == -1).sum() == 6
    assert model.outlier_scores_[model.labels_ == -1].min() > model.outlier_scores_[model.labels_ >= 0].max()


def test_figures(fitted):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    points = fitted.plot().collections
    assert sum(len(one.get_offsets()) for one in points) == 120
    assert len(fitted.plot("sizes").patches) == 3
    bars = fitted.plot("features", cluster=2)
    assert [text.get_text() for text in bars.get_yticklabels()][0].startswith("genes: gene") and len(bars.patches) == 11
    axes = fitted.plot("survival", ax=pyplot.figure().gca())
    assert len(axes.lines) == 3 and "p = " in axes.get_title()
    pyplot.close("all")
    with pytest.raises(InputError, match="one of map, sizes, features, survival"):
        fitted.plot("nonsense")
    with pytest.raises(InputError, match="cluster: is 3, give one from 0 to 2"):
        fitted.plot("features", cluster=3)
    with pytest.raises(InputError, match="needs times and events"):
        Manyview(3).fit(views()).plot("survival")


def test_none_is_a_missing_view():
    genes, proteins = (np.asarray(view) for view in views().values())
    some = [None if i % 7 == 0 else row for i, row in enumerate(genes)]
    empty = np.where(np.arange(120)[:, None] % 7 == 0, np.nan, genes)
    expected = Manyview(3).fit({"genes": empty, "proteins": proteins})
    for given in (some, pandas.Series(some), [None if row is None else list(row) for row in some]):
        model = Manyview(3).fit({"genes": given, "proteins": proteins})
        np.testing.assert_array_equal(model.labels_, expected.labels_)
        assert model.record_["coverage"]["views"][0]["samples"] == 102
    other = [None if i % 7 == 1 else list(row) for i, row in enumerate(proteins)]
    assert list(Manyview(3).fit([some, other, pandas.Series(some)]).views_.values()) == [8, 5, 8]
    with pytest.raises(InputError, match="rows of 3 and of 8 features"):
        Manyview(3).fit({"genes": [*some[:-1], [1, 2, 3]], "proteins": proteins})


def test_a_column_of_vectors_has_the_ids_of_its_index():
    genes, proteins = (np.asarray(view) for view in views().values())
    table = pandas.DataFrame({"genes": list(genes), "proteins": list(proteins)}, IDS)
    assert Manyview(3).fit({name: table[name] for name in table}).ids_ == IDS


def test_a_table_of_texts_beside_views_is_metadata():
    table = clinical()
    both = [np.asarray(view) for view in views().values()]
    with pytest.warns(ManyviewWarning, match=r"X3: has texts \(smokes, visit\).* give it as metadata="):
        model = Manyview(3).fit([*both, table])
    assert model.ids_ == IDS and list(model.views_) == ["X1", "X2"] and model.associations_
    with pytest.raises(InputError, match="X: column smokes holds no numbers"):
        Manyview(3).fit(table)


def test_labels_are_written_into_obs():
    anndata = pytest.importorskip("anndata")
    genes = views()["genes"]
    cells = anndata.AnnData(genes.to_numpy(np.float32), obs=pandas.DataFrame(index=IDS))
    model = Manyview(3, outliers=0.05).fit({"rna": cells, "protein": views()["proteins"]})
    model.write_obs(cells)
    found = cells.obs["manyview"]
    assert found.isna().sum() == 6 and list(found.cat.categories) == ["0", "1", "2"]
    np.testing.assert_array_equal(found.cat.codes, model.labels_)
    np.testing.assert_allclose(cells.obs["manyview_confidence"], model.confidence_)
    model.names_ = ["B", "T", "NK"]
    model.write_obs(cells[:10].copy(), key="kind")
    model.write_obs(cells, key="kind")
    assert set(cells.obs["kind"].cat.categories) == {"B", "T", "NK"}
    with pytest.raises(InputError, match="none of its samples"):
        model.write_obs(anndata.AnnData(np.ones((2, 2), np.float32)))
