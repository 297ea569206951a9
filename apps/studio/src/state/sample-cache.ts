import { signal } from '@preact/signals'
import type { Run } from './run.ts'
import { data, isOpen } from './session.ts'
import { workerHoldsData } from './solver-link.ts'

/** What the worker knows of single samples: asked for in batches when it is first shown, and kept for the data that is open. */
export class SampleCache<T> {
  private readonly answers = signal<ReadonlyMap<number, T>>(new Map())
  private readonly wanted = new Set<number>()
  /** The data as it was read, of which the answers are. */
  private shown: object | null = null

  /** `most` answers are kept: beyond, all are released and asked for anew. */
  constructor(
    private readonly ask: (samples: number[]) => Promise<T[]>,
    private readonly most: number,
    private readonly release?: (answer: T) => void,
  ) {}

  /** What is known of a sample; null until the worker has answered, and where the data of the run is not open. */
  of(run: Run, sample: number): T | null {
    if (!isOpen(run)) return null
    const { understood } = data.value!
    if (this.shown !== understood || this.answers.peek().size > this.most) {
      this.shown = understood
      this.wanted.clear()
      if (this.release) for (const answer of this.answers.peek().values()) this.release(answer)
      this.answers.value = new Map()
    }
    const answer = this.answers.value.get(sample)
    if (answer === undefined && workerHoldsData()) {
      if (this.wanted.size === 0) setTimeout(() => void this.askAll(), 0)
      this.wanted.add(sample)
    }
    return answer ?? null
  }

  private async askAll(): Promise<void> {
    const samples = [...this.wanted]
    const { shown } = this
    this.wanted.clear()
    const answers = await this.ask(samples).catch(() => [])
    if (this.shown === shown)
      this.answers.value = new Map([...this.answers.value, ...answers.map((each, i) => [samples[i], each] as const)])
  }
}
