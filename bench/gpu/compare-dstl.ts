import { adjustedRandIndex, cluster, score, type Views } from '@manyview/core'
import { prepareViews } from '@manyview/core/methods'
import { Random, takeSamples } from '@manyview/core/numerics'
import { GpuDevice } from '@manyview/gpu'
import { viewsOf } from '../quality/competitors.ts'
import { readFiles } from './read-files.ts'

/** λ₁ and λ₂ of the paper's tables; other files take what is chosen without labels. */
const PUBLISHED: Record<string, [number, number]> = { BBCSport: [1, 5], NGs: [1, 5], HW: [5e-4, 5e-2], CCV: [1e-2, 5] }

/** DSTL on every .mat file of a folder, on the processor and on the card, which else leaves few samples to the processor, with the same λ, samples in the order of the file and shuffled: prints NMI, iterations, seconds, and how far the labels agree. */
export async function compareDstl({ card }: GpuDevice, folder: string, threads: number): Promise<void> {
  const device = new GpuDevice(card, 0)
  const differences: Record<string, number[]> = { stored: [], shuffled: [] }
  for await (const { name, views: given, truth: classes } of readFiles(folder)) {
    const common = { clusters: new Set(classes).size, threads, method: 'dstl' } as const
    const [lambda1, lambda2] = PUBLISHED[name] ?? (await chosenLambdas(given, common))
    const input = prepareViews(given)
    for (const [order, found] of Object.entries(differences)) {
      const places = order === 'stored' ? Uint32Array.from(classes.keys()) : new Random(1).permutation(classes.length)
      const views = viewsOf({ ...input, views: input.views.map((view) => takeSamples(view, places)) })
      const truth = Array.from(places, (i) => classes[i])
      const plain = await cluster(views, { ...common, lambda1, lambda2 })
      const onCard = await cluster(views, { ...common, lambda1, lambda2, device })
      const [before, after] = [plain, onCard].map(({ labels }) => 100 * score(truth, labels).nmi)
      found.push(after - before)
      const agreement = adjustedRandIndex(plain.labels, onCard.labels).toFixed(4)
      const numbers = `NMI ${before.toFixed(2)} → ${after.toFixed(2)}, ARI ${agreement}`
      const steps = `${plain.iterations} → ${onCard.iterations} iterations`
      const times = `${plain.seconds.toFixed(2)} → ${onCard.seconds.toFixed(2)} s`
      console.log(`${name}, ${order}, λ ${lambda1} ${lambda2}: ${numbers}, ${steps}, ${times}`)
    }
  }
  for (const [order, found] of Object.entries(differences)) {
    const mean = found.reduce((sum, value) => sum + value, 0) / found.length
    console.log(`${found.length} files, ${order}: mean NMI differs by ${mean.toFixed(3)}`)
  }
}

/** What `dstl` chooses without labels. */
async function chosenLambdas(
  views: Views,
  options: { clusters: number; threads: number; method: 'dstl' },
): Promise<[number, number]> {
  const { options: used } = await cluster(views, options)
  return [Number(used.lambda1), Number(used.lambda2)]
}
