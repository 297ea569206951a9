/** `shared`: the default method, told which views are missing; `imputed`: it gets the mean of the view instead. */
export const ways = ['shared', 'imputed'] as const

/** How well the classes of some samples were found. */
export interface Scores {
  /** By the method. */
  nmi: number
  /** By what the classes teach at the same gaps: see `ceiling`. */
  ceiling: number
}

/** One run. */
export interface Row extends Scores {
  file: string
  /** Probability with which a pair of sample and view was taken away; 0: complete. */
  share: number
  way: (typeof ways)[number]
  seed: number
  /** Share of pairs that were taken away. */
  removed: number
  /** The scores of the samples that have all views, and of those that lack some; null where there are none. */
  whole: Scores | null
  gaps: Scores | null
  seconds: number
}

/** Shares of the pairs of sample and view that are removed. */
const SHARES = [0.1, 0.3, 0.5]
/** Largest wanted loss in points of NMI, by share. */
const WANTED: Record<number, number> = { 0.1: 2, 0.3: 5.5, 0.5: 10.5 }

/** The page bench/results/missing-views.md. */
export function missingTable(rows: readonly Row[], files: readonly string[]): string {
  const measured = files.filter((file) => rows.some((row) => row.file === file))
  const openFiles = files.filter((file) => !measured.includes(file))
  const of = (file: string, share: number, way: Row['way']) =>
    rows.filter((row) => row.file === file && row.share === share && row.way === way)
  const nmi = (file: string, share: number, way: Row['way']) => 100 * mean(of(file, share, way).map((row) => row.nmi))
  const cell = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1))
  const line = (name: string, cells: number[]) => `| ${name} | ${cells.map(cell).join(' | ')} |`
  const isMeasured = (file: string, share: number, way: Row['way']) => of(file, share, way).length > 0
  const all = (share: number, way: Row['way']) =>
    measured.every((file) => isMeasured(file, share, way))
      ? mean(measured.map((file) => nmi(file, share, way)))
      : Number.NaN
  /** Mean difference of two columns over the files that have both. */
  const difference = (a: [number, Row['way']], b: [number, Row['way']]) =>
    mean(
      measured
        .filter((file) => isMeasured(file, ...a) && isMeasured(file, ...b))
        .map((file) => nmi(file, ...a) - nmi(file, ...b)),
    )
  const both = (share: number) =>
    measured.filter((file) => isMeasured(file, share, 'shared') && isMeasured(file, share, 'imputed')).length
  const measuredWays = ways.filter((way) => rows.some((row) => row.share > 0 && row.way === way))
  const imputed = measuredWays.includes('imputed')
  const columns = (value: (share: number, way: Row['way']) => number) => [
    value(0, 'shared'),
    ...SHARES.flatMap((share) => measuredWays.map((way) => value(share, way))),
  ]
  const titles = SHARES.flatMap((share) =>
    measuredWays.map((way) => `${100 * share} % ${way === 'imputed' ? 'mean' : way}`),
  )
  const seeds = (file: string) => new Set(rows.filter((row) => row.file === file).map(({ seed }) => seed)).size
  const most = Math.max(...measured.map(seeds))
  const fewer = measured.filter((file) => seeds(file) < most)
  const counts = fewer.length > 0 ? ` (${fewer.map((file) => `${file} ${seeds(file)}`).join(', ')})` : ''
  const removed = (share: number) => 100 * mean(rows.filter((row) => row.share === share).map((row) => row.removed))
  const ceiling = (file: string, share: number) => 100 * mean(of(file, share, 'shared').map((row) => row.ceiling))
  const ceilingFall = (share: number) =>
    mean(
      measured
        .filter((file) => isMeasured(file, 0, 'shared') && isMeasured(file, share, 'shared'))
        .map((file) => ceiling(file, 0) - ceiling(file, share)),
    )
  const falls = SHARES.map(
    (share) =>
      `| ${100 * share} % | ${cell(removed(share))} | ${cell(difference([0, 'shared'], [share, 'shared']))} | ${WANTED[share]} | ${cell(ceilingFall(share))} |${imputed ? ` ${cell(difference([share, 'shared'], [share, 'imputed']))} (${both(share)} files) |` : ''}`,
  )
  /** Mean over the files of what the samples with all views, or those that lack some, score alone. */
  const scored = (share: number, samples: 'whole' | 'gaps', by: keyof Scores) => {
    const files = measured.map((file) => mean(of(file, share, 'shared').flatMap((row) => row[samples]?.[by] ?? [])))
    return 100 * mean(files.filter(Number.isFinite))
  }
  const parts = SHARES.map((share) =>
    line(`${100 * share} %`, [
      scored(share, 'whole', 'nmi'),
      scored(share, 'whole', 'ceiling'),
      scored(share, 'gaps', 'nmi'),
      scored(share, 'gaps', 'ceiling'),
    ]),
  )
  return `# Missing views: what they cost

Written by \`npm run bench missing\`. Shuffled samples, the default method, normalised mutual information (NMI) in %, mean of up to ${most} seed${most === 1 ? '' : 's'}${counts}, each of which draws its own gaps.
Every pair of sample and view is taken away with probability 10, 30 or 50 %; a sample that would lose all its views keeps one of them.
*shared*: what Manyview does: nothing is filled in, and two samples are compared by the views that both have.${imputed ? ' *mean*: a missing row becomes the mean of its view, then the same method as if the data were complete.' : ''}

| file | complete | ${titles.join(' | ')} |
|---|---|${titles.map(() => '---|').join('')}
${measured
  .map((file) =>
    line(
      file,
      columns((share, way) => nmi(file, share, way)),
    ),
  )
  .join('\n')}
${line('**mean**', columns(all))}

| probability | pairs gone, % | NMI falls by | wanted at most | the ceiling falls by |${imputed ? ' better than the mean by |' : ''}
|---|---|---|---|---|${imputed ? '---|' : ''}
${falls.join('\n')}

The ceiling is what the classes themselves teach on the same incomplete features: the class of the ten nearest neighbours in the other four of five folds. Where it falls, the features that are left do not tell the
classes apart as they did, whatever the method. File by file:

| file | complete | ${SHARES.map((share) => `${100 * share} %`).join(' | ')} |
|---|---|${SHARES.map(() => '---|').join('')}
${measured
  .map((file) =>
    line(
      file,
      [0, ...SHARES].map((share) => ceiling(file, share)),
    ),
  )
  .join('\n')}

Where the loss lies: NMI of the samples that have all views and of those that lack some, each scored alone, mean over the files.

| probability | all views there | ceiling | some views lacking | ceiling |
|---|---|---|---|---|
${parts.join('\n')}

In files of two views, 50 % leaves three of four samples with a single view, and only the fourth links the two. – stands for what was not measured.${openFiles.length > 0 ? ` Not measured at all: ${openFiles.join(', ')}.` : ''}
`
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}
