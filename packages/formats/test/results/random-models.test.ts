import { readFileSync } from 'node:fs'
import { assign, type Model } from '@manyview/core'
import { entryChanges, matrix, Random } from '@manyview/core/numerics'
import { expect, it } from 'vitest'
import { readModel, writeModel } from '../../src/results/model.ts'
import { someViews } from './models.ts'

/** MANYVIEW_ROUNDS and MANYVIEW_SEED make long runs of it; `npm run bench nightly` sets both. */
const models = 200 * Number(process.env.MANYVIEW_ROUNDS ?? 1)
const seed = Number(process.env.MANYVIEW_SEED ?? 0)

type NeighbourView = Extract<Model, { way: 'neighbours' }>['parts'][number]

const odd = [0, -0, 1, -1, 5e-324, 1e-300, Number.MAX_VALUE, Number.EPSILON, 1 / 3]
const oddNames = ['', 'a', '__proto__', 'constructor', 'array', '\u0000', 'ä⏚', '"\\\n', '\ud800', 'x'.repeat(300)]

/** Any sound model: of each way, with values and names that files get wrong. */
function randomModel(random: Random): Model {
  const below = (most: number) => 1 + random.below(most)
  const value = () => (random.below(3) === 0 ? odd[random.below(odd.length)] : 2 * random.uniform() - 1)
  const doubles = (length: number) => Float64Array.from({ length }, value)
  const singles = (length: number) => Float32Array.from({ length }, () => Math.fround(2 * random.uniform() - 1))
  const marks = (length: number) => Uint8Array.from({ length }, () => random.below(2))
  const name = () => oddNames[random.below(oddNames.length)]
  const [clusters, samples] = [below(4), below(9)]
  const views = Array.from({ length: below(3) }, () => {
    const features = below(5)
    return { name: name(), features, featureNames: random.below(2) ? Array.from({ length: features }, name) : null }
  })
  const about = { method: name(), clusters, samples, views, ...(random.below(3) ? {} : { things: [{ kind: name() }] }) }
  const used = views.map((_, v) => v).filter((v) => v === 0 || random.below(3) > 0)
  const features = (v: number) => views[v].features
  switch (random.below(3)) {
    case 0: {
      const part = (view: number): NeighbourView => {
        const [d, rank] = [features(view), below(3)]
        const base = { features: d, rank, projection: singles(d * rank), length: random.uniform() }
        const change = random.below(2) ? { change: entryChanges[random.below(entryChanges.length)] } : {}
        const transform = [
          { kind: 'words', ...base, idf: doubles(d), shift: doubles(d) },
          { kind: 'scores', ...base, ...change, mean: doubles(d) },
          {
            kind: 'measurements',
            ...base,
            ...change,
            low: doubles(d),
            high: doubles(d),
            roots: marks(d),
            mean: doubles(d),
          },
        ][random.below(3)] as NeighbourView['transform']
        const present = random.below(2) ? marks(samples) : null
        return { view, weight: random.uniform() + 0.1, transform, scores: singles(samples * rank), present }
      }
      const memberships = singles(samples * clusters)
      return { way: 'neighbours', ...about, neighbours: below(9), parts: used.map(part), memberships }
    }
    case 1: {
      const k = below(4)
      const variant = random.below(2) > 0
      const parts = used.map((view) => ({
        view,
        W: { rows: features(view), columns: k, data: singles(features(view) * k) },
        C: variant ? matrix(k, k, doubles(k * k)) : null,
      }))
      const columns = variant ? k : k * parts.length
      const centres = matrix(clusters, columns, doubles(clusters * columns))
      return {
        way: 'latent',
        ...about,
        rule: random.below(2) ? 'sum' : 'mean',
        parts,
        centres,
        sizes: doubles(clusters),
      }
    }
    default: {
      const parts = used.map((view) => ({ view, mean: doubles(features(view)), scale: doubles(features(view)) }))
      const columns = used.reduce((sum, view) => sum + features(view), 0)
      const centres = matrix(clusters, columns, doubles(clusters * columns))
      return { way: 'centres', ...about, parts, centres, sizes: doubles(clusters) }
    }
  }
}

it(`${models} random models are the same after writing and reading, and so are their bytes (seed ${seed})`, () => {
  for (let m = 0; m < models; m++) {
    const model = randomModel(new Random(seed).split(m))
    const bytes = writeModel(model)
    const again = readModel(bytes)
    expect(again, `model ${m}`).toEqual(model)
    expect(Buffer.compare(writeModel(again), bytes), `model ${m}`).toBe(0)
  }
})

it.each(['neighbours', 'latent', 'centres'])(
  'a model of version 1 (%s) is read and places samples as it did then',
  async (way) => {
    const folder = new URL('../fixtures/models/', import.meta.url)
    const model = readModel(new Uint8Array(readFileSync(new URL(`version-1-${way}.mvm`, folder))))
    const placed = await assign(model, someViews(20, 2))
    const then = JSON.parse(readFileSync(new URL('placed.json', folder), 'utf8'))[way]
    expect(Array.from(placed.labels)).toEqual(then.labels)
    expect(
      Math.max(...then.confidence.map((value: number, i: number) => Math.abs(value - placed.confidence[i]))),
    ).toBeLessThanOrEqual(1e-12)
  },
)
