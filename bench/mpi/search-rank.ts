// One rank of bench/mpi-search.ts: fits its rows of the generated samples from the graphs that a checkpoint holds on, and says what each stage cost.

import type { DenseView } from '@manyview/core'
import { findMethod, validateOptions } from '@manyview/core/methods'
import { Random } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { Kernels, share, singleProcess } from '@manyview/core/runtime'
import { FileCheckpoints, startMpi } from 'manyview/node'
import { fitConsensus } from '../../packages/core/src/consensus/consensus.ts'
import { runToEnd } from '../../packages/core/src/runtime/steps.ts'
import { prepareRows } from '../../packages/core/src/views/prepare-views.ts'
import { CLUSTERS, mixture } from '../scaling/mixture.ts'
import { processorSeconds, timedRanks } from './timed-ranks.ts'

/** What a stage took on the rank that took longest, by the clock and of the processor without its messages, and what each rank sent. */
export interface StageCost {
  stage: string
  seconds: number
  processor: number
  calls: number
  megabytes: number
}

const folder = process.argv[2]
const samples = Number(process.argv[3])
const run = await startMpi(process.env)
let messaging = 0
const traffic = run?.ranks.traffic ?? { calls: 0, bytes: 0 }
const ranks: Ranks = run ? timedRanks(run.ranks, timed) : singleProcess
const method = findMethod('consensus')
const input = runToEnd(prepareRows(ownViews(), { heldUpTo: method.heldUpTo, ranks }))
const task = {
  kernels: await Kernels.load(),
  device: null,
  clusters: CLUSTERS,
  options: validateOptions(method, {}),
  random: new Random(0),
  ranks,
  checkpoints: new FileCheckpoints(folder, { minutes: Number.POSITIVE_INFINITY, ranks }),
}
const before = process.resourceUsage().maxRSS / 1024

const stages = new Map<string, number[]>()
const steps = fitConsensus(input, task)
let last = now()
for (let step = steps.next(); ; step = steps.next()) {
  const here = now()
  const stage = step.done ? 'end' : step.value.stage
  const cost = stages.get(stage) ?? here.map(() => 0)
  stages.set(
    stage,
    cost.map((value, c) => value + here[c] - last[c]),
  )
  last = here
  if (step.done) break
}
const costs: StageCost[] = []
for (const [stage, cost] of stages) {
  const all = ranks.allGather(Float64Array.from(cost))
  const most = (c: number) => Math.max(...Array.from({ length: ranks.size }, (_, r) => all[r * cost.length + c]))
  costs.push({ stage, seconds: most(0), processor: most(1), calls: most(2), megabytes: most(3) / 1e6 })
}
const memory = ranks.allGather(Float64Array.of(before, process.resourceUsage().maxRSS / 1024))
if (ranks.rank === 0) console.log(JSON.stringify({ costs, memory: Array.from(memory, Math.round) }))
run?.finish()

/** The views of this rank's samples. */
function ownViews(): Record<string, DenseView> {
  const { begin, end } = share(samples, ranks.size, ranks.rank)
  return Object.fromEntries(
    Object.entries(mixture(samples).views as Record<string, DenseView>).map(([name, { data, features }]) => {
      const rankRows = (data as Float32Array).slice(begin * features, end * features)
      return [name, { data: rankRows, samples: end - begin, features }]
    }),
  )
}

/** Seconds by the clock, seconds of the processor without messages, calls and bytes sent so far. */
function now(): number[] {
  return [performance.now() / 1000, processorSeconds() - messaging, traffic.calls, traffic.bytes]
}

/** Makes a call of the ranks and adds its processor time to `messaging`: a rank that waits for another is busy, too. */
function timed(call: () => unknown): unknown {
  const begin = processorSeconds()
  const result = call()
  messaging += processorSeconds() - begin
  return result
}
