import { previewThing } from './preview-thing.ts'
import type { ThingColumn } from './thing-column.ts'

/** What is shown of a sample: the beginning of its texts, and a small picture as a data URL. */
export interface SamplePreview {
  text: string | null
  picture: string | null
}

/** The preview of a sample: titles and bodies one after the other, and the first picture. */
export async function previewSample(things: readonly ThingColumn[], sample: number): Promise<SamplePreview> {
  const shown = await Promise.all(things.map((column) => previewThing(column, sample)))
  const texts = shown.flatMap((preview) => (preview?.kind === 'text' ? [preview.text] : []))
  const [picture = null] = shown.flatMap((preview) => (preview?.kind === 'picture' ? [preview.url] : []))
  return { text: texts.length > 0 ? texts.join(' · ') : null, picture }
}
