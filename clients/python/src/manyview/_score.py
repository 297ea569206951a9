"""How far two labelings agree."""

from ._command import InputError, run
from ._results import label_file
from ._views import handed_over


def score(truth, labels):
    """How far `labels` agree with `truth`: a dict of acc, nmi, purity, ari and fscore, 1 is best."""
    truth, labels = list(truth), list(labels)
    if len(truth) != len(labels):
        raise InputError(f"labels: has {len(labels)} labels but truth has {len(truth)}, give labels of the same samples")
    with handed_over({}) as folder:
        names = [label_file(folder / f"{name}.csv", one) for name, one in (("truth", truth), ("labels", labels))]
        found = run(["score", *names, "--json"], folder)
    return {name: found[name] for name in ("acc", "nmi", "purity", "ari", "fscore")}
