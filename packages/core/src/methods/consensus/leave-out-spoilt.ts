import type { PreprocessedView } from '../../data/preprocess-view.ts'
import { takeRows } from '../../data/take-rows.ts'
import { transformRows } from '../../data/view-transform.ts'
import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { pointShares } from '../../graph/point-shares.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { HeldRows } from '../../linalg/rows.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { gatherSamples } from '../../ranks/gather-samples.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import type { CanonicalViews } from './canonical-views.ts'
import { drawShifts, madeUpRows } from './made-up-rows.ts'
import type { ReadyView } from './ready-views.ts'
import { distancesAway, distancesToNearest, nearestRows } from './row-distances.ts'
import { areSomeAsFar, spoiltRows } from './spoilt-rows.ts'
import { neighboursWithin, type ViewGraphs } from './view-graphs.ts'

/** Samples whose values made-up rows are put together from, how many such rows there are at a first look, and where that does not say that all rows are sound. */
const MOST_SAMPLES = 600
const FIRST_LOOK = 32
const MADE_UP = 150

/** What is left of a sample must be told by two views. */
const LEAST_VIEWS = 3
/** The part of the samples that must speak in all views: where many are known by some views only, sound rows look spoilt, too. */
const COMPLETE = 0.9
/** How many times more often than chance the neighbours of spoilt rows in other views may be spoilt, too. */
const TOGETHER = 1.5

/** Views without their spoilt rows, with the neighbours within each. */
export interface SoundViews {
  views: readonly ReadyView[]
  found: readonly PlacedNeighbours[]
}

/**
 * Looks in each view for rows that fit neither its other rows nor the other views, no better than made-up ones do, and makes the view ready without them: the samples then count as if they lacked it. A sample that would be
 * left with one view keeps all. The search for neighbours that graphs need anyway comes first and tells nearly all; ranks give and get what is of their own samples. O(n·(views·neighbours + 150)·r) a view.
 */
function* leaveOut(
  kernels: Kernels,
  canonical: CanonicalViews,
  views: readonly ReadyView[],
  neighbours: number,
  random: Random,
  communicator: Communicator,
): Generator<Progress, SoundViews> {
  const search = (some: readonly ReadyView[], known: readonly (PlacedNeighbours | null)[]) => {
    const [scores, speaking] = [some.map(({ ready }) => ready.scores), some.map(({ ready }) => ready.present)]
    return neighboursWithin(kernels, scores, speaking, neighbours, random, communicator, known)
  }
  const found = yield* search(views, [])
  const speaking = views.map(({ ready }) => communicator.allGather(ready.present))
  const complete = speaking[0].filter((_, i) => countViews(speaking, i) === views.length).length
  if (complete < COMPLETE * speaking[0].length) return { views, found }
  const marks: (Uint8Array | null)[] = []
  for (const v of views.keys()) {
    const { data } = canonical.views[v]
    const rowsOf = (some: Uint32Array) =>
      gatherSamples(
        communicator,
        data,
        some.map((sample) => canonical.order.samples[sample]),
      )
    const looked = { ...views[v].ready, present: speaking[v] }
    const others = found.filter((_, w) => w !== v)
    const heard = speaking[v].filter((has, i) => has === 1 && countViews(speaking, i) >= LEAST_VIEWS).length
    marks.push(spoiltIn(kernels, looked, rowsOf, heard, found[v], others, random.split(v, 4), communicator))
    yield { stage: 'spoilt rows', iteration: v + 1, total: views.length }
  }
  if (marks.every((mark) => !mark)) return { views, found }
  keepTwoViews(marks, speaking, canonical.order.twins)
  const { begin, end } = rowsOnRanks(communicator, views[0].ready.scores.rows)
  const sound = [...views]
  const known: (PlacedNeighbours | null)[] = [...found]
  for (const [v, mark] of marks.entries()) {
    if (!mark?.includes(1)) continue
    const rows = yield* views[v].without!(mark.slice(begin, end))
    sound[v] = { ...rows, spoilt: [countOf(mark), countOf(speaking[v])] }
    known[v] = null
  }
  return { views: sound, found: yield* search(sound, known) }
}

function countOf(marks: Uint8Array): number {
  return marks.reduce((sum, mark) => sum + mark, 0)
}

/** Marks of the spoilt rows of a view, of all ranks; null where there are none. `rowsOf` reads its rows; it is `looked` at with the marks of all samples that speak in it, of which `heard` speak in another view, too. */
function spoiltIn(
  kernels: Kernels,
  { scores, transform, present: speaking }: PreprocessedView,
  rowsOf: (samples: Uint32Array) => HeldRows,
  heard: number,
  own: PlacedNeighbours,
  others: readonly PlacedNeighbours[],
  random: Random,
  communicator: Communicator,
): Uint8Array | null {
  if (!transform || transform.features < 2) return null
  const order = random.permutation(own.place.length).subarray(0, MOST_SAMPLES)
  const some = order.map((p) => own.place[p])
  const rows = rowsOf(some)
  const shifts = drawShifts(rows, random)
  const madeUp = (count: number) => {
    const made = transformRows(transform, madeUpRows(kernels, rows, shifts, Math.min(count, some.length)))
    const said = [...made.present.keys()].filter((m) => made.present[m] === 1)
    return { points: takeRows(made.scores, said), places: Uint32Array.from(said, (m) => some[m]) }
  }
  const view = { scores: gatherRows(communicator, scores), speaking, own, others }
  const near = distancesToNearest(view, communicator)
  if (!areSomeAsFar(near, nearestRows(kernels, view, madeUp(FIRST_LOOK).points), heard)) return null
  const made = madeUp(MADE_UP)
  const away = distancesAway(kernels, view, made, communicator)
  const marks = spoiltRows(
    { near, away: away.subarray(0, near.length) },
    { near: nearestRows(kernels, view, made.points), away: away.subarray(near.length) },
  )
  return marks && strikeAnyone(marks, speaking, others, communicator) ? marks : null
}

/** Whether marked rows are spread over the samples as other views show them, as mishaps are. Samples that are close to each other there are a sort of their own, whose rows lie apart because they are few or in the middle. */
function strikeAnyone(
  marks: Uint8Array,
  speaking: Uint8Array,
  others: readonly PlacedNeighbours[],
  communicator: Communicator,
): boolean {
  const found = new Float64Array(2)
  for (const { place, neighbours } of others) {
    const { count, indices } = neighbours
    const { begin } = pointShares(place, marks.length, communicator.size)[communicator.rank]
    for (let p = 0; p < neighbours.samples; p++) {
      if (marks[place[begin + p]] === 0) continue
      for (let c = p * count; c < (p + 1) * count; c++) found[0] += marks[place[indices[c]]]
      found[1] += count
    }
  }
  communicator.allReduceSum(found)
  const [together, asked] = found
  return together * countOf(speaking) <= TOGETHER * asked * countOf(marks)
}

/** A word about each view that rows were left out of. */
function warnings({ unrelated, spoilt }: Pick<ViewGraphs, 'unrelated' | 'spoilt'>): string[] {
  return unrelated
    .flatMap(({ name }, v) =>
      spoilt[2 * v] > 0
        ? `view "${name}": ${spoilt[2 * v]} of ${spoilt[2 * v + 1]} rows fit neither its other rows nor the other views and were left out of it, keepSpoiltRows counts them`
        : [],
    )
    .sort()
}

/** What is done about spoilt rows; pages load it when a fit of several views starts. */
export const spoiltRowsOut = { leaveOut, warnings }

/** Takes marks back where fewer than two views would be left of a sample; identical samples go with the first of them. */
function keepTwoViews(
  marks: readonly (Uint8Array | null)[],
  speaking: readonly Uint8Array[],
  twins: Uint32Array,
): void {
  for (let i = 0; i < twins.length; i++) {
    for (const mark of marks) if (mark) mark[i] = mark[twins[i]]
    if (speaking.filter((view, v) => view[i] === 1 && !marks[v]?.[i]).length >= 2) continue
    for (const mark of marks) if (mark) mark[i] = 0
  }
}

/** How many views a sample speaks in. */
function countViews(speaking: readonly Uint8Array[], sample: number): number {
  return speaking.reduce((sum, view) => sum + view[sample], 0)
}
