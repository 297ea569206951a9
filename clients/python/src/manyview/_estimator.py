"""The estimator, with scikit-learn's conventions and without needing scikit-learn."""

import inspect
import json
import numbers
from pathlib import Path

import numpy as np

from ._command import InputError, progress_can_be_seen, run
from ._figures import draw
from ._metadata import metadata_of, share_ids
from ._results import array, assignment_of, data_frames, label_file, read_tables, unpack, unpacked
from ._views import handed_over, views_of
from ._widget import map_widget
from ._words import SETTINGS


class Manyview:
    """Clusters samples that are described by several views.

    Parameters
    ----------
    n_clusters : int, "auto" or (from, to), default "auto"
        How many clusters, or how to choose the number.
    method : str, default "consensus"
        The method; "manyview methods" lists them.
    random_state : int, default 0
        Fixes every random choice.
    options : dict, optional
        Options of the method.
    weights : dict, optional
        How much a view counts, by name.
    kinds : dict, optional
        What a view holds, by name, such as "scores" or "counts".
    join : "inner" or "outer", default "inner"
        Keep the samples that all views have, or those that any view has.
    missing : "mean", "lowrank", optional
        Fill in missing values (NaN); without it they are refused. A row of NaN is a missing view.
    outliers : "auto" or float, optional
        Set samples that are unlike all others aside, with the label -1: those past a limit, or a share such as 0.02.
    leave_one_out : bool, default False
        Fit again without each view: `tables()["views"]` then has what changes. One more fit per view.
    threads : int, optional
        Threads to use, default all. Results do not depend on it.
    memory : str or int, optional
        Most memory for the method, such as "8GB"; default 60 % of the free memory.
    verbose : bool, optional
        Show progress; default: on a terminal and in a notebook.

    Attributes
    ----------
    labels_, confidence_, memberships_, embedding_ : ndarray
        The cluster of each sample, how sure it is, its share in every cluster, its coordinates.
    ids_ : list of str
        The sample of each label, in order.
    outlier_scores_ : ndarray or None
        How unlike all others each sample is, where `outliers` was asked for.
    choice_ : dict or None
        Why that many clusters, where the number was chosen: `choice_["reason"]` says it in plain words.
    names_ : list of str
        What the clusters are called: what sets them apart, unless you set them.
    associations_ : list of dict, or None
        The tests of the metadata, least p first, with the curves of survival.
    n_clusters_, view_weights_, views_, record_ :
        The number of clusters, the share of each view, names and features of the views, and the whole record of the run.
    """

    _estimator_type = "clusterer"

    def __init__(
        self,
        n_clusters="auto",
        *,
        method="consensus",
        random_state=0,
        options=None,
        weights=None,
        kinds=None,
        join="inner",
        missing=None,
        outliers=None,
        leave_one_out=False,
        threads=None,
        memory=None,
        verbose=None,
    ):
        self.n_clusters = n_clusters
        self.method = method
        self.random_state = random_state
        self.options = options
        self.weights = weights
        self.kinds = kinds
        self.join = join
        self.missing = missing
        self.outliers = outliers
        self.leave_one_out = leave_one_out
        self.threads = threads
        self.memory = memory
        self.verbose = verbose

    def fit(self, X, y=None, *, metadata=None):
        """
        Clusters `X`: a matrix, a list or dict of matrices and data frames, an AnnData or a MuData.

        In a view None or a row of NaN stands for a sample that lacks it. `metadata` (a data frame or a dict of columns)
        is tested against the clusters and never clustered. `y` is not looked at.
        """
        views, table = views_of(X)
        metadata = table if metadata is None else metadata_of(metadata)
        if metadata:
            share_ids(views, metadata)
        self._fit(views, metadata)
        names = [feature for view in views.values() for feature in view.features or []]
        if len(views) == 1 and names and all(isinstance(name, str) for name in getattr(X, "columns", [])):
            self.feature_names_in_ = np.asarray(names, dtype=object)
        return self

    def fit_predict(self, X, y=None, *, metadata=None):
        """Clusters `X` and returns the labels."""
        return self.fit(X, metadata=metadata).labels_

    def predict(self, X):
        """The cluster of new samples, each placed on its own. They may lack views."""
        return self.assign(X)["labels"]

    def predict_memberships(self, X):
        """The share of new samples in every cluster."""
        return self.assign(X)["memberships"]

    def assign(self, X, truth=None):
        """
        Places new samples, each on its own: a dict with ids, labels, confidence and memberships.

        Where the model can tell, `unseen` marks samples that are unlike everything it was made from, by `unseen_scores`.
        With `truth`, the true labels, `scores` says how far both agree.
        """
        self._check_fitted()
        if self._model is None:
            raise InputError("assign: a cut has no model, use cut(…, exact=True)")
        views, _ = views_of(X)
        for name, view in views.items():
            features = view.values.shape[1]
            expected = self.views_.get(name)
            if expected is None:
                raise InputError(f"{name}: was not in the fit, whose views are {', '.join(self.views_)}")
            if features != expected:
                raise InputError(f"{name}: X has {features} features, but Manyview is expecting {expected} features as input")
        with handed_over(views) as folder:
            (folder / "model").write_bytes(self._model)
            arguments = ["assign", "model", "views.json", "--out", "out", "--json"]
            arguments += ["--missing", "mean"] if self.missing else []
            arguments += ["--labels", label_file(folder / "truth.csv", truth)] if truth is not None else []
            answer = run(arguments, folder, self._show())
            found = assignment_of(folder / "out")
        return found if truth is None else {**found, "scores": answer["scores"]}

    def cut(self, n_clusters, exact=False):
        """
        Another number of clusters from the tree of this fit, as an estimator of its own.

        It takes a moment, and is close to a fit with that number. `exact=True` fits again instead, with all that a fit has.
        """
        self._check_fitted()
        if exact:
            other = type(self)(**{**self.get_params(), "n_clusters": n_clusters})
            other._fit(self._data(None), self._metadata)
            return other
        with handed_over({}) as folder:
            (folder / "clustering.json").write_text(json.dumps(self.record_), "utf-8")
            run(["cut", "clustering.json", "--clusters", n_clusters, "--out", "cut", "--quiet"], folder)
            other = type(self).__new__(type(self))
            other.__dict__.update(self.__dict__)
            other.n_clusters = n_clusters
            other._set_record(folder / "cut" / "clustering.json")
        if other.n_clusters_ != self.n_clusters_:
            other.memberships_ = other._model = None
        return other

    def explain(self, X=None):
        """What the report shows, as a dict: the map, the support of the views, typical samples and features of each cluster."""
        return self._explained(X)[0]

    def tables(self, X=None):
        """
        The explanation as pandas data frames, by name.

        `clusters`, `features` (what sets each cluster apart), `views`, `samples` (where each view puts each sample), and
        with metadata `associations` (the tests).
        """
        return data_frames(self._explained(X)[1])

    def plot(self, figure="map", ax=None, *, cluster=0, **marks):
        """
        Draws "map", "sizes", "features" (of one cluster) or "survival" with matplotlib and returns the axes.

        `ax` says where to draw; `marks` go on to matplotlib, such as s=4 for the map.
        """
        self._check_fitted()
        return draw(self, figure, ax, cluster, marks)

    def map(self, X=None):
        """
        The map of the samples for a notebook, to be looked at, zoomed and selected in.

        With anywidget installed it is linked: `selection` has the ids of the samples that were lassoed, and `names`,
        `colours` and `colour_by` can be set. Without it, it is a page of its own.
        """
        with handed_over(self._data(X)) as folder:
            record = self._report(folder, ["--json"])
            (folder / "clustering.json").write_text(json.dumps(record), "utf-8")
            run(["plot", "clustering.json", "--figure", "map", "--out", "map.svg", "--quiet"], folder)
            picture = (folder / "map.svg").read_text("utf-8")
        return map_widget(record, picture)

    def report(self, path, X=None):
        """Writes the report, one page that needs no network, and returns its path."""
        with handed_over(self._data(X)) as folder:
            self._report(folder, ["--out", Path(path).resolve(), "--quiet"])
        return path

    def write_obs(self, data, key="manyview"):
        """
        Writes the clusters into `data.obs[key]` and how sure they are into `data.obs[key + "_confidence"]`.

        They are numbers as text, or names where you set `names_`. `data` is the AnnData or MuData that was clustered, or a
        part of it. Samples without a cluster have none there.
        """
        self._check_fitted()
        import pandas

        names = self._given_names or [str(label) for label in range(self.n_clusters_)]
        words = {one: names[label] for one, label in zip(self.ids_, self.labels_) if label >= 0}
        samples = [str(one) for one in data.obs_names]
        if not any(one in words for one in samples):
            raise InputError(f"data: none of its samples ({', '.join(samples[:3])}, …) was clustered, give the data of the fit")
        data.obs[key] = pandas.Categorical([words.get(one) for one in samples], categories=names)
        if self.confidence_ is not None:
            sure = dict(zip(self.ids_, self.confidence_))
            data.obs[f"{key}_confidence"] = [float(sure.get(one, np.nan)) for one in samples]
        return data

    @property
    def names_(self):
        self._check_fitted()
        if "names" not in self.record_:
            self._explained(None)
        return list(self.record_["names"])

    @names_.setter
    def names_(self, names):
        self._check_fitted()
        names = [str(name) for name in names]
        if len(names) != self.n_clusters_:
            raise InputError(f"names_: has {len(names)} names but there are {self.n_clusters_} clusters, give one per cluster")
        twice = next((name for name in names if names.count(name) > 1 or not name.strip()), None)
        if twice is not None:
            raise InputError(f'names_: has the name "{twice}" twice or an empty one, give every cluster a name of its own')
        self.record_ = {**self.record_, "names": names}
        self._given_names, self._explanation = names, None

    @property
    def associations_(self):
        self._check_fitted()
        found = self.record_.get("associations")
        return found and found["associations"]

    @property
    def choice_(self):
        """
        How the number of clusters was chosen, as a dict; None where it was given.

        `reason` says why in plain words, `standsOut` whether the number is better than chance gives, and `candidates`
        has every number that was tried, best first.
        """
        self._check_fitted()
        return self.record_.get("choice")

    @property
    def tree_(self):
        """
        The tree of the clusters as a dict of arrays; None where the method gives none.

        `leaves` has the leaf of each sample and `leaf_sizes` the samples of each leaf. Row m of `merges` names the two
        nodes that become node `len(leaf_sizes) + m`, at `heights[m]` with `support[m]`.
        """
        self._check_fitted()
        tree = self.record_.get("tree")
        if tree is None:
            return None
        merges = tree["merges"]
        return {
            "leaves": unpack(tree["leaves"]).astype(np.int64),
            "leaf_sizes": np.asarray(tree["leafSizes"], dtype=np.int64),
            "merges": np.asarray([[one["first"], one["second"]] for one in merges], dtype=np.int64).reshape(-1, 2),
            "heights": np.asarray([one["height"] for one in merges], dtype=np.float64),
            "support": np.asarray([one["support"] for one in merges], dtype=np.float64),
        }

    def get_params(self, deep=True):
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self, **parameters):
        """Changes parameters."""
        for name, value in parameters.items():
            if name not in self._parameters():
                raise ValueError(f"Invalid parameter {name!r} for {self!r}, valid are {self._parameters()}")
            setattr(self, name, value)
        return self

    def __repr__(self):
        changed = {
            name: value
            for name, value in self.get_params().items()
            if value is not inspect.signature(type(self)).parameters[name].default
        }
        return f"Manyview({', '.join(f'{name}={value!r}' for name, value in changed.items())})"

    def __getstate__(self):
        # A saved estimator predicts; the data it was fitted on stays behind.
        return {name: value for name, value in self.__dict__.items() if name not in ("_views", "_metadata", "_explanation")}

    def _more_tags(self):
        return {"allow_nan": self.missing is not None, "X_types": ["2darray", "sparse"]}

    def _get_tags(self):
        from sklearn.utils._tags import _DEFAULT_TAGS

        return {**_DEFAULT_TAGS, **self._more_tags()}

    def __sklearn_tags__(self):
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type="clusterer",
            target_tags=TargetTags(required=False),
            input_tags=InputTags(sparse=True, allow_nan=self.missing is not None),
        )

    @classmethod
    def _parameters(cls):
        return [name for name in inspect.signature(cls).parameters]

    def _flags(self):
        clusters = self.n_clusters
        if isinstance(clusters, (list, tuple)) and len(clusters) == 2:
            clusters = f"{clusters[0]}..{clusters[1]}"
        parameters = {**self.get_params(), "n_clusters": clusters, "random_state": _seed(self.random_state)}
        flags = []
        for setting in SETTINGS:
            value = parameters[setting["python"]]
            if setting["takes"] == "nothing":
                flags += [setting["flag"]] if value else []
            elif setting["takes"] == "names":
                flags += [word for name, one in (value or {}).items() for word in (setting["flag"], f"{name}={one}")]
            elif value is not None:
                flags += [setting["flag"], value]
        return flags

    def _show(self):
        return progress_can_be_seen() if self.verbose is None else bool(self.verbose)

    def _check_fitted(self):
        if hasattr(self, "record_"):
            return
        try:
            from sklearn.exceptions import NotFittedError
        except ImportError:
            NotFittedError = ValueError
        raise NotFittedError("This Manyview instance is not fitted yet. Call fit first.")

    def _fit(self, views, metadata):
        with handed_over(views, metadata) as folder:
            arguments = ["fit", "views.json", "--json", "labels", "--write", "npy", "--out", "out", "--model", "model"]
            arguments += ["--metadata", "metadata.csv"] if metadata else []
            answer = run([*arguments, *self._flags()], folder, self._show())
            self._set_record(folder / "out" / "clustering.json")
            self.memberships_ = array(folder / "out" / "memberships.npy")
            self.embedding_ = array(folder / "out" / "embedding.npy")
            self._model = (folder / "model").read_bytes()
        self.ids_ = answer["ids"]
        self.view_weights_ = answer["viewWeights"]
        self.views_ = {name: view.values.shape[1] for name, view in views.items()}
        self.n_features_in_ = sum(self.views_.values())
        self._views, self._metadata = views, metadata

    def _set_record(self, path):
        self.record_ = json.loads(path.read_text("utf-8"))
        assignment = self.record_["assignment"]
        set_aside = assignment.get("outliers")
        self.n_clusters_ = self.record_["clusters"]
        self.labels_ = unpack(assignment["labels"]).astype(np.int64)
        if set_aside is not None:
            self.labels_[unpack(set_aside) > 0] = -1
        confidence, scores = assignment["confidence"], assignment.get("outlierScores")
        self.confidence_ = None if confidence is None else unpack(confidence).astype(np.float64)
        self.outlier_scores_ = None if scores is None else unpack(scores).astype(np.float64)
        self._given_names = self._explanation = None

    def _explained(self, X):
        """The explanation and its tables; those of the data of the fit are made once."""
        if X is None and getattr(self, "_explanation", None) is not None:
            return self._explanation
        with handed_over(self._data(X)) as folder:
            (folder / "tables").mkdir()
            record = self._report(folder, ["--json", "--out", "tables"])
            found = unpacked(record["explanation"])
            explained = {**found, "map": found["map"].reshape(-1, 2)}, read_tables(folder / "tables")
        if X is None:
            self._explanation = explained
            self.record_ = {**self.record_, "names": record["names"]}
        return explained

    def _data(self, X):
        """The views of `X`, or those of the fit."""
        self._check_fitted()
        views = getattr(self, "_views", None) if X is None else views_of(X)[0]
        if views is None:
            raise InputError("X: this estimator was loaded without its data, give the views that were clustered")
        return views

    def _report(self, folder, flags):
        (folder / "clustering.json").write_text(json.dumps(self.record_), "utf-8")
        arguments = ["report", "clustering.json", "--views", "views.json", *flags]
        return run(arguments, folder, self._show(), self.record_["warnings"])


def _seed(random_state):
    if random_state is None:
        return int(np.random.randint(2**31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    if not isinstance(random_state, numbers.Integral):
        raise InputError(f"random_state: is {random_state!r}, give a whole number")
    return int(random_state)
