import { adjustedRandIndex, cluster, score } from '@manyview/core'
import { prepareViews } from '@manyview/core/methods'
import { Random, takeSamples } from '@manyview/core/numerics'
import type { GpuDevice } from '@manyview/gpu'
import { viewsOf } from '../quality/views-of.ts'
import { readFiles } from './read-files.ts'

/** λ₁ and λ₂ of the paper's tables; other files take what is chosen without labels. */
const PUBLISHED: Record<string, [number, number]> = { BBCSport: [1, 5], NGs: [1, 5], HW: [5e-4, 5e-2], CCV: [1e-2, 5] }

/** DSTL on every .mat file of a folder, on the processor and on the card with the same λ, samples in the order of the file and shuffled: prints NMI, iterations, seconds, and how far the labels agree. */
export async function compareDstl(device: GpuDevice, folder: string, threads: number): Promise<void> {
  for (const order of ['stored', 'shuffled']) {
    const differences: number[] = []
    for await (const { name, views: stored, truth: classes } of readFiles(folder)) {
      const places = order === 'stored' ? Uint32Array.from(classes.keys()) : new Random(1).permutation(classes.length)
      const input = prepareViews(stored)
      const views = viewsOf({ ...input, views: input.views.map((view) => takeSamples(view, places)) })
      const truth = Array.from(places, (i) => classes[i])
      const [lambda1, lambda2] = PUBLISHED[name] ?? []
      const common = { clusters: new Set(truth).size, threads, method: 'dstl' } as const
      const plain = await cluster(views, { ...common, lambda1, lambda2 })
      const chosen = { lambda1: Number(plain.options.lambda1), lambda2: Number(plain.options.lambda2) }
      const again = PUBLISHED[name] ? plain : await cluster(views, { ...common, ...chosen })
      const onCard = await cluster(views, { ...common, ...chosen, device })
      const [before, after] = [again, onCard].map(({ labels }) => 100 * score(truth, labels).nmi)
      differences.push(after - before)
      const agreement = adjustedRandIndex(again.labels, onCard.labels).toFixed(4)
      const numbers = `NMI ${before.toFixed(2)} → ${after.toFixed(2)}, ARI ${agreement}`
      const steps = `${again.iterations} → ${onCard.iterations} iterations`
      const times = `${again.seconds.toFixed(2)} → ${onCard.seconds.toFixed(2)} s`
      console.log(`${name}, ${order}, λ ${chosen.lambda1} ${chosen.lambda2}: ${numbers}, ${steps}, ${times}`)
    }
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
    console.log(`${differences.length} files, ${order}: mean NMI differs by ${mean.toFixed(3)}`)
  }
}
