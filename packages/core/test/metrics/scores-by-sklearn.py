"""Scores of labelings by scikit-learn: one JSON [truth, labels] per line in, one JSON [ari, nmi arithmetic, max, min, geometric, purity, fscore, acc] per line out."""
import json
import sys

from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

for line in sys.stdin:
    truth, labels = json.loads(line)
    table = contingency_matrix(truth, labels)
    rows, columns = linear_sum_assignment(-table)
    (_, only_labels), (only_truth, both) = pair_confusion_matrix(truth, labels).astype(float)
    pairs = 2 * both + only_labels + only_truth
    print(
        json.dumps(
            [
                adjusted_rand_score(truth, labels),
                *[normalized_mutual_info_score(truth, labels, average_method=way) for way in ("arithmetic", "max", "min", "geometric")],
                table.max(axis=0).sum() / len(truth),
                2 * both / pairs if pairs else 1.0,
                table[rows, columns].sum() / len(truth),
            ]
        )
    )
