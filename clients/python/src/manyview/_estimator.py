"""The estimator, with scikit-learn's conventions and without needing scikit-learn."""

import base64
import csv
import inspect
import json
import numbers
from pathlib import Path

import numpy as np

from ._command import InputError, progress_can_be_seen, run
from ._views import handed_over, views_of
from ._words import SETTINGS

_PACKED = {"uint8": "<u1", "uint16": "<u2", "uint32": "<u4", "float32": "<f4"}


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
    choice_ : dict or None
        Why that many clusters, where the number was chosen: `choice_["reason"]` says it in plain words.
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
        self.threads = threads
        self.memory = memory
        self.verbose = verbose

    def fit(self, X, y=None):
        """Clusters `X`: a matrix, a list or dict of matrices and data frames, an AnnData or a MuData."""
        views = views_of(X)
        flags = self._flags()
        with handed_over(views) as folder:
            out, model = folder / "out", folder / "model"
            arguments = ["fit", folder / "views.json", "--json", "labels", "--write", "npy"]
            arguments += ["--out", out, "--model", model, *flags]
            answer = run([str(one) for one in arguments], self._show())
            self.record_ = json.loads((out / "clustering.json").read_text("utf-8"))
            self.memberships_ = _array(out / "memberships.npy")
            self.embedding_ = _array(out / "embedding.npy")
            self._model = model.read_bytes()
        self.labels_ = np.asarray(answer["labels"], dtype=np.int64)
        self.ids_ = answer["ids"]
        self.n_clusters_ = answer["clusters"]
        self.view_weights_ = answer["viewWeights"]
        confidence = self.record_["assignment"]["confidence"]
        self.confidence_ = None if confidence is None else _unpack(confidence).astype(np.float64)
        self.views_ = {name: view.values.shape[1] for name, view in views.items()}
        self.n_features_in_ = sum(self.views_.values())
        names = [feature for view in views.values() for feature in view.features or []]
        if len(views) == 1 and names and all(isinstance(name, str) for name in getattr(X, "columns", [])):
            self.feature_names_in_ = np.asarray(names, dtype=object)
        self._views = views
        return self

    def fit_predict(self, X, y=None):
        """Clusters `X` and returns the labels."""
        return self.fit(X).labels_

    def predict(self, X):
        """The cluster of new samples, each placed on its own. They may lack views."""
        return self._assign(X)[0]

    def predict_memberships(self, X):
        """The share of new samples in every cluster."""
        return self._assign(X)[1]

    def explain(self, X=None):
        """What the report shows, as a dict: the map, the support of the views, typical samples and features of each cluster."""
        explanation = self._report(X, ["--json"])["explanation"]
        found = _unpacked(explanation)
        return {**found, "map": found["map"].reshape(-1, 2)}

    def report(self, path, X=None):
        """Writes the report, one page that needs no network, and returns its path."""
        self._report(X, ["--out", str(Path(path).resolve()), "--quiet"])
        return path

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
            "leaves": _unpack(tree["leaves"]).astype(np.int64),
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
        return {name: value for name, value in self.__dict__.items() if name != "_views"}

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
            if setting["named"]:
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

    def _assign(self, X):
        self._check_fitted()
        views = views_of(X)
        for name, view in views.items():
            features = view.values.shape[1]
            expected = self.views_.get(name)
            if expected is None:
                raise InputError(f"{name}: was not in the fit, whose views are {', '.join(self.views_)}")
            if features != expected:
                raise InputError(f"{name}: X has {features} features, but Manyview is expecting {expected} features as input")
        with handed_over(views) as folder:
            (folder / "model").write_bytes(self._model)
            arguments = ["assign", folder / "model", folder / "views.json", "--out", folder / "out"]
            arguments += ["--json", *(["--missing", "mean"] if self.missing else [])]
            run([str(one) for one in arguments], self._show())
            labels = _column(folder / "out" / "labels.csv", 1)
            memberships = np.loadtxt(_rows(folder / "out" / "memberships.csv"), delimiter=",", ndmin=2)
        return np.asarray(labels, dtype=np.int64), memberships

    def _report(self, X, flags):
        self._check_fitted()
        views = getattr(self, "_views", None) if X is None else views_of(X)
        if views is None:
            raise InputError("X: this estimator was loaded without its data, give the views that were clustered")
        with handed_over(views) as folder:
            record = folder / "clustering.json"
            record.write_text(json.dumps(self.record_), "utf-8")
            return run(["report", str(record), "--views", str(folder / "views.json"), *flags], self._show())


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


def _array(path):
    return np.load(path) if path.exists() else None


def _unpack(packed):
    return np.frombuffer(base64.b64decode(packed["base64"]), _PACKED[packed["type"]])


def _unpacked(value):
    """The same with every packed array as a numpy array."""
    if isinstance(value, dict):
        if set(value) == {"type", "base64"}:
            return _unpack(value)
        return {key: _unpacked(one) for key, one in value.items()}
    return [_unpacked(one) for one in value] if isinstance(value, list) else value


def _column(path, place):
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        return [row[place] for row in rows]


def _rows(path):
    """The lines of a CSV file without its header and its first column, the ids."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        return [",".join(row[1:]) for row in rows]
