/** The functions of kernels/kmeans.ts and kernels/kmeans-sums.ts, where their arguments are explained. */
export interface KmeansKernels {
  tryCentres(
    points: number,
    samples: number,
    features: number,
    panels: number,
    candidates: number,
    chosen: number,
    chosenCount: number,
    slack: number,
    nearest: number,
    owner: number,
    reach: number,
    potentials: number,
    least: number,
    scratch: number,
  ): void
  assignCentres(
    points: number,
    samples: number,
    features: number,
    panels: number,
    panelCount: number,
    labels: number,
    upper: number,
    lower: number,
    lowest: number,
    centreDrift: number,
    panelDrift: number,
    maxDrift: number,
    slack: number,
    scratch: number,
  ): number
  nearestCentres(
    points: number,
    samples: number,
    stride: number,
    features: number,
    panels: number,
    panelCount: number,
    labels: number,
    scratch: number,
  ): void
  sumDifferences(points: number, samples: number, features: number, labels: number, centres: number, sums: number): void
  sumExactly(points: number, samples: number, features: number, labels: number, high: number, low: number): void
  ownDistances(
    points: number,
    samples: number,
    features: number,
    labels: number,
    centres: number,
    distances: number,
  ): void
}
