"""The script that people write in place of a clustering command, from Enter to labels: spectral_script.py FILE CLUSTERS LABELS, the peer of `npm run bench felt`."""

import sys

import numpy as np
from scipy.io import loadmat
from scipy.sparse import issparse
from sklearn.cluster import SpectralClustering
from sklearn.preprocessing import StandardScaler

path, clusters, out = sys.argv[1:]
file = loadmat(path)
samples = file["Y" if "Y" in file else "gt"].size
views = []
for view in file["X"].ravel():
    view = view.toarray() if issparse(view) else np.asarray(view, float)
    view = view if view.shape[0] == samples else view.T
    views.append(StandardScaler().fit_transform(view))
model = SpectralClustering(
    n_clusters=int(clusters), affinity="nearest_neighbors", n_neighbors=10, random_state=0, n_jobs=-1
)
np.savetxt(out, model.fit_predict(np.hstack(views)), fmt="%d")
