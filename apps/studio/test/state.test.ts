import { type Clustering, cluster } from '@manyview/core'
import { clusteringRecord } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../src/state/command-line.ts'
import { labelsCsv } from '../src/state/export-files.ts'
import { ProgressClock } from '../src/state/progress-clock.ts'
import { makeRun } from '../src/state/run.ts'

const found = await cluster(
  { a: [[0], [0.1], [5], [5.2]], b: [[1], [1.1], [7], [7.2]] },
  { clusters: 2, method: 'kmeans', restarts: 3, seed: 4 },
)

function run(clustering: Clustering, inputs: string[], reading: Record<string, unknown>) {
  const views = ['a', 'b'].map((name) => ({ name, features: 1, sparse: false }))
  const record = clusteringRecord(clustering, {
    versions: {},
    inputs: inputs.map((name) => ({ name, bytes: 1, sha256: '' })),
    reading,
    views,
    scores: null,
    warnings: [],
  })
  return makeRun(record)
}

describe('commandLine', () => {
  it('says only what differs from what the command does anyway, quoted for a shell', () => {
    const made = run(found, ["it's here.csv", 'b.npy'], {
      views: ['a', 'b'],
      labels: 'my class',
      kinds: { a: 'counts' },
    })
    expect(commandLine(made).command).toBe(
      "manyview fit 'it'\\''s here.csv' b.npy -k 2 --views a,b --kind a=counts --labels 'my class' --method kmeans --seed 4 --set restarts=3 --out run",
    )
  })

  it('knows the digits as the demo, and says where the command has no such thing', () => {
    const ten = { ...found, clusters: 10, method: 'consensus', seed: 0, options: { effort: 'fast' } }
    expect(commandLine(run(ten, [], { demo: 'digits' })).command).toBe('manyview demo --set effort=fast --out run')
    expect(commandLine(run(found, [], { demo: 'digits' }))).toMatchObject({
      command: null,
      why: expect.stringMatching(/demo/),
    })
    expect(commandLine(run(found, [], {})).command).toBeNull()
  })
})

describe('labelsCsv', () => {
  it('has the number and the name of the cluster always, of that into which it was merged', () => {
    const made = { ...run(found, [], {}), names: ['', 'pears'], groups: [1, 1] }
    expect(labelsCsv(made)).toMatch(/^id,cluster,name\b.*\n0,1,pears\b/)
    const [head, row] = labelsCsv({ ...made, names: ['', ''], groups: [0, 0] }, [3]).split('\n')
    expect(head).toMatch(/^id,cluster,name/)
    expect(row).toMatch(/^3,0,Cluster 0/)
  })
})

describe('ProgressClock', () => {
  it('never goes back, tells the time left from what is done, and keeps the objective', () => {
    let now = 0
    const clock = new ProgressClock(() => now)
    let before = 0
    for (let i = 1; i <= 10; i++) {
      now += 1000
      const { fraction, secondsLeft, curve } = clock.step('fit', {
        stage: 'iterating',
        iteration: i,
        total: 10,
        objective: 1 / i,
      })
      expect(fraction).toBeGreaterThanOrEqual(before)
      before = fraction
      expect(curve.length).toBe(i)
      if (i > 1) expect(secondsLeft).toBeCloseTo((i / fraction) * (1 - fraction), 6)
    }
    const end = clock.step('explain', { stage: 'features', iteration: 2, total: 2 })
    expect(end.fraction).toBe(1)
    expect(end.trail.map(({ step }) => step)).toEqual(['Iterating', 'Finding what sets the clusters apart'])
  })

  it('follows the formula of a method that has one', () => {
    let now = 0
    const clock = new ProgressClock(() => now)
    const parts = [2, 6, 2].map((seconds, p) => ({ kind: String(p), stages: [], seconds }))
    const at = (seconds: number, at: number) => {
      now = 1000 * seconds
      return clock.step('fit', { stage: 'members', iteration: 1, total: 1, work: { parts, at } })
    }
    expect(at(0, 0)).toMatchObject({ fraction: 0, secondsLeft: null })
    // What comes after the fit takes the other 35 %.
    const second = at(2, 1)
    expect(second.fraction).toBeCloseTo(0.65 * 0.2, 6)
    expect(second.secondsLeft).toBeCloseTo(10 / 0.65 - 2, 6)
    expect(at(8, 2).fraction).toBeCloseTo(0.65 * 0.8, 6)
  })

  it('counts stages that come again as one step', () => {
    const clock = new ProgressClock(() => 0)
    for (const stage of ['eigenvectors', 'filter', 'eigenvectors', 'filter'])
      clock.step('fit', { stage, iteration: 1, total: 2 })
    expect(clock.step('fit', { stage: 'members', iteration: 1, total: 2 }).trail.length).toBe(2)
  })
})
