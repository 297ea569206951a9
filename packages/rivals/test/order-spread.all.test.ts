import { readFileSync } from 'node:fs'
import { cluster, type DenseView } from '@manyview/core'
import { accuracy } from '@manyview/core/metrics'
import { Random } from '@manyview/core/numerics'
import { loadDigits } from '@manyview/formats/digits'
import { expect, it } from 'vitest'

const reliability = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8')
const permutations = 20

it(`docs/reliability.md tells how far dstl differs over ${permutations} orders of the samples`, async () => {
  const { views, labels } = await loadDigits()
  const chosen = Array.from({ length: 200 }, (_, i) => i)
  const byClass = chosen.toSorted((a, b) => labels[a] - labels[b] || a - b)
  const inOrder = async (order: readonly number[]) => {
    const taken = Object.entries(views as Record<string, DenseView>).map(([name, { data, features }]) => [
      name,
      {
        data: Float64Array.from(
          { length: order.length * features },
          (_, p) => data[order[Math.floor(p / features)] * features + (p % features)],
        ),
        samples: order.length,
        features,
      },
    ])
    const found = await cluster(Object.fromEntries(taken), {
      clusters: 10,
      method: 'dstl',
      lambda1: 0.01,
      lambda2: 0.01,
      runtime: { threads: 1 },
    })
    return accuracy(
      order.map((i) => labels[i]),
      found.labels,
    )
  }
  const sorted = await inOrder(byClass)
  const shuffled: number[] = []
  for (let p = 1; p <= permutations; p++)
    shuffled.push(await inOrder(Array.from(new Random(p).permutation(200), (i) => chosen[i])))
  const mean = shuffled.reduce((sum, value) => sum + value, 0) / permutations
  const told =
    /DSTL on 200 digits: accuracy ([\d.]+) sorted by class, ([\d.]+) on average over 20 random orders \(([\d.]+) to ([\d.]+)\)/.exec(
      reliability,
    )
  const measured = [sorted, mean, Math.min(...shuffled), Math.max(...shuffled)]
  expect(told, `measured: ${measured.map((value) => value.toFixed(3)).join(', ')}`).not.toBeNull()
  for (const [i, value] of measured.entries())
    expect(Math.abs(value - Number(told![i + 1])), `${value}`).toBeLessThanOrEqual(0.02)
})
