// Times the default method from the graphs on with 1 and 2 ranks: time, messages and memory of each stage.
// npm run bench mpi-search                                     100,000 generated samples
// npm run bench mpi-search -- --samples 60000 --ranks 1,2,4    other sizes; graphs are built once and stay in bench/results/graphs-N, which may be removed

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cluster } from '@manyview/core'
import type { SavedFit } from '@manyview/core/runtime'
import { FileCheckpoints } from 'manyview/node'
import type { StageCost } from './mpi/search-rank.ts'
import { CLUSTERS, mixture } from './scaling/mixture.ts'

const { values: flags } = parseArgs({
  options: { samples: { type: 'string', default: '100000' }, ranks: { type: 'string', default: '1,2' } },
})
const folder = fileURLToPath(new URL(`results/graphs-${flags.samples}`, import.meta.url))
if (!existsSync(`${folder}/manyview-checkpoint/checkpoint.json`)) await buildGraphs()
for (const ranks of flags.ranks.split(',')) {
  const launcher = ['--allow-run-as-root', '--oversubscribe', '--mca', 'mpi_yield_when_idle', '1', '-n', ranks]
  const program = [process.execPath, '--import', 'tsx', 'bench/mpi/search-rank.ts', folder, flags.samples]
  const output = execFileSync('mpirun', [...launcher, ...program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { costs, memory } = JSON.parse(output) as { costs: StageCost[]; memory: number[] }
  console.log(`${ranks} ranks                seconds  processor   calls  sent MB`)
  for (const { stage, seconds, processor, calls, megabytes } of costs) {
    const cells = [seconds.toFixed(2), processor.toFixed(2), String(calls), megabytes.toFixed(1)]
    console.log(`  ${stage.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}`)
  }
  console.log(`  MB of each rank, when its views were read and at most: ${memory.join(', ')}`)
}

/** Fits until the graphs are in a checkpoint. */
async function buildGraphs(): Promise<void> {
  const endOfGraphs = new Error('the graphs are built')
  const files = new FileCheckpoints(folder, { minutes: 0 })
  const checkpoints = {
    load: files.load.bind(files),
    due: files.due.bind(files),
    save(task: string, state: SavedFit) {
      files.save(task, state)
      throw endOfGraphs
    },
  }
  await cluster(mixture(Number(flags.samples)).views, {
    clusters: CLUSTERS,
    runtime: { threads: 1, checkpoints },
  }).catch((error) => {
    if (error !== endOfGraphs) throw error
  })
}
