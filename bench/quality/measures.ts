import { gapName } from './benchmark-sources.ts'
import { setOf } from './point-sources.ts'
import type { Row, Score } from './rows.ts'

/** What a line of the table says of the rows of a run; NaN where it has none of the files. */
export type Measure = (rows: readonly Row[]) => number

/** Measures the mean over files of the mean over seeds of a score, times `times`. */
export function meanOf(files: readonly string[], score: Score, times: number): Measure {
  return (rows) => times * mean(files.map((file) => ofFile(rows, file, score)).filter(Number.isFinite))
}

/** Measures the mean over point sets of the best ARI over the reference labellings, in %. */
export function bestPerSet(fits: readonly string[]): Measure {
  return (rows) => {
    const fitted = rows.filter(({ file }) => fits.includes(file))
    const sets = new Set(fitted.map(({ file }) => setOf(file)))
    const seeds = [...new Set(fitted.map(({ seed }) => seed))]
    const best = (set: string, seed: number) =>
      Math.max(...fitted.filter((row) => setOf(row.file) === set && row.seed === seed).map(({ ari }) => ari))
    return 100 * mean([...sets].flatMap((set) => seeds.map((seed) => best(set, seed))).filter(Number.isFinite))
  }
}

/** Measures how much NMI (in %) files lose when pairs of sample and view are taken away, over the files that have both. */
export function gapLoss(files: readonly string[], share: number): Measure {
  return (rows) => {
    const losses = files.map((file) => ofFile(rows, file, 'nmi') - ofFile(rows, gapName(file, share), 'nmi'))
    return 100 * mean(losses.filter(Number.isFinite))
  }
}

/** Measures the processor seconds of one fit of each file. */
export function secondsOf(files: readonly string[]): Measure {
  return (rows) => {
    const measured = files.map((file) => ofFile(rows, file, 'seconds')).filter(Number.isFinite)
    return measured.length === 0 ? Number.NaN : measured.reduce((sum, seconds) => sum + seconds, 0)
  }
}

/** Measures how many fits of one seed are of a kind. */
export function numberOf(isKind: (row: Row) => boolean): Measure {
  return (rows) => {
    const seeds = new Set(rows.map(({ seed }) => seed)).size
    return rows.filter(isKind).length / seeds
  }
}

/** The mean over the seeds of one file; NaN without a row. */
export function ofFile(rows: readonly Row[], file: string, value: Score | 'seconds'): number {
  return mean(rows.filter((row) => row.file === file).map((row) => row[value]))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}
