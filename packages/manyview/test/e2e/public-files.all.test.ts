import { describe, expect, it } from 'vitest'
import { folder, present, publicFiles } from '../../../formats/test/public-files.ts'
import { workplace } from './workplace.ts'

const place = workplace()

/** Files that k-means is through with at once. */
const quick = publicFiles.filter(([, samples, , features]) => samples * features.reduce((a, b) => a + b) < 5e5)

describe(`the command on public multi-view files${present ? '' : ` (skipped: no data in ${folder})`}`, () => {
  it.skipIf(!present).each(publicFiles)(
    'inspect finds samples, views and labels of %s with no flag',
    async (name, samples, clusters, features, label) => {
      const { code, stdout, stderr } = await place.run('inspect', `${folder}/${name}.mat`, '--json')
      expect(stderr).toBe('')
      expect(code).toBe(0)
      const found = JSON.parse(stdout)
      expect(found.samples).toBe(samples)
      expect(found.views.map((view: { features: number }) => view.features)).toEqual(features)
      expect(found.labels).toEqual([{ name: label, classes: clusters }])
      expect(found.warnings).toEqual([])
    },
  )

  it.skipIf(!present).each(quick)(
    'fit clusters %s with no flag about the data but --clusters',
    async (name, samples, clusters) => {
      const { code, stdout, stderr } = await place.run(
        ...['fit', `${folder}/${name}.mat`, '--clusters', String(clusters)],
        ...['--method', 'kmeans', '--set', 'restarts=1', '--out', '-'],
      )
      expect(stderr).toBe('')
      expect(code).toBe(0)
      const lines = stdout.trim().split('\n').slice(1)
      expect(lines).toHaveLength(samples)
      expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(clusters)
    },
  )
})
