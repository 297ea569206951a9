"""What people hold as views, made into named arrays with ids, and written where the command can read them."""

import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from ._command import InputError, warn
from ._metadata import counted_ids, metadata_of, write_metadata


class View:
    """One view: a matrix of samples × features, dense or scipy.sparse, with ids and feature names where there are any."""

    def __init__(self, values, ids=None, features=None):
        self.values = values
        self.ids = ids
        self.features = features
        # The view whose ids these are, where it has none of its own.
        self.lender = None


def views_of(given):
    """Views by name, and the metadata among them or None: of a matrix, a list or dict of matrices and data frames, an AnnData or a MuData."""
    if hasattr(given, "mod") and hasattr(given, "obs_names"):
        given = dict(given.mod)
    # A sparse matrix may be a dict, too.
    if _is_matrix(given) or _is_anndata(given):
        named = {"X": given}
    elif isinstance(given, dict):
        named = given
    elif isinstance(given, (list, tuple)):
        named = {f"X{i + 1}": view for i, view in enumerate(given)}
    else:
        raise InputError(f"views: is a {type(given).__name__}, give a matrix, a list or a dict of matrices")
    if not named:
        raise InputError("views: there is none, give at least one")
    metadata = None
    tables = {name: _texts(view) for name, view in named.items()} if len(named) > 1 else {}
    for name in [name for name, texts in tables.items() if texts]:
        if metadata is not None or len(named) == 1:
            break
        metadata = metadata_of(named[name])
        named = {other: view for other, view in named.items() if other != name}
        columns = ", ".join(tables[name][:3]) + (", …" if len(tables[name]) > 3 else "")
        warn(f"{name}: has texts ({columns}), so it is taken as metadata and not as a view; give it as metadata=")
    views = {str(name): _view(str(name), value) for name, value in named.items()}
    return _without_counted_ids(views), metadata


def _is_anndata(value):
    return hasattr(value, "obsm") and hasattr(value, "obs_names")


def _is_frame(value):
    return hasattr(value, "iloc") and hasattr(value, "columns")


def _is_matrix(value):
    if hasattr(value, "toarray") or hasattr(value, "__array__") or hasattr(value, "iloc"):
        return True
    # A list of rows of numbers is a matrix; a list of anything with two dimensions is a list of views.
    return isinstance(value, (list, tuple)) and all(_is_row(row) for row in value)


def _is_row(value):
    """True for None and for numbers one after the other; lists and columns of vectors are views."""
    if isinstance(value, (list, tuple)):
        return not any(hasattr(one, "__len__") and not isinstance(one, str) for one in value)
    return np.ndim(value) <= 1 and not hasattr(value, "toarray") and not _is_column_of_vectors(value)


def _is_column_of_vectors(value):
    return getattr(getattr(value, "dtype", None), "kind", None) == "O" and np.ndim(value) == 1


def _texts(value):
    """The names of a data frame's columns that hold no numbers."""
    if not _is_frame(value):
        return []
    return [str(name) for place, name in enumerate(value.columns) if not _has_numbers(value.iloc[:, place])]


def _has_numbers(column):
    try:
        return column.dtype.kind in "fiub" or bool(column.astype(float) is not None)
    except (TypeError, ValueError):
        return False


def _view(name, value):
    if isinstance(value, View):
        return value
    if _is_anndata(value):
        return _of_anndata(name, value)
    if _is_frame(value):
        texts = _texts(value)
        if texts:
            raise InputError(f"{name}: column {texts[0]} holds no numbers, encode it, leave it out, or give it as metadata=")
        values = value.to_numpy()
        if values.dtype.kind == "O":
            values = value.to_numpy(dtype=np.float64, na_value=np.nan)
        return View(_dense(name, values), counted_ids(value.index), [str(column) for column in value.columns])
    if hasattr(value, "toarray"):
        return View(_sparse(name, value))
    ids = counted_ids(value.index) if hasattr(value, "iloc") else None
    return View(_dense(name, _filled_rows(name, value)), ids)


def _filled_rows(name, value):
    """A list or a column of vectors as a matrix, with a row of NaN for None: that sample lacks the view."""
    if not _is_column_of_vectors(value) and not (isinstance(value, (list, tuple)) and any(row is None for row in value)):
        return value
    rows = [None if row is None or (np.ndim(row) == 0 and row != row) else row for row in value]
    widths = {len(row) for row in rows if np.ndim(row) == 1}
    if len(widths) > 1:
        raise InputError(f"{name}: has rows of {min(widths)} and of {max(widths)} features, give all the same number")
    if not widths:
        return value
    gap = [np.nan] * widths.pop()
    return [gap if row is None else row for row in rows]


def _of_anndata(name, data):
    if data.X is None:
        raise InputError(f"{name}: has no X, give a matrix of it, for example data.obsm[...]")
    values = _sparse(name, data.X) if hasattr(data.X, "toarray") else _dense(name, data.X)
    return View(values, [str(one) for one in data.obs_names], [str(one) for one in data.var_names])


def _without_counted_ids(views):
    """Data frames that only count their rows have no ids, unless another view has some: then they could not be joined."""
    with_ids = [name for name, view in views.items() if view.ids]
    without = [name for name, view in views.items() if not view.ids]
    if with_ids and without:
        first = views[with_ids[0]]
        for name in without:
            if views[name].values.shape[0] != first.values.shape[0]:
                raise InputError(f"{name}: has no ids but {with_ids[0]} has, give all views an index or none")
            views[name].ids = first.ids
            views[name].lender = with_ids[0]
    return views


def _dense(name, value):
    array = np.asarray(value)
    if array.dtype.kind == "c":
        raise InputError(f"{name}: Complex data not supported, give its real and imaginary parts")
    if array.dtype.kind in "OUS":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            kind = TypeError if "argument must be" in str(error) else InputError
            raise kind(f"{name}: argument must be numbers but is not ({error}), encode texts first") from None
    if array.dtype.kind not in "fiub":
        raise InputError(f"{name}: has the type {array.dtype}, give numbers")
    if array.ndim != 2:
        raise InputError(
            f"{name}: Expected 2D array, got {array.ndim}D array instead. Reshape your data: samples × features"
        )
    if array.dtype.kind == "b":
        array = array.astype(np.uint8)
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        array = array.astype(np.float64)
    return _checked(name, array, array)


def _sparse(name, value):
    matrix = value.tocsr()
    if matrix.dtype.kind == "c":
        raise InputError(f"{name}: Complex data not supported, give its real and imaginary parts")
    return _checked(name, matrix, matrix.data)


def _checked(name, matrix, values):
    samples, features = matrix.shape
    for count, what in ((samples, "sample"), (features, "feature")):
        if count == 0:
            raise InputError(f"{name}: 0 {what}(s) (shape={matrix.shape}) while a minimum of 1 is required.")
    if values.dtype.kind == "f" and np.isinf(values).any():
        raise InputError(f"{name}: contains infinity, replace it")
    return matrix


@contextmanager
def handed_over(views, metadata=None):
    """A folder with the views, a views.json and a metadata.csv, which is gone when the block ends, however it ends."""
    folder = Path(tempfile.mkdtemp(prefix=f"manyview-{os.getpid()}-"))
    try:
        if metadata:
            write_metadata(folder / "metadata.csv", metadata)
        manifest = {name: _write(folder, place, view) for place, (name, view) in enumerate(views.items())}
        (folder / "views.json").write_text(json.dumps({"views": manifest}), "utf-8")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write(folder, place, view):
    spec = {"samples": "rows"}
    if hasattr(view.values, "tocsr"):
        from scipy.sparse import save_npz

        spec["file"] = f"view-{place}.npz"
        save_npz(folder / spec["file"], view.values, compressed=False)
    else:
        spec["file"] = f"view-{place}.npy"
        # Named, so that a single row or column is no vector of labels.
        spec["variable"] = f"view-{place}"
        np.save(folder / spec["file"], np.ascontiguousarray(view.values))
    if view.ids:
        spec["ids"] = view.ids
    if view.features:
        spec["features"] = view.features
    return spec
