"""Writes one large matrix in every format into FOLDER, for read-memory.ts (needs numpy, scipy, h5py and pyarrow): read-memory-files.py FOLDER [MEGABYTES]"""
import gzip, sys
from pathlib import Path

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import scipy.io as sio
import scipy.sparse as sp

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 150
features = 1000
n = int(megabytes * 1e6 / 8 / features)
rng = np.random.default_rng(1)
# Two decimals: text stays short and compression has something to do.
x = np.round(rng.normal(size=(n, features)) * 100) / 100
ids = [f"s{i}" for i in range(n)]
entries = int(megabytes * 1e6 / 12)
s = sp.random(n, 50_000, density=entries / n / 50_000, format="csr", random_state=1, data_rvs=lambda k: rng.integers(1, 20, k).astype(float))

np.save(folder / "npy.npy", x)
np.savez(folder / "stored.npz", x=x)
np.savez_compressed(folder / "deflated.npz", x=x)
sio.savemat(folder / "v5.mat", {"X": x})
sio.savemat(folder / "v7.mat", {"X": x}, do_compression=True)
sio.savemat(folder / "v7-by-columns.mat", {"X": x.T}, do_compression=True)
sio.savemat(folder / "v7-sparse.mat", {"X": s}, do_compression=True)
with h5py.File(folder / "contiguous.h5", "w") as f:
    f["x"] = x
with h5py.File(folder / "chunked.h5", "w") as f:
    f.create_dataset("x", data=x, chunks=(100, 100), compression="gzip", shuffle=True)
with h5py.File(folder / "sparse.h5ad", "w") as f:
    f.attrs["encoding-type"] = "anndata"
    g = f.create_group("X")
    g.attrs["encoding-type"] = "csr_matrix"
    g.attrs["shape"] = np.array(s.shape)
    g["data"], g["indices"], g["indptr"] = s.data, s.indices, s.indptr
    o = f.create_group("obs")
    o.attrs["_index"] = "_index"
    o.create_dataset("_index", data=ids, dtype=h5py.string_dtype())
np.savetxt(folder / "csv.csv", x, fmt="%.2f", delimiter=",")
(folder / "packed.csv.gz").write_bytes(gzip.compress((folder / "csv.csv").read_bytes(), 1))
lists = pa.table({"id": ids, "x": pa.FixedSizeListArray.from_arrays(pa.array(x.ravel()), features)})
single = pa.table({"id": ids, "x": pa.FixedSizeListArray.from_arrays(pa.array(x.ravel().astype(np.float32)), features)})
columns = pa.table({"id": ids, **{f"f{j}": x[:, j] for j in range(features)}})
pq.write_table(lists, folder / "vectors.parquet")
pq.write_table(single, folder / "vectors-f4.parquet", compression="zstd")
pq.write_table(columns, folder / "columns.parquet")
feather.write_feather(lists, str(folder / "vectors.feather"), compression="lz4")
feather.write_feather(columns, str(folder / "columns.feather"), compression="uncompressed")
with open(folder / "lines.jsonl", "w") as out:
    for i in range(n):
        out.write('{"id":"%s","x":[%s]}\n' % (ids[i], ",".join(map(repr, x[i].tolist()))))
sio.mmwrite(folder / "coordinate.mtx", s)
