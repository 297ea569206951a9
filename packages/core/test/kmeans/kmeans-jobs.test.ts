import { describe, expect, it } from 'vitest'
import { Kernels } from '../../src/kernels/kernels.ts'
import { type KmeansBoard, type KmeansJob, runKmeansJobs, workOff } from '../../src/kmeans/kmeans-jobs.ts'
import { roughKmeans } from '../../src/kmeans/rough-kmeans.ts'
import { matrix } from '../../src/linalg/matrix.ts'
import { Random } from '../../src/random/random.ts'
import type { Crew } from '../../src/threads/crew.ts'

const kernels = await Kernels.load()
const random = new Random(8)
const sets = [7, 3].map((columns) =>
  matrix(
    3000,
    columns,
    Float64Array.from({ length: 3000 * columns }, () => random.uniform()),
  ),
)
const jobs: KmeansJob[] = Array.from({ length: 12 }, (_, j) => ({
  points: j % 2,
  clusters: 100 + j,
  restarts: 1 + (j % 2),
  start: j % 3 === 0 ? 'k-means++' : 'greedy',
  random: random.split(j),
}))

function run(startCrew?: () => Crew | null): { labels: Int32Array[]; done: number[] } {
  const steps = runKmeansJobs(kernels, sets, jobs, startCrew)
  const done: number[] = []
  for (;;) {
    const step = steps.next()
    if (step.done) return { labels: step.value, done }
    done.push(step.value)
  }
}

describe('runKmeansJobs', () => {
  const alone = run()

  it('gives each job the labels of its own k-means, and tells how many are done', () => {
    expect(alone.done).toEqual(jobs.map((_, j) => j + 1))
    jobs.forEach(({ points, random, ...job }, j) => {
      const own = roughKmeans(kernels, sets[points], {
        ...job,
        random: Random.resume(random.save()),
      })
      expect(alone.labels[j]).toEqual(own.labels)
    })
  })

  it('gives the same bytes when another thread takes some of the jobs', () => {
    // Stands where a thread stands: it takes jobs from the same board before the caller begins.
    const helper = {
      failed: false,
      post: (board: KmeansBoard) => {
        const steps = workOff(kernels, board)
        for (let j = 0; j < 5; j++) steps.next()
      },
    } as unknown as Crew
    const together = run(() => helper)
    expect(together.labels).toEqual(alone.labels)
    expect(together.done[0]).toBe(6)
  })

  it('does the jobs again that a failed thread left undone', () => {
    const dying = {
      failed: true,
      post: (board: KmeansBoard) => {
        Atomics.add(board.counters, 0, 3)
      },
    } as unknown as Crew
    expect(run(() => dying).labels).toEqual(alone.labels)
  })

  it('does not start a crew for work that is over sooner', () => {
    const steps = runKmeansJobs(kernels, sets, [{ ...jobs[0], clusters: 2 }], () => {
      throw new Error('started')
    })
    while (!steps.next().done);
  })
})
