"""Makes the files of the test beside it (needs numpy and h5py): AnnData and MuData as their packages write them, with layers, embeddings, a data frame and odd columns."""
from pathlib import Path

import h5py
import numpy as np

here = Path(__file__).parent
text = h5py.string_dtype()
x = np.arange(12.0).reshape(4, 3)


def frame(parent, name, index, columns):
    group = parent.create_group(name)
    group.attrs["encoding-type"] = "dataframe"
    group.attrs["_index"] = "names"
    group.attrs["column-order"] = np.array(list(columns), dtype=text)
    group.create_dataset("names", data=np.array(index, dtype=object), dtype=text)
    for column, values in columns.items():
        if isinstance(values, tuple):
            codes, categories = values
            part = group.create_group(column)
            part["codes"] = np.array(codes, "i1")
            part.create_dataset("categories", data=categories, dtype=text if isinstance(categories[0], str) else None)
        elif isinstance(values[0], str):
            group.create_dataset(column, data=values, dtype=text)
        else:
            group[column] = np.array(values)
    return group


def sparse(parent, name, order):
    group = parent.create_group(name)
    group.attrs["encoding-type"] = f"{order}_matrix"
    group.attrs["shape"] = np.array([4, 3])
    lines = 4 if order == "csr" else 3
    group["data"] = np.arange(1.0, lines + 1)
    group["indices"] = np.zeros(lines, "i4")
    group["indptr"] = np.arange(lines + 1, dtype="i4")


def one(group, samples="abcd"):
    group["X"] = x
    frame(group, "obs", list(samples), {
        "batch": [1, 1, 2, 2], "cell_type": ([0, 1, 0, -1], ["T", "B"]), "year": ([1, 0, 1, 0], [2019, 2020]),
        "depth": [0.5, 1.5, 2.5, 3.5], "own": ["p", "q", "r", "s"], "site": ["x", "x", "y", "y"],
    })
    frame(group, "var", ["g1", "g2", "g3"], {})


with h5py.File(here / "cells.h5ad", "w") as f:
    f.attrs["encoding-type"] = "anndata"
    one(f)
    f["layers/counts"] = 2 * x
    sparse(f["layers"], "by row", "csr")
    sparse(f["layers"], "by column", "csc")
    f["obsm/X_pca"] = x[:, :2] - 1
    frame(f["obsm"], "clinical", list("abcd"), {"age": [1.0, 2.0, 3.0, 4.0], "sex": ["f", "m", "f", "m"], "size": [5, 6, 7, 8]})
with h5py.File(here / "parts.h5mu", "w") as f:
    f.attrs["encoding-type"] = "MuData"
    one(f.create_group("mod/rna"))
    one(f.create_group("mod/atac"), "wxyz")
    frame(f, "obs", list("abcdwxyz"), {"donor": [1, 1, 2, 2, 1, 1, 2, 2]})
with h5py.File(here / "renamed.h5", "w") as f:
    f.attrs["encoding-type"] = "anndata"
    f["X"] = x
    index = f.create_group("obs")
    index["index"] = np.array([7, 8, 9, 10])
with h5py.File(here / "bare.h5ad", "w") as f:
    frame(f, "obs", list("abcd"), {})
    f["layers/counts"] = x
with h5py.File(here / "short.h5ad", "w") as f:
    f["X"] = x
    frame(f, "obs", list("abc"), {})
