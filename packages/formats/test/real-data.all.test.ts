import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { folder, present, publicFiles } from './public-files.ts'

describe(`public multi-view files${present ? '' : ` (skipped: no data in ${folder})`}`, () => {
  it.skipIf(!present).each(publicFiles)(
    '%s opens with no option: samples, views and labels are found',
    async (name, samples, clusters, features, label) => {
      const data = await readDataset([bytesSource(`${name}.mat`, readFileSync(`${folder}/${name}.mat`))])
      expect(data.samples).toBe(samples)
      expect(data.views.map(({ view }) => view.features)).toEqual(features)
      expect(data.views.every(({ view }) => view.samples === samples)).toBe(true)
      expect(data.labels.map((candidate) => candidate.name)).toEqual([label])
      expect(new Set(data.labels[0].values).size).toBe(clusters)
      expect(data.warnings).toEqual([])
    },
  )

  it.skipIf(!present)('BBCSport stays sparse', async () => {
    const data = await readDataset([bytesSource('BBCSport.mat', readFileSync(`${folder}/BBCSport.mat`))])
    expect(data.views.every(({ view }) => 'pointers' in view)).toBe(true)
  })
})
