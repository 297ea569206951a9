import { cluster } from '@manyview/core'

/** Fits that follow each other: what goes wrong with threads does not go wrong each time. */
const FITS = 6

/** The labels of the same fit, done again and again; large enough for threads to be started where there are any. */
export async function fits(threads: number, count = FITS): Promise<string[]> {
  const noise = (i: number, j: number) => ((i * 7919 + j * 104_729) % 1009) / 1009
  const view = (features: number) =>
    Array.from({ length: 1100 }, (_, i) =>
      Array.from({ length: features }, (_, j) => 3 * (((i % 20) * (j + 7)) % 11) + noise(i, j)),
    )
  const views = { a: view(9), b: view(7) }
  const found: string[] = []
  for (let fit = 0; fit < count; fit++) {
    const { labels } = await cluster(views, { clusters: 20, runtime: { threads } })
    found.push(labels.join())
  }
  return found
}
