import type { NamedMatrix, PreparedViews } from '@manyview/core/methods'
import { isSparse, matrix, type Random, toDense } from '@manyview/core/numerics'

/** Takes each (sample, view) pair away with probability `share`; a sample that would lose all its views keeps one of them, drawn at random. */
export function removePairs(input: PreparedViews, share: number, random: Random): PreparedViews {
  const { samples, views } = input
  const present = views.map(() => new Uint8Array(samples))
  for (let i = 0; i < samples; i++) {
    for (const view of present) view[i] = random.uniform() < share ? 0 : 1
    const survivor = random.below(views.length)
    if (present.every((view) => view[i] === 0)) present[survivor][i] = 1
  }
  return { ...input, views: views.map((view, v) => withoutSamples(view, present[v])) }
}

/** The share of the pairs that `removePairs` takes away on average: a sample of V views keeps one of them where all would go. */
export function shareRemoved(share: number, views: number): number {
  return share - share ** views / views
}

/** Takes one view, drawn at random, away from a share of the samples. */
export function removeOneView(input: PreparedViews, share: number, random: Random): PreparedViews {
  const { samples, views } = input
  const present = views.map(() => new Uint8Array(samples).fill(1))
  for (const i of random.permutation(samples).subarray(0, Math.round(share * samples)))
    present[random.below(views.length)][i] = 0
  return { ...input, views: views.map((view, v) => withoutSamples(view, present[v])) }
}

/** What users do without a method for missing views: absent rows become the mean of the others, and all count as present. */
export function imputeMeans(input: PreparedViews): PreparedViews {
  return { ...input, views: input.views.map(imputed) }
}

/** The view with rows of zeros where a sample lacks it, as methods expect them. */
function withoutSamples(view: NamedMatrix, present: Uint8Array): NamedMatrix {
  const { data } = view
  if (isSparse(data)) {
    const values = data.values.slice()
    for (const [i, mark] of present.entries()) if (!mark) values.fill(0, data.pointers[i], data.pointers[i + 1])
    return { ...view, data: { ...data, values }, present }
  }
  const copy = matrix(data.rows, data.columns, data.data.slice())
  for (const [i, mark] of present.entries()) if (!mark) copy.data.fill(0, i * data.columns, (i + 1) * data.columns)
  return { ...view, data: copy, present }
}

function imputed({ name, data, present }: NamedMatrix): NamedMatrix {
  if (!present) return { name, data, present }
  const dense = isSparse(data) ? toDense(data) : data
  const { rows, columns } = dense
  const result = matrix(rows, columns, dense.data.slice())
  const mean = new Float64Array(columns)
  let count = 0
  for (let i = 0; i < rows; i++) {
    if (!present[i]) continue
    count++
    for (let j = 0; j < columns; j++) mean[j] += dense.data[i * columns + j]
  }
  for (let j = 0; j < columns; j++) mean[j] /= count
  for (let i = 0; i < rows; i++) if (!present[i]) result.data.set(mean, i * columns)
  return { name, data: result, present: null }
}
