"""Figures in matplotlib."""

import numpy as np

from ._command import InputError

FIGURES = ("map", "sizes", "features", "survival")


def draw(model, figure, ax, cluster, marks):
    """Draws a figure on `ax`, or on new axes, and returns them."""
    if figure not in FIGURES:
        raise InputError(f"figure: is {figure!r}, give one of {', '.join(FIGURES)}")
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("figures need matplotlib: install it, or use report()") from None
    if figure == "features" and cluster not in range(model.n_clusters_):
        raise InputError(f"cluster: is {cluster!r}, give one from 0 to {model.n_clusters_ - 1}")
    curves = _curves(model) if figure == "survival" else None
    if ax is None:
        _, ax = pyplot.subplots(layout="constrained")
    palette = pyplot.get_cmap("tab20" if model.n_clusters_ > 10 else "tab10")
    colours = [palette(cluster % palette.N) for cluster in range(model.n_clusters_)]
    if figure == "map":
        _map(model, ax, colours, marks)
    elif figure == "sizes":
        _sizes(model, ax, colours, marks)
    elif figure == "features":
        _features(model, ax, cluster, colours[cluster], marks)
    else:
        _survival(model, ax, colours, curves, marks)
    return ax


def _map(model, ax, colours, marks):
    points = model.explain()["map"]
    for cluster, name in [(-1, "outliers"), *enumerate(model.names_)]:
        inside = model.labels_ == cluster
        if inside.any():
            style = {"s": 12, "color": "0.6" if cluster < 0 else colours[cluster], **marks}
            ax.scatter(*points[inside].T, label=f"{name} ({inside.sum()})", **style)
    ax.set_aspect("equal")
    ax.set_axis_off()
    _legend(ax)


def _sizes(model, ax, colours, marks):
    sizes = [int((model.labels_ == cluster).sum()) for cluster in range(model.n_clusters_)]
    ax.barh(model.names_, sizes, color=colours, **marks)
    ax.invert_yaxis()
    ax.set_xlabel("samples")


def _features(model, ax, cluster, colour, marks):
    """The strongest features of each view, with those that chance would show as well in a lighter colour."""
    names, effects, pale = [], [], []
    for view, features in zip(model.views_, model.explain()["clusters"][cluster]["features"]):
        for one in features:
            names.append(f"{view}: {one.get('name', one['feature'])}")
            effects.append(one["effect"])
            pale.append(one.get("byChance", False))
    bars = ax.barh(range(len(names)), effects, color=colour, **marks)
    for bar, light in zip(bars, pale):
        bar.set_alpha(0.35 if light else 1)
    ax.set_yticks(range(len(names)), names)
    ax.invert_yaxis()
    ax.set_xlim(-1, 1)
    ax.axvline(0, color="0.3", linewidth=0.8)
    ax.set_xlabel("smaller inside ← effect → larger inside")
    ax.set_title(f"{model.names_[cluster]}: {(model.labels_ == cluster).sum()} samples")


def _curves(model):
    found = next((one for one in model.associations_ or [] if one["kind"] == "survival"), None)
    if found is None:
        raise InputError(
            'figure: "survival" needs times and events, give them to fit as metadata=, '
            'with kinds={"days": "time", "died": "event"} where their names do not tell'
        )
    return found


def _survival(model, ax, colours, found, marks):
    for cluster, curve in enumerate(found["curves"]):
        if curve["samples"] > 0:
            times, shares = [0, *curve["times"]], [1, *curve["survival"]]
            name = f"{model.names_[cluster]} ({curve['events']} of {curve['samples']})"
            line = {"where": "post", "color": colours[cluster], "label": name, **marks}
            ax.step(np.asarray(times, float), np.asarray(shares, float), **line)
    ax.set_ylim(0, 1.02)
    ax.set_xlabel(found["column"])
    ax.set_ylabel("share without the event")
    ax.set_title(f"log-rank test, p = {found['p']:.2g}")
    _legend(ax)


def _legend(ax):
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
