"""
Things with embeddings of their texts and of their pictures, and a table about them: groups, what they are, and where new things belong.

    python embeddings.py FOLDER     with text.npy, image.npy (one row per thing) and items.csv (sku, title, price …)
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from manyview import Manyview

folder = Path(sys.argv[1])
text, image = np.load(folder / "text.npy"), np.load(folder / "image.npy")
items = pd.read_csv(folder / "items.csv", index_col="sku")

# The table is never clustered: it gives ids and names, and its columns are tested against the clusters.
model = Manyview().fit({"text": text, "image": image}, metadata=items)
print(model.choice_["reason"])

items["cluster"] = [model.names_[label] for label in model.labels_]
items["confidence"] = model.confidence_
items.to_csv(folder / "items-with-clusters.csv")
tables = model.tables()
print(tables["clusters"][["cluster", "name", "samples", "mean_confidence"]].to_string(index=False))
if "associations" in tables:
    print(tables["associations"][["column", "test", "q", "effect"]].to_string(index=False))
model.report(folder / "report.html")

# A new thing without a picture.
new = model.assign({"text": text[:1]})
print("the first thing once more:", model.names_[new["labels"][0]], f"(confidence {new['confidence'][0]:.2f})")
