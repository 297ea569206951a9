// One rank of bench/mpi-search.ts: reads its rows of the graphs that a checkpoint holds, searches them for clusters, and says what each stage cost.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Communicator } from '@manyview/core'
import { oneProcess, Random, share } from '@manyview/core/numerics'
import { FileCheckpoints, startMpi } from '@manyview/node'
import { Kernels } from '../../packages/core/src/kernels/kernels.ts'
import { graphsFrom } from '../../packages/core/src/methods/consensus/consensus-checkpoint.ts'
import { fittedSamples } from '../../packages/core/src/methods/consensus/fitted-samples.ts'
import type { Search } from '../../packages/core/src/methods/consensus/search.ts'
import { searchGraphs } from '../../packages/core/src/methods/consensus/search-graphs.ts'
import { processorSeconds, timedCommunicator } from './timed-communicator.ts'

/** What a stage took on the rank that took longest, by the clock and of the processor without its messages, and what each rank sent. */
export interface StageCost {
  stage: string
  seconds: number
  processor: number
  calls: number
  megabytes: number
}

const folder = process.argv[2]
const clusters = Number(process.argv[3])
const run = await startMpi(process.env)
let messaging = 0
const traffic = run?.communicator.traffic ?? { calls: 0, bytes: 0 }
const communicator: Communicator = run ? timedCommunicator(run.communicator, timed) : oneProcess
const path = join(folder, 'manyview-checkpoint', 'checkpoint.json')
const { task, samples } = JSON.parse(readFileSync(path, 'utf8')).manifest
const own = share(samples, communicator.size, communicator.rank)
const saved = new FileCheckpoints(folder, { resume: true, communicator }).load(task, own.end - own.begin)!
const kernels = await Kernels.load()
const before = process.resourceUsage().maxRSS / 1024
const search: Search = {
  kernels,
  seen: graphsFrom(kernels, saved, []),
  twins: Uint32Array.from({ length: samples }, (_, i) => i),
  clusters,
  neighbours: 10,
  random: new Random(0),
  fitted: fittedSamples(samples, clusters, null),
  communicator,
}

const stages = new Map<string, number[]>()
const steps = searchGraphs(search, 'full')
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
  const all = communicator.allGather(Float64Array.from(cost))
  const most = (c: number) => Math.max(...Array.from({ length: communicator.size }, (_, r) => all[r * cost.length + c]))
  costs.push({ stage, seconds: most(0), processor: most(1), calls: most(2), megabytes: most(3) / 1e6 })
}
const memory = communicator.allGather(Float64Array.of(before, process.resourceUsage().maxRSS / 1024))
if (communicator.rank === 0) console.log(JSON.stringify({ costs, memory: Array.from(memory, Math.round) }))
run?.finish()

/** Seconds by the clock, seconds of the processor without messages, calls and bytes sent so far. */
function now(): number[] {
  return [performance.now() / 1000, processorSeconds() - messaging, traffic.calls, traffic.bytes]
}

/** Makes a call of the communicator and adds its processor time to `messaging`: a rank that waits for another is busy, too. */
function timed(call: () => unknown): unknown {
  const begin = processorSeconds()
  const result = call()
  messaging += processorSeconds() - begin
  return result
}
