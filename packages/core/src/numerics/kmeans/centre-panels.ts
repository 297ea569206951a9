/** Centres per panel of the k-means kernels. */
export const PANEL = 4

/** Counts the numbers that `packCentresInto` writes: ⌈clusters / 4⌉ panels of features × 4. */
export function panelLength(clusters: number, features: number): number {
  return Math.ceil(clusters / PANEL) * PANEL * features
}

/** Lays centres (clusters × features) out in panels of four, feature by feature; places without a centre get `nowhere`, by default +∞, so that they are never nearest. */
export function packCentresInto(
  panels: Float64Array | Float32Array,
  centres: Float64Array,
  clusters: number,
  features: number,
  nowhere = Number.POSITIVE_INFINITY,
): void {
  panels.fill(nowhere)
  for (let c = 0; c < clusters; c++) {
    const base = Math.floor(c / PANEL) * PANEL * features + (c % PANEL)
    for (let l = 0; l < features; l++) panels[base + l * PANEL] = centres[c * features + l]
  }
}

/** Lays centres (clusters × features) out in panels of four in single precision, and half the square of each centre in `halves`, +∞ where there is no centre. */
export function packSinglesInto(
  panels: Float32Array,
  halves: Float32Array,
  centres: Float64Array,
  clusters: number,
  features: number,
): void {
  packCentresInto(panels, centres, clusters, features, 0)
  halves.fill(Number.POSITIVE_INFINITY)
  for (let c = 0; c < clusters; c++) {
    let square = 0
    for (let at = c * features; at < (c + 1) * features; at++) square += centres[at] * centres[at]
    halves[c] = square / 2
  }
}
