"""What else is known of the samples: tested against the clusters, never clustered."""

import csv
import math

from ._command import InputError


class Metadata:
    """Columns by name, one value per sample each, with ids where there are any."""

    def __init__(self, columns, ids=None):
        self.columns = columns
        self.ids = ids

    def __len__(self):
        return len(next(iter(self.columns.values())))


def metadata_of(given):
    """Metadata of a data frame, or of a dict of columns."""
    if hasattr(given, "iloc") and hasattr(given, "columns"):
        columns = {str(name): list(given.iloc[:, place]) for place, name in enumerate(given.columns)}
        ids = counted_ids(given.index)
    elif isinstance(given, dict):
        columns, ids = {str(name): list(values) for name, values in given.items()}, None
    else:
        raise InputError(f"metadata: is a {type(given).__name__}, give a data frame or a dict of columns")
    if not columns:
        raise InputError("metadata: has no column, give at least one")
    lengths = {name: len(values) for name, values in columns.items()}
    first = next(iter(lengths))
    other = next((name for name in lengths if lengths[name] != lengths[first]), None)
    if other is not None:
        raise InputError(
            f"metadata: {other} has {lengths[other]} values but {first} has {lengths[first]}, give one per sample"
        )
    return Metadata(columns, ids)


def counted_ids(index):
    """The ids of an index; None where it only counts the rows."""
    return None if list(index) == list(range(len(index))) else [str(one) for one in index]


def share_ids(views, metadata):
    """Views and metadata get ids, each the other's where only one has some; without any, rows are counted. A column with the ids of the views serves, too."""
    first, view = next(iter(views.items()))
    samples = view.values.shape[0]
    if view.ids and metadata.ids is None:
        known = set(view.ids)
        texts = ([str(value) for value in values] for values in metadata.columns.values())
        column = next((values for values in texts if any(value in known for value in values)), None)
        if column:
            _check_lent(views, column)
            return
    if (view.ids is None or metadata.ids is None) and len(metadata) != samples:
        raise InputError(
            f"metadata: has {len(metadata)} rows but {first} has {samples} samples, give one row per sample, "
            "or both an index"
        )
    if view.ids is None:
        ids = metadata.ids or [str(row) for row in range(samples)]
        for one in views.values():
            one.ids = ids if one.values.shape[0] == samples else None
    if metadata.ids is None:
        metadata.ids = view.ids
    _check_lent(views, metadata.ids)


def _check_lent(views, ids):
    """Refuses a view that took the ids of another although the metadata has them in another order, which may be its own."""
    for name, one in views.items():
        if one.lender and ids != one.ids and sorted(ids) == sorted(one.ids):
            raise InputError(
                f"{name}: has no ids but {one.lender} and metadata have, in different orders: give all an index or none"
            )


def write_metadata(path, metadata):
    """Writes a CSV file, whose first column has the ids where there are any."""
    columns = dict(metadata.columns)
    if metadata.ids:
        head = "sample"
        while head in columns:
            head += "_"
        columns = {head: metadata.ids, **columns}
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(columns)
        for row in zip(*columns.values()):
            rows.writerow([_cell(value) for value in row])


def _cell(value):
    """A date as its day; nothing where a value is missing, also pandas' NA and NaT, which are unlike themselves."""
    try:
        if value is None or bool(value != value) or (isinstance(value, float) and math.isnan(value)):
            return ""
    except (TypeError, ValueError):
        return ""
    day = getattr(value, "isoformat", None)
    return day()[:10] if day else value
