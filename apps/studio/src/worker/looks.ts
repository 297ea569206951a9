import { type FeatureEffect, sampleNeighbours, setApart } from '@manyview/core'
import type { NearInView } from '@manyview/core/methods'
import type { Dataset } from '@manyview/formats'
import { previewSample, type SamplePreview } from '@manyview/formats/things'
import { chosenViews } from './fit.ts'

/** What sets samples apart in one view, strongest first. */
export interface ApartInView {
  view: string
  features: (FeatureEffect & { name?: string })[]
}

/** A closer look at single samples of the data that is open. */
export class Looks {
  private measured: { key: string; near: ReturnType<typeof sampleNeighbours> } | null = null

  constructor(private readonly dataset: Dataset) {}

  /** The nearest samples of a sample in each of those views; the first call measures the views. */
  async near(sample: number, views: readonly string[], count: number): Promise<NearInView[]> {
    const key = JSON.stringify(views)
    if (this.measured?.key !== key) this.measured = { key, near: sampleNeighbours(chosenViews(this.dataset, views)) }
    return (await this.measured.near)(sample, count)
  }

  async setApart(samples: readonly number[], views: readonly string[]): Promise<ApartInView[]> {
    const found = await setApart(chosenViews(this.dataset, views), samples, 4)
    return this.dataset.views
      .filter(({ name }) => views.includes(name))
      .map(({ name: view, featureNames }) => ({
        view,
        features: found[view].map((each) => ({ ...each, name: featureNames?.[each.feature] })),
      }))
  }

  async previews(samples: readonly number[]): Promise<SamplePreview[]> {
    return Promise.all(samples.map((sample) => previewSample(this.dataset.things, sample)))
  }

  findText(wanted: string): number[] {
    const word = wanted.toLowerCase()
    const columns = this.dataset.things.flatMap((column) => (column.kind === 'texts' ? [column.texts] : []))
    return Array.from({ length: this.dataset.samples }, (_, sample) => sample).filter((sample) =>
      columns.some((texts) => texts[sample].toLowerCase().includes(word)),
    )
  }
}
