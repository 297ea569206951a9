import { cluster, score } from '@manyview/core'
import { adjustedRandIndex } from '@manyview/core/metrics'
import type { GpuDevice } from '@manyview/gpu'
import { readFiles } from './read-files.ts'

/** Fits every .mat file of a folder on the processor and on the card and prints NMI, seconds, and how far the labels agree. */
export async function compareFiles(device: GpuDevice, folder: string, threads: number): Promise<void> {
  const differences: number[] = []
  for await (const { name, views, truth } of readFiles(folder)) {
    const options = { clusters: new Set(truth).size, runtime: { threads } }
    const [plain, onCard] = [
      await cluster(views, options),
      await cluster(views, { ...options, runtime: { ...options.runtime, device } }),
    ]
    const [before, after] = [plain, onCard].map(({ labels }) => 100 * score(truth, labels).nmi)
    differences.push(after - before)
    const agreement = adjustedRandIndex(plain.labels, onCard.labels).toFixed(4)
    const times = `${plain.seconds.toFixed(1)} → ${onCard.seconds.toFixed(1)} s`
    console.log(`${name}: NMI ${before.toFixed(2)} → ${after.toFixed(2)}, ARI ${agreement}, ${times}`)
  }
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  console.log(`${differences.length} files: mean NMI differs by ${mean.toFixed(3)}`)
}
