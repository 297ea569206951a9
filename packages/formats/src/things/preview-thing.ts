import { thumbnail } from './pictures/thumbnail.ts'
import { snippet } from './texts/snippet.ts'
import type { ThingColumn } from './thing-column.ts'

/** What is shown of a thing: the beginning of a text, or a small picture as a data URL. */
export type ThingPreview = { kind: 'text'; text: string } | { kind: 'picture'; url: string }

/** The preview of one sample's thing; null where it has none. */
export async function previewThing(column: ThingColumn, sample: number): Promise<ThingPreview | null> {
  if (column.kind === 'texts') {
    const text = snippet(column.texts[sample])
    return text === '' ? null : { kind: 'text', text }
  }
  const picture = column.pictures[sample]
  const url = picture && (await thumbnail(picture))
  return url ? { kind: 'picture', url } : null
}
