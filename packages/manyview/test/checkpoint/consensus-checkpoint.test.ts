import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cluster } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import type { Checkpoints, SavedFit } from '@manyview/core/runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileCheckpoints } from '../../src/checkpoint/file-checkpoints.ts'
import { readLists, writeLists } from '../../src/checkpoint/part-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyview-consensus-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const random = new Random(1)
/** In pairs of further columns samples differ for reasons of their own, so that many directions stand out. */
const view = (features: number, others = 0) =>
  Array.from({ length: 120 }, (_, i) => {
    const reasons = Array.from({ length: others / 2 }, () => 4 * random.uniform())
    return [
      ...Array.from({ length: features }, (_, j) => random.uniform() - 0.5 + (i % 3 === j % 3 ? 1 : 0)),
      ...Array.from({ length: others }, (_, j) => random.uniform() + reasons[j >> 1]),
    ]
  })
const views = { a: view(5, 10), b: view(4) }
const resuming = () => new FileCheckpoints(folder)

/** Checkpoints after every stage, which end the fit after stage number `last`. */
function endingAfter(last: number): Checkpoints {
  const files = new FileCheckpoints(folder, { minutes: 0 })
  return {
    load: (task, samples) => files.load(task, samples),
    due: () => files.due(),
    save(task: string, state: SavedFit) {
      files.save(task, state)
      if (state.iteration === last) throw new Error('killed')
    },
  }
}

describe('checkpoints of the default method', () => {
  it.each([
    // Evidence, then per round the members of three graphs. Fits to some samples look for eigenvectors near those of the first graph, which they find again.
    { settings: {}, stages: [1, 2, 4, 6, 7], embedded: 6 },
    { settings: { sample: 60 }, stages: [1, 3, 4, 6, 7], embedded: 7 },
    { settings: { effort: 'fast' as const }, stages: [1], embedded: 1 },
  ])('let it go on to the bytes of a run that was never stopped: $settings', async ({ settings, stages, embedded }) => {
    const options = { clusters: 3, runtime: { threads: 1 }, ...settings }
    const whole = await cluster(views, options)
    for (const stage of stages) {
      await expect(
        cluster(views, { ...options, runtime: { ...options.runtime, checkpoints: endingAfter(stage) } }),
      ).rejects.toThrow('killed')
      const done = new Set<string>()
      const onProgress = (progress: { stage: string }) => done.add(progress.stage)
      const { seconds: _, ...rest } = await cluster(views, {
        ...options,
        runtime: { ...options.runtime, checkpoints: resuming() },
        onProgress,
      })
      expect(rest).toEqual({ ...whole, seconds: undefined })
      // Views are not scored again, nor are samples embedded again by graphs that are done.
      expect(done).not.toContain('views')
      expect(done.has('filter')).toBe(stage <= embedded)
      resuming().clear()
    }
  })

  it('belong to one set of samples in one order', async () => {
    await expect(cluster(views, { clusters: 3, runtime: { checkpoints: endingAfter(1) } })).rejects.toThrow('killed')
    const turned = { a: views.a.toReversed(), b: views.b.toReversed() }
    await expect(cluster(turned, { clusters: 3, runtime: { checkpoints: resuming() } })).rejects.toThrow(
      'holds the checkpoint of another fit',
    )
  })

  it.each(['consensus', 'dstl'] as const)('of %s are refused with other data of the same shape', async (method) => {
    const options = { method, clusters: 3 }
    await expect(cluster(views, { ...options, runtime: { checkpoints: endingAfter(1) } })).rejects.toThrow('killed')
    // In the same canonical order, too.
    const larger = { a: views.a.map((row) => row.map((value) => 2 * value)), b: views.b }
    await expect(cluster(larger, { ...options, runtime: { checkpoints: resuming() } })).rejects.toThrow(
      'holds the checkpoint of another fit',
    )
    expect(await cluster(views, { ...options, runtime: { checkpoints: resuming() } })).toMatchObject({ method })
  })
})

describe('readLists(parts, columns, begin, end)', () => {
  it('gives any rows of a sparse matrix that several ranks wrote', () => {
    const rows = [[1], [], [0, 2, 5], [4], [3, 4], []]
    const matrixOf = (some: number[][]) => ({
      rows: some.length,
      columns: 6,
      indices: Uint32Array.from(some.flat()),
      values: Float64Array.from(some.flat(), (j) => j + 0.5),
      pointers: Uint32Array.from([0, ...some.map((_, i) => some.slice(0, i + 1).flat().length)]),
    })
    const parts = [
      { file: join(folder, 'first'), begin: 0, end: 2 },
      { file: join(folder, 'second'), begin: 2, end: 5 },
      { file: join(folder, 'third'), begin: 5, end: 6 },
    ]
    for (const { file, begin, end } of parts) writeLists(file, matrixOf(rows.slice(begin, end)))
    for (let begin = 0; begin <= 6; begin++)
      for (let end = begin; end <= 6; end++)
        expect(readLists(parts, 6, begin, end)).toEqual(matrixOf(rows.slice(begin, end)))
  })

  it('refuses a column that the matrix does not have, a count that is none, and a file that ends', () => {
    const file = join(folder, 'list')
    const parts = [{ file, begin: 0, end: 2 }]
    const matrix = (indices: number[]) => ({
      rows: 2,
      columns: 3,
      indices: Uint32Array.from(indices),
      values: Float64Array.of(1, 2),
      pointers: Uint32Array.of(0, 1, 2),
    })
    writeLists(file, matrix([0, 2]))
    expect(readLists(parts, 3, 0, 2)).toEqual(matrix([0, 2]))
    writeLists(file, matrix([0, 3]))
    expect(readLists(parts, 3, 0, 2)).toBeNull()
    for (const lengths of [
      [1.5, 0.5],
      [-1, 3],
      [Number.NaN, 1],
      [2 ** 40, 1],
      [1, 9],
    ]) {
      writeFileSync(file, new Uint8Array(Float64Array.of(...lengths, 0, 2, 1, 2).buffer))
      expect(readLists(parts, 3, 0, 2), `${lengths}`).toBeNull()
    }
  })
})
