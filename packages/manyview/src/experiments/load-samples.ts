import type { PreparedViews } from '@manyview/core/methods'
import { matrix, normal, Random } from '@manyview/core/numerics'
import type { DataRequest } from './job.ts'
import { readSampleFile } from './sample-file.ts'

/** The samples that a job asks for, checked, in the order of the file. */
export async function loadSamples(request: DataRequest): Promise<PreparedViews> {
  return request.kind === 'file' ? readSampleFile(request.path) : generatedSamples(request)
}

/** Positive numbers around one centre a cluster, cluster after cluster, the same on every call. */
function generatedSamples(request: Extract<DataRequest, { kind: 'generated' }>): PreparedViews {
  const { samples, features, clusters } = request
  const random = new Random(samples)
  const views = features.map((columns, v) => {
    const data = matrix(samples, columns)
    const draw = random.split(v)
    const centres = Float64Array.from({ length: clusters * columns }, () => draw.uniform())
    for (let i = 0; i < samples; i++) {
      const cluster = Math.floor((i * clusters) / samples)
      for (let j = 0; j < columns; j++)
        data.data[i * columns + j] = Math.abs(centres[cluster * columns + j] + 0.2 * normal(draw))
    }
    return { name: `view ${v + 1}`, data, present: null }
  })
  return { samples, views, ids: Array.from({ length: samples }, (_, i) => String(i)) }
}
