"""Makes the files of the tests beside it (needs numpy, scipy and h5py)."""
from pathlib import Path

import h5py
import numpy as np
import scipy.sparse as sp

here = Path(__file__).parent
values = np.arange(48.0).reshape(12, 4) + 0.5
with h5py.File(here / "checked.h5", "w") as f:
    f.create_dataset("X", data=values, chunks=(5, 3), compression="gzip", shuffle=True, fletcher32=True)
with h5py.File(here / "deflated.h5", "w") as f:
    f.create_dataset("X", data=values, chunks=(6, 4), compression="gzip")
for name, libver in (("fill-old.h5", "earliest"), ("fill-new.h5", "latest")):
    with h5py.File(here / name, "w", libver=libver) as f:
        x = f.create_dataset("X", shape=(12, 4), dtype="f8", chunks=(4, 4), fillvalue=-7.25)
        x[4:8] = values[4:8]
        f.create_dataset("Z", shape=(12, 2), dtype="i4", fillvalue=3)
for layout in ("dia", "coo", "bsr"):
    sp.save_npz(here / f"{layout}.npz", sp.random(12, 12, 0.3, format=layout, random_state=1))
