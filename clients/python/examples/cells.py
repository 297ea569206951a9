"""
Cells with several modalities in one .h5mu file: the clusters are written into the obs of the file.

    python cells.py CELLS.h5mu      needs the package mudata
"""

import sys

import mudata

from manyview import Manyview

path = sys.argv[1]
cells = mudata.read_h5mu(path)

# Cells that only some modalities have stay, too.
model = Manyview(join="outer").fit(cells)
print(model.choice_["reason"])

model.write_obs(cells)
cells.write(path)
print(cells.obs["manyview"].value_counts().to_string())
