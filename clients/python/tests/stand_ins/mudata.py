"""A stand-in for the package mudata: reads and writes .h5mu files by anndata's own encodings, with the attributes that mudata's MuData has."""

import h5py
import pandas
from anndata.experimental import read_elem, write_elem


class MuData:
    def __init__(self, mod, obs=None):
        self.mod = mod
        names = list(dict.fromkeys(name for part in mod.values() for name in part.obs_names))
        self.obs = pandas.DataFrame(index=names) if obs is None else obs

    @property
    def obs_names(self):
        return self.obs.index

    @property
    def n_obs(self):
        return len(self.obs)

    def write(self, path):
        with h5py.File(path, "w") as file:
            file.attrs["encoding-type"] = "MuData"
            file.attrs["encoding-version"] = "0.1.0"
            write_elem(file, "obs", self.obs)
            for name, part in self.mod.items():
                write_elem(file, f"mod/{name}", part)


def read_h5mu(path):
    with h5py.File(path, "r") as file:
        return MuData({name: read_elem(file["mod"][name]) for name in file["mod"]}, read_elem(file["obs"]))
