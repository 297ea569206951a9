"""What the command writes, as arrays and data frames."""

import base64
import csv
import io

import numpy as np

_PACKED = {"uint8": "<u1", "uint16": "<u2", "uint32": "<u4", "float32": "<f4"}


def array(path):
    """The array of a file; None where there is none."""
    return np.load(path) if path.exists() else None


def unpack(packed):
    """The array of a packed list of numbers in clustering.json."""
    return np.frombuffer(base64.b64decode(packed["base64"]), _PACKED[packed["type"]])


def unpacked(value):
    """The same with every packed list as an array."""
    if isinstance(value, dict):
        if set(value) == {"type", "base64"}:
            return unpack(value)
        return {key: unpacked(one) for key, one in value.items()}
    return [unpacked(one) for one in value] if isinstance(value, list) else value


def assignment_of(folder):
    """What `assign` wrote: ids, labels, confidence, memberships, and what is unlike everything where the model can tell."""
    head, *rows = _rows(folder / "labels.csv")
    columns = dict(zip(head, zip(*rows)))
    memberships = [row[1:] for row in _rows(folder / "memberships.csv")[1:]]
    found = {
        "ids": [_plain(row[0]) for row in rows],
        "labels": np.asarray([row[1] for row in rows], dtype=np.int64),
        "confidence": np.asarray(columns["confidence"], dtype=np.float64),
        "memberships": np.asarray(memberships, dtype=np.float64),
    }
    if "unseen" in columns:
        found["unseen"] = np.asarray(columns["unseen"]) == "1"
        found["unseen_scores"] = np.asarray(columns["unseen_score"], dtype=np.float64)
    return found


def label_file(path, labels):
    """Writes labels, one per line, and returns the name of the file."""
    quoted = ('"' + " ".join(str(label).replace('"', '""').splitlines()) + '"' for label in labels)
    path.write_text("\n".join(["label", *quoted, ""]), "utf-8")
    return path.name


def read_tables(folder):
    """The texts of the tables of an explanation, by name."""
    paths = [folder / f"{name}.csv" for name in ("clusters", "features", "views", "samples", "associations")]
    return {path.stem: path.read_text("utf-8") for path in paths if path.exists()}


def data_frames(texts):
    """Tables as pandas data frames."""
    try:
        import pandas
    except ImportError:
        raise ImportError("tables are pandas data frames: install pandas") from None
    frames = {}
    for name, text in texts.items():
        kinds = {"id": str, "name": str, "typical": str, "doubtful": str, "column": str}
        frame = pandas.read_csv(io.StringIO(text), dtype=kinds, keep_default_na=False, na_values=[""])
        if "by_chance" in frame:
            frame["by_chance"] = frame["by_chance"] == "yes"
        if "id" in frame:
            frame["id"] = frame["id"].map(_plain)
        frames[name] = frame
    return frames


def _rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def _plain(text):
    """An id without the apostrophe that keeps spreadsheets from running it as a formula."""
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@", "\t") else text
