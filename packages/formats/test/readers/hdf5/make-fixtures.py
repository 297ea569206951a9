"""Makes the files of ways-to-store.test.ts (needs numpy and h5py). Each holds the same 12×4 numbers, once per way in which HDF5 can store them."""
import gzip
import io
import json
import os
import signal
from pathlib import Path

import h5py
import numpy as np

here = Path(__file__).parent
values = np.arange(48.0).reshape(12, 4) % 7 + 0.5


def chunked(chunks):
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_chunk(chunks)
    return plan


def low(f, name, plan, space=None, kind=h5py.h5t.IEEE_F64LE):
    return h5py.Dataset(h5py.h5d.create(f.id, name.encode(), kind, space or h5py.h5s.create_simple(values.shape), plan))


def common(f):
    f.create_dataset("lzf", data=values, chunks=(6, 4), compression="lzf", shuffle=True)
    # Runs of more than 264 equal bytes, and bytes that never repeat.
    f.create_dataset("lzf long", data=np.repeat(values, 50, axis=1), chunks=(12, 200), compression="lzf")
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_layout(h5py.h5d.COMPACT)
    low(f, "compact", plan)[:] = values
    f["kind of number"] = np.dtype(">f4")
    f.create_dataset("named type", data=values, dtype=f["kind of number"])
    f.create_dataset("truth", data=values > 3)
    f.create_dataset("single cells", data=values.repeat(6, axis=0).repeat(2, axis=1), chunks=(2, 1))


with h5py.File(here / "old.h5", "w", libver="earliest") as f:
    common(f)
with h5py.File(here / "new.h5", "w", libver="latest") as f:
    common(f)
    plan = chunked((5, 3))
    plan.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    low(f, "implicit", plan)[:] = values
    # 1,200 chunks take two pages of the index; one page and half of the other are never written.
    x = f.create_dataset("pages", shape=(1200, 2), chunks=(1, 2), dtype="f8", fillvalue=-1)
    x[:512] = 3
    f.create_dataset("never written", shape=(12, 4), maxshape=(None, None), chunks=(4, 4), dtype="f8", fillvalue=2.5)
    f.create_dataset("never written either", shape=(12, 4), maxshape=(None, 4), chunks=(4, 4), dtype="f8", fillvalue=1.5)
with h5py.File(here / "empty.h5", "w") as f:
    f["X"] = values
    f["nothing"] = h5py.Empty("f8")
    f.create_dataset("no rows", shape=(0, 4), dtype="f8")
    f.create_dataset("no rows in chunks", shape=(0, 4), maxshape=(None, 4), dtype="f8")
with h5py.File(here / "links.h5", "w", libver="earliest") as f:
    f["X"] = values
    for i in range(300):
        f[f"link {i:03}"] = f["X"]
(here / "links.h5.gz").write_bytes(gzip.compress((here / "links.h5").read_bytes(), mtime=0))
(here / "links.h5").unlink()
for name, how in (("scaleoffset", {"scaleoffset": 3}), ("szip", {"compression": "szip"})):
    try:
        with h5py.File(here / f"{name}.h5", "w") as f:
            f.create_dataset("X", data=values, chunks=(6, 4), **how)
    except ValueError:
        (here / f"{name}.h5").unlink()


def pattern(*shape):
    return np.arange(float(np.prod(shape))).reshape(shape) % 7 + 0.5


# The files of chunk-indexes.test.ts.
with h5py.File(here / "indexes.h5", "w", libver="latest") as f:
    packed = {"compression": "gzip", "shuffle": True}
    f.create_dataset("single", data=values, chunks=(12, 4))
    f.create_dataset("single packed", data=values, chunks=(12, 4), **packed)
    f.create_dataset("fixed packed", data=values, chunks=(5, 3), **packed)
    f.create_dataset("fixed with room", data=values, chunks=(5, 3), maxshape=(20, 6))
    f.create_dataset("grown packed", data=values, chunks=(1, 4), maxshape=(None, 4), **packed)
    f.create_dataset("grown in the second dimension", data=values, chunks=(5, 1), maxshape=(12, None))
    f.create_dataset("grown far", data=pattern(300, 1), chunks=(1, 1), maxshape=(None, 1))
    f.create_dataset("tree packed", data=values, chunks=(5, 3), maxshape=(None, None), **packed)
    f.create_dataset("tree of two levels", data=pattern(40, 4), chunks=(1, 1), maxshape=(None, None))
    f.create_dataset("three dimensions", data=pattern(3, 4, 5), chunks=(2, 3, 2))
    # The last blocks of the index are so long that they come in pages.
    x = f.create_dataset("long", shape=(200_000,), maxshape=(None,), chunks=(1,), dtype="u1", fillvalue=5)
    for place, value in {0: 1, 3: 2, 4: 3, 20: 4, 150_000: 7, 199_999: 9}.items():
        x[place] = value
with h5py.File(here / "fixed-packed.h5", "w", libver="latest") as f:
    f.create_dataset("X", data=values, chunks=(5, 3), compression="gzip")
with h5py.File(here / "wide-chunk.h5", "w", libver="latest") as f:
    f.create_dataset("X", data=np.arange(140_000, dtype="u1") % 7, chunks=(70_000,), compression="gzip")
with h5py.File(here / "few-chunks.h5", "w", libver="latest") as f:
    f.create_dataset("X", data=pattern(4, 2), chunks=(1, 2), maxshape=(None, 2))


# The files of flipped-bits.test.ts.
def packed_arrays(f, new):
    g = f.create_group("features")
    g.create_dataset("genes", data=values, chunks=(5, 3), compression="gzip", shuffle=True)
    g.attrs["kind"] = np.bytes_("expression")
    f.create_dataset("grown", data=values.astype(">i4")[:, :2], chunks=(4, 2), maxshape=(None, 2), compression="gzip", fletcher32=True)
    f.create_dataset("labels", data=np.array([b"one", b"two", b"three"] * 4), chunks=(12,), compression="gzip")
    f.create_dataset("part", data=values[:6], chunks=(4, 4), compression="gzip", fillvalue=1.5)
    f.create_dataset("truth", data=values[:, 0] > 3, chunks=(12,), compression="gzip")
    if new:
        f.create_dataset("free", data=values, chunks=(5, 3), maxshape=(None, None), compression="gzip")
        many = f.create_group("many")
        for i in range(10):
            many.create_dataset(f"{i}", data=values[i], chunks=(4,), compression="gzip")


def read_all(file):
    """Reads all arrays, or fails."""
    with h5py.File(io.BytesIO(file), "r") as f:

        def visit(group, path):
            place = h5py.h5o.get_info(group.id).addr
            if place in path:
                raise ValueError("a group that holds itself")
            for name in group:
                item = group[name]
                if isinstance(item, h5py.Group):
                    visit(item, [*path, place])
                else:
                    item[()]

        visit(f, [])


def refused_of(file, places):
    """Those of the places (8 × byte + bit) whose flip makes h5py refuse the file, crash or never return: so the files are read in processes of their own, many in each."""
    refused = []
    while places:
        end, begin = os.pipe()
        child = os.fork()
        if child == 0:
            for place in places:
                damaged = bytearray(file)
                damaged[place >> 3] ^= 1 << (place & 7)
                signal.alarm(600)
                try:
                    read_all(bytes(damaged))
                    os.write(begin, b".")
                except MemoryError:
                    os.write(begin, b".")
                except Exception:
                    os.write(begin, b"r")
            os._exit(0)
        os.close(begin)
        with os.fdopen(end, "rb") as pipe:
            letters = pipe.read().decode()
        os.waitpid(child, 0)
        letters += "r" * (len(letters) < len(places))
        refused += [place for place, letter in zip(places, letters) if letter == "r"]
        places = places[len(letters):]
    return refused


for name, new in (("gzip-earliest", False), ("gzip-latest", True)):
    with h5py.File(here / f"{name}.h5", "w", libver="latest" if new else "earliest") as f:
        packed_arrays(f, new)
file = (here / "gzip-earliest.h5").read_bytes()
places = [8 * at + bit for at in range(len(file)) for bit in (at % 8, (at + 4) % 8)]
(here / "refused-by-h5py.json").write_text(json.dumps(refused_of(file, places), separators=(",", ":")))
