"""scikit-learn's spectral clustering with nearest neighbours on the concatenated views: the peer of the default method in `npm run bench speed`.

Each line of standard input is a JSON command, each line of standard output its answer.

    {"load": [{"dense": "x.npy"}, ...]}         views, one row a sample; features are brought to mean 0 and deviation 1
    {"run": {"clusters": 10, "seed": 0}}        answers {"seconds": s, "processor": s}
    {"save": "folder"}                          writes labels.npy of the last run
    {"memory": true}                            answers {"bytes": peak resident size}
"""

import json
import resource
import sys
import time
import warnings

import numpy as np
from sklearn.cluster import SpectralClustering
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")


def main():
    points, labels = None, None
    for line in sys.stdin:
        command = json.loads(line)
        answer = {}
        if "load" in command:
            points = np.hstack([np.load(view["dense"]) for view in command["load"]])
        if "run" in command:
            run = command["run"]
            started, before = time.perf_counter(), time.process_time()
            model = SpectralClustering(
                n_clusters=run["clusters"],
                affinity="nearest_neighbors",
                n_neighbors=10,
                assign_labels="kmeans",
                random_state=run["seed"],
                n_jobs=-1,
            )
            labels = model.fit_predict(StandardScaler().fit_transform(points))
            answer["seconds"] = time.perf_counter() - started
            answer["processor"] = time.process_time() - before
        if "save" in command:
            np.save(command["save"] + "/labels.npy", labels.astype(np.int32))
        if "memory" in command:
            answer["bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps(answer), flush=True)


main()
