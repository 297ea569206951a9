import { isSparse, matrix, type NamedMatrix, type PreparedViews, type Random, toDense } from 'manyview'

/** Marks a share of all (sample, view) pairs as absent, drawn at random; every sample keeps at least one view. */
export function removePairs(input: PreparedViews, share: number, random: Random): PreparedViews {
  const { samples, views } = input
  const left = new Uint8Array(samples).fill(views.length)
  const present = views.map(() => new Uint8Array(samples).fill(1))
  let open = Math.round(share * samples * views.length)
  for (const pair of random.permutation(samples * views.length)) {
    const sample = Math.floor(pair / views.length)
    if (open === 0) break
    if (left[sample] === 1) continue
    left[sample]--
    present[pair % views.length][sample] = 0
    open--
  }
  return { ...input, views: views.map((view, v) => ({ ...view, present: present[v] })) }
}

/** What users do without such a method: absent rows become the mean of the others, and all count as present. */
export function imputeMeans(input: PreparedViews): PreparedViews {
  return { ...input, views: input.views.map(imputed) }
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
