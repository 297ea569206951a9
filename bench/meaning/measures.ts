import { assign, type Clustering, type ClusterOptions, cluster, cutTree, score, trainModel } from '@manyview/core'
import { outlierLimit, type PreparedViews } from '@manyview/core/methods'
import { Random } from '@manyview/core/numerics'
import { type Benchmark, takeInput } from '../quality/benchmark-files.ts'
import { viewsOf } from '../quality/competitors.ts'
import { plantBox, plantCopies, plantMixed } from './planted.ts'

/** What is measured of one file; NMI and shares in percent. */
export type Figures = Record<string, number>

/** One question about clusters; its figures are merged with those of the other questions about a file. */
export type Measure = (benchmark: Benchmark) => Promise<Figures>

const threads = 1
/** Seed of what is planted and hidden; fits keep their default seed. */
const SEED = 7
/** Classes of a file that are left out in turn. */
const CLASSES = 3

const fitted = (
  input: PreparedViews,
  clusters: number,
  more: Pick<ClusterOptions<'consensus'>, 'effort' | 'outliers'> = {},
) => cluster(viewsOf(input), { clusters, runtime: { threads }, ...more })
const nmi = (truth: readonly string[], labels: ArrayLike<number>) => 100 * score(truth, labels).nmi

/** A tree fitted at 2k and cut at k, beside a fit at k. */
async function tree({ input, truth, clusters }: Benchmark): Promise<Figures> {
  const { labels, tree } = await fitted(input, 2 * clusters)
  return {
    fitted: nmi(truth, (await plainFit(input, clusters)).labels),
    cut: nmi(truth, cutTree(tree!, labels, 2 * clusters, clusters)),
  }
}

/** How well planted outliers are told by their scores, and what they cost the others: means over several plantings. */
async function outliers(benchmark: Benchmark): Promise<Figures> {
  const { input, clusters } = benchmark
  const all: Figures[] = []
  for (let p = 0; p < plantingsOf(input.samples); p++) all.push(await planting(benchmark, SEED + p))
  const mean = (key: string) => all.reduce((sum, figures) => sum + figures[key], 0) / all.length
  const spread = (key: string) =>
    Math.sqrt(all.reduce((sum, figures) => sum + (figures[key] - mean(key)) ** 2, 0) / (all.length - 1))
  return {
    ...Object.fromEntries(Object.keys(all[0]).map((key) => [key, mean(key)])),
    ...(all.length > 1 ? { mixedAutoSpread: spread('mixedAutoCost') } : {}),
    cleanFalse: shareOf(marksOf(await plainFit(input, clusters)), new Uint8Array(input.samples), 0),
    plantings: all.length,
  }
}

/** One planting in a small file moves NMI by several points, so small files get more of them. */
function plantingsOf(samples: number): number {
  return samples < 1000 ? 5 : 1
}

/**
 * One planting of each kind. `Cost` is what the others lose against a fit of only the others, with nothing set aside and with `auto`; `Loss` is what they lose against their NMI in a fit of the untouched file, and
 * `aloneLoss` the same for the fit of only the others.
 */
async function planting({ input, truth, clusters }: Benchmark, seed: number): Promise<Figures> {
  // The same samples are planted both times, so the others are the same, too.
  const { marks } = plantMixed(input, seed)
  const others = Uint32Array.from(marks.keys()).filter((i) => marks[i] === 0)
  const known = Array.from(others, (i) => truth[i])
  const ofOthers = (labels: Int32Array) =>
    nmi(
      known,
      Int32Array.from(others, (i) => labels[i]),
    )
  const whole = ofOthers((await plainFit(input, clusters)).labels)
  const alone = nmi(known, (await fitted(takeInput(input, others), clusters)).labels)
  const figures: Figures = { aloneLoss: whole - alone }
  for (const [name, plant] of Object.entries({ box: plantBox, mixed: plantMixed })) {
    const planted = plant(input, seed)
    const clustering = await fitted(planted.input, clusters)
    const scores = marksOf(clustering)
    const misses = scores.filter((mark, i) => mark !== marks[i]).length
    // Where just the planted samples are set aside, the fit is that of the others.
    const without =
      misses === 0 ? alone : ofOthers((await fitted(planted.input, clusters, { outliers: 'auto' })).labels)
    figures[`${name}Auc`] = auc(clustering.outlierScores!, marks)
    figures[`${name}Hit`] = shareOf(scores, marks, 1)
    figures[`${name}False`] = shareOf(scores, marks, 0)
    figures[`${name}Cost`] = alone - ofOthers(clustering.labels)
    figures[`${name}AutoCost`] = alone - without
    figures[`${name}AutoLoss`] = whole - without
  }
  return figures
}

/** 1 for each sample that `auto` sets aside. */
function marksOf({ outlierScores }: Clustering): Uint8Array {
  return Uint8Array.from(outlierScores!, (score) => Number(score > outlierLimit))
}

/** The share, in percent, of the samples of a kind that is marked. */
function shareOf(marks: Uint8Array, kinds: Uint8Array, kind: number): number {
  const kindMarks = marks.filter((_, i) => kinds[i] === kind)
  return (100 * kindMarks.reduce((sum, mark) => sum + mark, 0)) / kindMarks.length
}

/** How well a class that was left out is told from new samples of the others; and how well a classifier by 10 neighbours tells the classes. */
async function unseen(benchmark: Benchmark): Promise<Figures> {
  const { input, truth, clusters } = benchmark
  const order = Array.from(new Random(SEED).permutation(input.samples))
  const classes = [...new Set(truth)].sort()
  const hiddenClasses = Array.from(
    { length: Math.min(CLASSES, classes.length) },
    (_, c) => classes[Math.floor((c * classes.length) / Math.min(CLASSES, classes.length))],
  )
  let [mean, marked, wrongly] = [0, 0, 0]
  for (const hiddenClass of hiddenClasses) {
    const known = order.filter((i) => truth[i] !== hiddenClass)
    const training = takeInput(input, Uint32Array.from(known.slice(Math.round(known.length / 5))))
    const newSamples = [
      ...known.slice(0, Math.round(known.length / 5)),
      ...order.filter((i) => truth[i] === hiddenClass),
    ]
    const marks = newSamples.map((i) => Number(truth[i] === hiddenClass))
    const model = await trainModel(viewsOf(training), await fitted(training, Math.max(clusters - 1, 2)))
    const assignment = await assign(model, viewsOf(takeInput(input, Uint32Array.from(newSamples))))
    mean += auc(assignment.unseenScores!, marks) / hiddenClasses.length
    const share = (mark: number) => {
      const group = Array.from(assignment.unseen!).filter((_, i) => marks[i] === mark)
      return (100 * group.reduce((sum, one) => sum + one, 0)) / group.length / hiddenClasses.length
    }
    marked += share(1)
    wrongly += share(0)
  }
  return { neighbours: 100 * (await accuracyOfNeighbours(benchmark, order)), unseenAuc: mean, marked, wrongly }
}

/** The accuracy of a classifier by 10 neighbours: a model of the classes of four fifths of the samples places the last fifth. */
async function accuracyOfNeighbours({ input, truth }: Benchmark, order: readonly number[]): Promise<number> {
  const cut = Math.round(order.length / 5)
  const [newSamples, known] = [order.slice(0, cut), order.slice(cut)]
  const classes = [...new Set(truth)]
  const training = takeInput(input, Uint32Array.from(known))
  const clustering = { ...(await fitted(training, 2, { effort: 'fast' })), method: 'classes', clusters: classes.length }
  const labels = Int32Array.from(known, (i) => classes.indexOf(truth[i]))
  const model = await trainModel(viewsOf(training), { ...clustering, labels } as Clustering)
  const assignment = await assign(model, viewsOf(takeInput(input, Uint32Array.from(newSamples))))
  return newSamples.filter((i, p) => classes[assignment.labels[p]] === truth[i]).length / newSamples.length
}

/** How many planted copies are found, and how many pairs are listed where none were planted; identical ones set aside. */
async function copies({ input }: Benchmark): Promise<Figures> {
  const { input: doubled, pairs } = plantCopies(input, SEED)
  const listed = async (given: PreparedViews) =>
    (await fitted(given, 2, { effort: 'fast' })).duplicates!.filter(({ exact }) => !exact)
  const pairNames = new Set((await listed(doubled)).map(({ first, second }) => `${first} ${second}`))
  const right = pairs.filter(([first, second]) => pairNames.has(`${first} ${second}`)).length
  const others = (await listed(input)).filter(({ differsIn }) => differsIn === null)
  const { samples } = input
  return {
    samples,
    found: (100 * right) / pairs.length,
    listed: others.length,
    per1000: (1000 * others.length) / samples,
  }
}

const fits = new WeakMap<PreparedViews, Promise<Clustering>>()

/** The fit at the true number, made once. */
function plainFit(input: PreparedViews, clusters: number): Promise<Clustering> {
  if (!fits.has(input)) fits.set(input, fitted(input, clusters))
  return fits.get(input)!
}

/** What can be measured, by name. */
export const measures: Record<string, Measure> = { tree, outliers, unseen, copies }

/** Computes the share of pairs of a marked and an unmarked sample in which the marked one scores higher, ties half. */
function auc(scores: ArrayLike<number>, marks: ArrayLike<number>): number {
  const order = Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[a] - scores[b])
  let [ranks, marked] = [0, 0]
  for (let begin = 0; begin < order.length; ) {
    let end = begin
    while (end < order.length && scores[order[end]] === scores[order[begin]]) end++
    for (let p = begin; p < end; p++)
      if (marks[order[p]] === 1) {
        marked++
        ranks += (begin + end + 1) / 2
      }
    begin = end
  }
  return (ranks - (marked * (marked + 1)) / 2) / (marked * (order.length - marked))
}
