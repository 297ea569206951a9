import { type FeatureEffect, sampleNeighbours, setApart } from '@manyview/core'
import type { NearInView } from '@manyview/core/methods'
import { type Dataset, partOfDataset } from '@manyview/formats'
import { previewSample, type SamplePreview } from '@manyview/formats/things'
import { chosenViews } from './fit.ts'
import type { TextColumn } from './sheet.ts'

/** Samples of a selection whose neighbours are looked up, and neighbours of each in every view. */
const mostAsked = 20
const neighbours = 30

/** What sets samples apart in one view, strongest first. */
export interface ApartInView {
  view: string
  features: (FeatureEffect & { name?: string })[]
}

/** The long texts of a sample, and its picture as it is in the file. */
export interface WholeSample {
  texts: string[]
  picture: Blob | null
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

  /** What sets samples apart, by view: from all others, or from `others` only. */
  async setApart(
    samples: readonly number[],
    views: readonly string[],
    others?: readonly number[],
  ): Promise<ApartInView[]> {
    const part = others ? partOfDataset(this.dataset, [...samples, ...others]) : this.dataset
    const places = others ? samples.map((_, place) => place) : samples
    const effects = await setApart(chosenViews(part, views), places, 4)
    return this.dataset.views
      .filter(({ name }) => views.includes(name))
      .map(({ name: view, featureNames }) => ({
        view,
        features: effects[view].map((each) => ({ ...each, name: featureNames?.[each.feature] })),
      }))
  }

  /** The samples that are most like some samples, the nearest first: those that are among the neighbours of most of them in most views, then the closest. */
  async moreLike(samples: readonly number[], views: readonly string[], count: number): Promise<number[]> {
    const selection = new Set(samples)
    const votes = new Map<number, number>()
    for (const sample of samples.slice(0, mostAsked))
      for (const { near } of await this.near(sample, views, neighbours))
        near.forEach(({ sample: other }, rank) => {
          // The nearest counts twice what the last one does.
          if (!selection.has(other)) votes.set(other, (votes.get(other) ?? 0) + 1 + (neighbours - rank) / neighbours)
        })
    return [...votes]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, count)
      .map(([sample]) => sample)
  }

  async previews(samples: readonly number[]): Promise<SamplePreview[]> {
    return Promise.all(samples.map((sample) => previewSample(this.dataset.things, sample)))
  }

  async whole(samples: readonly number[], texts: readonly TextColumn[]): Promise<WholeSample[]> {
    const pictures = this.dataset.things.flatMap((column) => (column.kind === 'pictures' ? [column.pictures] : []))
    return Promise.all(
      samples.map(async (sample) => {
        const picture = pictures.map((column) => column[sample]).find((source) => source !== null)
        return {
          texts: texts.map(({ values }) => values[sample]),
          picture: picture ? new Blob([(await picture.slice(0, picture.byteLength)) as BlobPart]) : null,
        }
      }),
    )
  }

  findText(wanted: string, texts: readonly TextColumn[]): number[] {
    const word = wanted.toLowerCase()
    const columns = this.dataset.things.flatMap((column) => (column.kind === 'texts' ? [column.texts] : []))
    const all = [...columns, ...texts.map(({ values }) => values)]
    return Array.from({ length: this.dataset.samples }, (_, sample) => sample).filter((sample) =>
      all.some((values) => values[sample].toLowerCase().includes(word)),
    )
  }
}
