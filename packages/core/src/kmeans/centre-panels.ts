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
