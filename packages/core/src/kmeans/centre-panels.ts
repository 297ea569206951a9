/** Centres in a panel of the k-means kernels. */
export const PANEL = 4

/** Doubles that `packCentresInto` needs: ⌈clusters / 4⌉ panels of features × 4. */
export function panelLength(clusters: number, features: number): number {
  return Math.ceil(clusters / PANEL) * PANEL * features
}

/** Lays centres (clusters × features) out in panels of four, feature by feature; places without a centre are +∞, so that they are never nearest. */
export function packCentresInto(panels: Float64Array, centres: Float64Array, clusters: number, features: number): void {
  panels.fill(Number.POSITIVE_INFINITY)
  for (let c = 0; c < clusters; c++) {
    const base = Math.floor(c / PANEL) * PANEL * features + (c % PANEL)
    for (let l = 0; l < features; l++) panels[base + l * PANEL] = centres[c * features + l]
  }
}

/** The same in single precision, with half the square of each centre; places without one are never nearest. */
export function packSinglesInto(
  panels: Float32Array,
  halves: Float32Array,
  centres: Float64Array,
  clusters: number,
  features: number,
): void {
  panels.fill(0)
  halves.fill(Number.POSITIVE_INFINITY)
  for (let c = 0; c < clusters; c++) {
    const base = Math.floor(c / PANEL) * PANEL * features + (c % PANEL)
    let square = 0
    for (let l = 0; l < features; l++) {
      const value = centres[c * features + l]
      panels[base + l * PANEL] = value
      square += value * value
    }
    halves[c] = square / 2
  }
}
