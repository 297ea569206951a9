"""The DSTL iteration in numpy on OpenBLAS with all cores: the peer of `npm run bench speed`.

Float64; samples are columns, as in the paper, which is the layout in which OpenBLAS and np.fft are fastest here. No objective, no k-means.
A process that stays alive: each line of standard input is a JSON command, each line of standard output its answer.

    {"load": [{"dense": "x.npy"} | {"values": "v.npy", "indices": "i.npy", "pointers": "p.npy", "shape": [n, d]}, ...]}
        views, one row a sample of unit length; sparse ones compressed by row
    {"run": {"lambda": [l1, l2, l3], "k": 20, "iterations": 21, "sparse": false}}    answers {"seconds": s, "processor": s}
    {"save": "folder"}                                                               writes H.npy (m, n, k) and Y.npy (n, k) of the last run
    {"memory": true}                                                                 answers {"bytes": peak resident size}
"""

import json
import resource
import sys
import time

import numpy as np
import scipy.sparse

RANK_TOLERANCE = 1e-13


def polar(a, previous):
    """UVt of the thin SVD of a (d x k); where the rank is short, completed by the previous factor, then by the identity."""
    if a.shape[0] < a.shape[1]:
        return polar(a.T, previous.T).T
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    if s[0] == 0:
        return previous
    rank = int(np.count_nonzero(s > RANK_TOLERANCE * s[0]))
    if rank == len(s):
        return u @ vt
    left, missing = u[:, :rank], vt[rank:].T
    result = left @ vt[:rank]
    for guide in (previous, np.eye(*a.shape)):
        if missing.shape[1] == 0:
            break
        rest = guide @ missing
        for _ in range(2):
            rest -= left @ (left.T @ rest)
        u, s, vt = np.linalg.svd(rest, full_matrices=False)
        found = int(np.count_nonzero(s > RANK_TOLERANCE))
        result += u[:, :found] @ (vt[:found] @ missing.T)
        left = np.hstack([left, u[:, :found]])
        missing = missing @ vt[found:].T
    return result


def shrink(q, tau):
    """Singular values of every frequency slice of q (m, k, n) lowered by tau; slices that are zero then see no eigenproblem."""
    m, _, n = q.shape
    spectrum = np.fft.rfft(q)
    gram = np.empty((spectrum.shape[2], m, m), complex)
    for u in range(m):
        left = spectrum[u].conj()
        for v in range(u, m):
            gram[:, v, u] = np.einsum("kf,kf->f", left, spectrum[v]).conj()
    size = np.trace(gram, axis1=1, axis2=2).real
    kept = np.flatnonzero(size > tau * tau)
    squares, vectors = np.linalg.eigh(gram[kept])
    sigma = np.sqrt(np.maximum(squares, 0))
    gains = np.where(sigma > tau, 1 - tau / np.where(sigma > tau, sigma, 1), 0)
    factor = (vectors * gains[:, None, :]) @ vectors.conj().transpose(0, 2, 1)
    slices = np.ascontiguousarray(spectrum[:, :, kept].transpose(2, 1, 0))
    spectrum[:] = 0
    spectrum[:, :, kept] = (slices @ factor).transpose(2, 1, 0)
    return np.fft.irfft(spectrum, n)


def project(f):
    """Columns of f (k x n) onto the simplex."""
    k = f.shape[0]
    rows = np.ascontiguousarray(f.T)
    descending = -np.sort(-rows, axis=1)
    excess = (np.cumsum(descending, axis=1) - 1) / np.arange(1, k + 1)
    kept = np.count_nonzero(descending > excess, axis=1)
    threshold = excess[np.arange(len(rows)), kept - 1]
    return np.maximum(f - threshold, 0)


def dstl(views, k, l1, l2, l3, iterations):
    """views: (X d x n for X Gt, X for Wt X), both dense, or sparse d x n and n x d. H (m, k, n) and Y (k, n)."""
    m = len(views)
    n = views[0][0].shape[1]
    tau = l2 / (2 * (1 + l3))
    w = [np.eye(x.shape[0], k) for x, _ in views]
    c = [np.eye(k) for _ in views]
    s = np.zeros((m, k, n))
    h = np.zeros((m, k, n))
    y = np.zeros((k, n))
    q = np.empty((m, k, n))
    for _ in range(iterations):
        for v, (x, x_rows) in enumerate(views):
            g = s[v] + h[v]
            w[v] = polar(x @ g.T, w[v])
            c[v] = polar(h[v] @ y.T, c[v])
            p = (x_rows @ w[v]).T if scipy.sparse.issparse(x_rows) else w[v].T @ x_rows
            r = p - h[v]
            s[v] = r - np.clip(r, -l1 / 2, l1 / 2)
            q[v] = p - s[v]
            q[v] += l3 * (c[v] @ y)
        q /= 1 + l3
        h = shrink(q, tau)
        f = c[0].T @ h[0]
        for v in range(1, m):
            f += c[v].T @ h[v]
        y = project(f)
    return h, y


def read(view):
    if "dense" in view:
        x = np.ascontiguousarray(np.load(view["dense"]).T)
        return {"dense": (x, x), "sparse": (x, x)}
    parts = tuple(np.load(view[name]) for name in ("values", "indices", "pointers"))
    rows = scipy.sparse.csr_matrix(parts, shape=tuple(view["shape"]))
    x = np.ascontiguousarray(rows.toarray().T)
    return {"dense": (x, x), "sparse": (rows.T.tocsr(), rows)}


def main():
    views, h, y = [], None, None
    for line in sys.stdin:
        command = json.loads(line)
        answer = {}
        if "load" in command:
            views = [read(view) for view in command["load"]]
        if "run" in command:
            run = command["run"]
            chosen = [view["sparse" if run.get("sparse") else "dense"] for view in views]
            started, used = time.perf_counter(), time.process_time()
            h, y = dstl(chosen, run["k"], *run["lambda"], run["iterations"])
            answer["seconds"] = time.perf_counter() - started
            answer["processor"] = time.process_time() - used
        if "save" in command:
            np.save(command["save"] + "/H.npy", np.ascontiguousarray(h.transpose(0, 2, 1)))
            np.save(command["save"] + "/Y.npy", np.ascontiguousarray(y.T))
        if "memory" in command:
            answer["bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps(answer), flush=True)


main()
