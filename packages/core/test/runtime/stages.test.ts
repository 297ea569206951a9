import { describe, expect, it } from 'vitest'
import { fromRows, type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../src/numerics/linalg/sparse-matrix.ts'
import type { Checkpoints, SavedFit } from '../../src/runtime/checkpoints.ts'
import { type SavedStage, type StageFormat, Stages } from '../../src/runtime/stages.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { samplesInOrder } from '../samples-in-order.ts'
import { onRanks } from './ranks/thread-ranks.ts'
import { type FoundRun, type GivenRun, run } from './stages-program.ts'

const program = new URL('./stages-program.ts', import.meta.url)
/** What rank 0 finds. */
const runOn = async (size: number, given: readonly GivenRun[]): Promise<FoundRun[]> =>
  size === 1 ? run(undefined, given) : (await onRanks<FoundRun[]>(size, program, given))[0]

describe('a fit of the default method that ended after any stage', () => {
  it.each([
    // Evidence, then the members of three graphs in each of two rounds.
    [1, 2, [1, 2, 3, 4, 5, 6, 7]],
    [3, 1, [1, 3, 6]],
  ])('on %i ranks goes on to the same bytes on %i', async (before, after, ends) => {
    const fit = { samples: 70, options: { clusters: 3 } }
    const [{ result, stages }] = await runOn(1, [fit])
    expect(stages).toContain('refinement')
    const ended = await runOn(
      before,
      ends.map((until) => ({ ...fit, until })),
    )
    expect(ended.map(({ saved }) => saved!.iteration)).toEqual(ends)
    const resumed = await runOn(
      after,
      ended.map(({ saved }) => ({ ...fit, saved })),
    )
    for (const [s, found] of resumed.entries()) {
      expect(found.result, `after stage ${ends[s]}`).toEqual(result)
      // What is finished is not done again: views are scored before the first stage ends, samples embedded before the last.
      expect(found.stages).not.toContain('views')
      expect(found.stages.includes('eigenvectors')).toBe(ends[s] < 7)
    }
  })

  it('goes on to the same bytes where ranks have their own samples, of which partitions are fitted to some', async () => {
    const fit = { samples: 530, options: { clusters: 3, sample: 60 } }
    const ends = [1, 2, 4, 7]
    const [{ result }, ...ended] = await runOn(2, [fit, ...ends.map((until) => ({ ...fit, until }))])
    const resumed = await runOn(
      2,
      ended.map(({ saved }) => ({ ...fit, saved })),
    )
    for (const [s, found] of resumed.entries()) expect(found.result, `after stage ${ends[s]}`).toEqual(result)
  })
})

describe('Stages', () => {
  const samples = samplesInOrder(3)
  const graph = (...ends: number[]): SparseMatrix => ({
    rows: 3,
    columns: 3,
    pointers: Uint32Array.of(0, 1, 2, 3),
    indices: Uint32Array.from(ends),
    values: Float64Array.from(ends, (end) => end / 2),
  })
  /** As it is saved. */
  const plain: StageFormat<SavedStage> = { save: (result) => result, restore: (saved) => saved }
  const first: SavedStage = {
    rows: [fromRows([[1], [2], [3]]), matrix(3, 0), fromRows([[1, 9], [2, 8], [3, 7]])], // biome-ignore format: one line
    graphs: [graph(1, 2, 0), graph(2, 0, 1)],
    numbers: [Float64Array.of(5), new Float64Array(0), Float64Array.of(6, 7)],
  }
  const second: SavedStage = { rows: [fromRows([[4], [5], [6]])], graphs: [graph(0, 0, 0)], numbers: [] }

  /** What is saved, with its text; `isDue` says whether it is time to. */
  function store(isDue = true) {
    const saved: [string, SavedFit][] = []
    const checkpoints: Checkpoints = {
      load: (task) => saved.findLast(([text]) => text === task)?.[1] ?? null,
      due: () => isDue,
      save: (task, fit) => saved.push([task, fit]),
    }
    return { saved, checkpoints }
  }
  const once = (stages: Stages, name: string, result: SavedStage | null) =>
    runToEnd(
      stages.once(name, plain, samples, function* () {
        yield { stage: name, iteration: 1, total: 1 }
        if (!result) throw new Error(`${name} was worked on again`)
        return result
      }),
    )
  const contents = ({ rows, graphs, numbers }: SavedStage) => ({
    rows: rows.map(({ columns, data }: Matrix) => [columns, ...data]),
    graphs,
    numbers,
  })

  it('bring back what every finished stage gave, without its work', () => {
    const { saved, checkpoints } = store()
    const before = new Stages(checkpoints, 'this fit', samples)
    expect([before.isSaved('one'), before.restore('one')]).toEqual([false, null])
    expect(once(before, 'one', first)).toBe(first)
    expect(once(before, 'two', second)).toBe(second)
    expect(saved.map(([text, { iteration }]) => [text, iteration])).toEqual([
      ['this fit', 1],
      ['this fit', 2],
    ])
    const after = new Stages(checkpoints, 'this fit', samples)
    expect(after.isSaved('two')).toBe(true)
    expect(contents(once(after, 'one', null))).toEqual(contents(first))
    expect(contents(once(after, 'two', null))).toEqual(contents(second))
    // What was brought back is saved with what comes next.
    once(after, 'three', second)
    const last = new Stages(checkpoints, 'this fit', samples)
    expect(contents(last.restore('one')!)).toEqual(contents(first))
    expect(contents(last.restore('three')!)).toEqual(contents(second))
  })

  it('keep how far a long stage has come, and go on from there', () => {
    const { saved, checkpoints } = store()
    new Stages(checkpoints, 'this fit', samples).keep('long', 17, () => second)
    expect(saved[0][1].iteration).toBe(17)
    expect(contents(new Stages(checkpoints, 'this fit', samples).restore('long')!)).toEqual(contents(second))
  })

  it('save nothing before it is time, and bring nothing back from another fit', () => {
    const { saved, checkpoints } = store(false)
    const stages = new Stages(checkpoints, 'this fit', samples)
    once(stages, 'one', first)
    stages.keep('long', 3, () => second)
    expect(saved).toEqual([])
    const other = store()
    once(new Stages(other.checkpoints, 'this fit', samples), 'one', first)
    expect(new Stages(other.checkpoints, 'another fit', samples).isSaved('one')).toBe(false)
  })
})
