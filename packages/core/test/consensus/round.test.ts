import { describe, expect, it } from 'vitest'
import { gatherBefore } from '../../src/consensus/consensus.ts'
import { drawFitted } from '../../src/consensus/fitted-samples.ts'
import { refineEvidence } from '../../src/consensus/refine.ts'
import { type Fit, Round } from '../../src/consensus/round.ts'
import type { Evidence } from '../../src/evidence/evidence.ts'
import { multiplyTranspose } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { Checkpoints, SavedFit } from '../../src/runtime/checkpoints.ts'
import type { Device, EmbedOptions } from '../../src/runtime/device/device.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import type { Progress } from '../../src/runtime/progress.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { Stages } from '../../src/runtime/stages.ts'
import { mapProgress, runToEnd } from '../../src/runtime/steps.ts'
import { prepareViews } from '../../src/views/prepare-views.ts'
import { withManyDirections } from '../many-directions.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { inLockstep } from '../runtime/ranks/lockstep-ranks.ts'
import { plainDevice } from './plain-device.ts'

const SAMPLES = 150
const kernels = await Kernels.load()
const rt = plainRuntime(kernels, new Random(1))

/** Three groups that overlap, i mod 3 each, in three columns. */
function view(seed: number, apart: number) {
  const random = new Random(seed)
  return Array.from({ length: SAMPLES }, (_, i) =>
    Array.from({ length: 3 }, (_, j) => apart * Number(j === i % 3) + normal(random)),
  )
}

const options = { effort: 'full', neighbours: 10, sample: null, viewWeights: null }
const input = prepareViews(
  { wide: withManyDirections(view(13, 4), new Random(4)), narrow: view(3, 2) },
  { ranks: singleProcess },
)
const task = { options, random: new Random(1), kernels, device: null, ranks: singleProcess }
/** Gathered by the first test: what runs before tests is tried with every one of them when code is mutated. */
let evidence: Evidence | undefined
const gathered = () => {
  evidence ??= runToEnd(gatherBefore(input, task)).evidence!
  return evidence
}
/** The group of each sample in the order that the fit has them in. */
const groups = () => Int32Array.from(gathered().samples.order.samples, (sample) => sample % 3)

const fitTo = (count: number): Fit => ({
  ...{ rt, clusters: 3, evidence: gathered() },
  fitted: drawFitted(gathered().samples, count, new Random(2)),
})
const rowsOf = ({ evidence }: Fit) => evidence.graphs.map(({ graph }) => graph.rows)

describe('Round', () => {
  it('draws the kinds that each graph is asked for, and leaves the graphs of a fit to all samples', () => {
    const fit = fitTo(SAMPLES)
    const round = new Round(fit, rt, 0, undefined, undefined)
    const members = runToEnd(round.draw((graph) => (graph === 1 ? [] : ['kmeans'])))
    expect(new Set(members.map(({ graph, kind, round }) => `${round} ${graph} ${kind}`))).toEqual(
      new Set(['0 0 kmeans', '0 2 kmeans']),
    )
    expect(rowsOf(fit)).toEqual([SAMPLES, SAMPLES, SAMPLES])
    expect(runToEnd(round.firstEigenvectors())).toBeUndefined()
  })

  it('frees each graph of a fit to some samples, and keeps the eigenvectors of the first', () => {
    const fit = fitTo(60)
    const round = new Round(fit, rt, 0, undefined, undefined)
    let steps = 0
    const counted = <T>(run: Generator<Progress, T>) =>
      runToEnd(
        mapProgress(run, ({ stage }) => {
          steps += Number(stage === 'filter')
        }),
      )
    const members = counted(round.draw(() => ['kmeans']))
    expect(new Set(members.map(({ graph }) => graph))).toEqual(new Set([0, 1, 2]))
    for (const { fitted, labels } of members) expect([fitted.length, labels.length]).toEqual([60, SAMPLES])
    expect(rowsOf(fit)).toEqual([0, 0, 0])
    expect(fit.evidence.graphs.map(({ name }) => name)).toEqual(['both', 'union', 'joint'])
    expect(counted(round.firstEigenvectors())!.vectors.rows).toBe(SAMPLES)
    // Each graph is embedded once.
    const three = steps
    steps = 0
    counted(new Round(fitTo(60), rt, 0, undefined, undefined).firstEigenvectors())
    expect(three).toBe(3 * steps)
  })

  it('finds the eigenvectors of the first graph where nobody drew from it, and frees it', () => {
    const fit = fitTo(60)
    const round = new Round(fit, rt, 1, undefined, undefined)
    expect(runToEnd(round.firstEigenvectors())!.vectors.rows).toBe(SAMPLES)
    expect(rowsOf(fit)).toEqual([0, SAMPLES, SAMPLES])
  })

  it('finds the same eigenvectors of the first graph where an earlier run drew its members', () => {
    let saved: SavedFit | null = null
    const checkpoints: Checkpoints = {
      load: () => saved,
      due: () => true,
      save(_, state) {
        if (state.iteration === 1) saved = state
      },
    }
    const [first, resumed] = [1, 2].map(() => {
      const fit = fitTo(60)
      const round = new Round(fit, rt, 0, new Stages(checkpoints, 'a fit', fit.evidence.samples), undefined)
      const members = runToEnd(round.draw(() => ['kmeans'])).map(({ labels }) => Array.from(labels))
      return { members, likely: runToEnd(round.firstEigenvectors()), rows: rowsOf(fit) }
    })
    expect(resumed).toEqual(first)
    expect(first.rows).toEqual([0, 0, 0])
  })

  it('embeds a fit to all samples by the graphs of which each rank makes some', () => {
    const embed = (ranks: Ranks) => {
      const round = new Round(fitTo(SAMPLES), { ...rt, ranks }, 1, undefined, undefined)
      let made = 0
      const drawing = mapProgress(
        round.draw(() => []),
        ({ stage }) => {
          made += Number(stage === 'filter')
        },
      )
      runToEnd(drawing)
      return { made, filtered: round.filteredEmbedding() }
    }
    const alone = embed(singleProcess)
    const [first, second] = inLockstep(2, embed)
    expect([first.filtered, second.filtered]).toEqual([alone.filtered, alone.filtered])
    expect([first.made, second.made]).toEqual([(2 / 3) * alone.made, alone.made / 3])
  })

  it('looks for no eigenvectors where a device embeds more samples than are few to it', () => {
    for (const [many, rows] of [
      [SAMPLES - 1, undefined],
      [SAMPLES, SAMPLES],
    ] as const) {
      const [fit, asked] = [fitTo(60), [] as EmbedOptions[]]
      const round = new Round(fit, { ...rt, device: plainDevice(kernels, many, asked) }, 1, undefined, undefined)
      expect(runToEnd(round.firstEigenvectors())?.vectors.rows).toBe(rows)
      expect([rowsOf(fit)[0], asked]).toEqual([rows ? 0 : SAMPLES, []])
    }
  })

  it('puts the smoothed scores of all graphs side by side after the second round of a fit to all samples', () => {
    const fit = fitTo(SAMPLES)
    const second = new Round(fit, rt, 1, undefined, undefined)
    runToEnd(second.draw(() => ['kmeans']))
    const { rows, columns } = second.filteredEmbedding()
    expect([rows, columns % 3]).toEqual([SAMPLES, 0])
    expect(columns).toBeGreaterThan(3)
  })
})

describe('refineEvidence(rt, holder, grouping)', () => {
  const refine = (confidence: number, holder = { evidence: gathered() }, device: Device | null = null) => {
    const grouping = { labels: groups(), clusters: 3, confidence: new Float64Array(SAMPLES).fill(confidence) }
    return runToEnd(refineEvidence({ ...rt.scope('refined'), device }, holder, grouping))
  }
  /** The share of the links of the last graph that stay within a group. */
  const inside = ({ graphs }: Pick<Fit['evidence'], 'graphs'>) => {
    const { pointers, indices, values } = graphs[2].graph
    const [sums, own] = [[0, 0], groups()]
    for (let i = 0; i < SAMPLES; i++)
      for (let p = pointers[i]; p < pointers[i + 1]; p++) sums[Number(own[i] === own[indices[p]])] += values[p]
    return sums[1] / (sums[0] + sums[1])
  }

  it('links samples of a group more than before, by new coordinates beside the scores', () => {
    const refined = refine(1)
    expect(inside(refined)).toBeGreaterThan(inside(gathered()) + 0.05)
    // Two more for each view: three groups lie in a plane.
    expect(refined.features.columns).toBe(gathered().features.columns + 2 * 2)
    expect(refined.graphs.map(({ name }) => name)).toEqual(['both', 'union', 'joint'])
    expect(inside(refine(0))).toBeGreaterThan(inside(gathered()) + 0.05)
  })

  it('brings rows of many scores to one length, and leaves a few as long as they were', () => {
    const { names, scores } = gathered()
    const wide = names.indexOf('wide')
    const widths = scores.map(({ columns }) => columns + 2)
    const { columns, data } = refine(1).features
    const lengths = (view: number) =>
      Array.from({ length: SAMPLES }, (_, i) => {
        const first = i * columns + (view === 0 ? 0 : widths[0])
        return Math.hypot(...data.subarray(first, first + widths[view]))
      })
    // Each of two views counts half.
    for (const length of lengths(wide)) expect(length).toBeCloseTo(Math.SQRT1_2, 10)
    expect(Math.max(...lengths(1 - wide)) / Math.min(...lengths(1 - wide))).toBeGreaterThan(1.5)
  })

  it('finds the same where a device looks at more samples than are few to it, and the scores are all that is known', () => {
    const same = { ...gathered(), extraScores: gathered().scores }
    const plain = refine(0.7, { evidence: same }).features
    for (const [many, extraScores, asked] of [
      [SAMPLES - 1, same.scores, 1],
      [SAMPLES, same.scores, 0],
      [0, same.scores.map((scores) => ({ ...scores })), 0],
    ] as const) {
      const sums = plainDevice(kernels, many)
      let calls = 0
      const device: Device = {
        ...sums,
        foldSums(...given) {
          calls++
          return sums.foldSums(...given)
        },
      }
      const { features } = refine(0.7, { evidence: { ...same, extraScores } }, device)
      expect(calls).toBe(asked)
      const products = [plain, features].map((rows) => multiplyTranspose(rows, rows).data)
      for (let p = 0; p < SAMPLES; p++) expect(products[1][p]).toBeCloseTo(products[0][p], 8)
    }
  })

  it('frees what it was made of', () => {
    const holder = { evidence: gathered() }
    refine(1, holder)
    expect([holder.evidence.scores, holder.evidence.extraScores, holder.evidence.graphs]).toEqual([[], [], []])
  })
})
