import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { cluster, score } from '@manyview/core'
import { isSparse } from '@manyview/core/numerics'
import { readBenchmark } from '../quality/benchmark-files.ts'
import { type Figure, pairsOf } from './measure.ts'
import { readLabels, writeView } from './npy.ts'
import { Peer } from './peer.ts'
import type { Row } from './rows.ts'

/** The default method on Hdigit, at both efforts, against scikit-learn's spectral clustering on the concatenated views. */
export const defaultRow: Row = {
  name: 'Hdigit',
  async run({ threads, pairs }) {
    const file = await readBenchmark('Hdigit')
    if (!file) return 'Hdigit: not in MANYVIEW_DATA, left out'
    const peer = Peer.start('spectral_sklearn.py', ['sklearn'])
    if (!peer) return 'Hdigit: no scikit-learn here, left out (python3-sklearn, or PYTHON)'
    const folder = mkdtempSync(`${tmpdir()}/manyview-speed-`)
    try {
      const { views } = file.input
      await peer.ask({ load: views.map(({ data }, v) => writeView(folder, String(v), data)) })
      const command = { run: { clusters: file.clusters, seed: 0 } }
      await peer.ask(command)
      await peer.ask({ save: folder })
      const theirs = score(file.truth, readLabels(`${folder}/labels.npy`))
      const record = Object.fromEntries(
        views.flatMap(({ name, data }) =>
          isSparse(data) ? [] : [[name, { data: data.data, samples: data.rows, features: data.columns }]],
        ),
      )
      const figures: Figure[] = []
      for (const effort of ['fast', 'full'] as const) {
        let accuracy = 0
        const ours = async () => {
          const clustering = await cluster(record, { clusters: file.clusters, runtime: { threads }, effort })
          accuracy = score(file.truth, clustering.labels).acc
          return clustering.seconds
        }
        const times = await pairsOf(Math.min(pairs, 3), ours, async () => (await peer.ask(command)).seconds)
        const what = `scikit-learn; effort ${effort}; accuracy ${(100 * accuracy).toFixed(1)} against ${(100 * theirs.acc).toFixed(1)}`
        const target = effort === 'fast' ? 1 : 0.25
        figures.push({ row: 'Hdigit', what, ...times, target, difference: null, memory: null })
      }
      return { figures }
    } finally {
      peer.stop()
      rmSync(folder, { recursive: true })
    }
  },
}
