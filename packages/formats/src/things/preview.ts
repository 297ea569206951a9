import { thumbnail } from './pictures/thumbnail.ts'
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

/** What is shown of a thing: the beginning of a text, or a small picture as a data URL. */
type ThingPreview = { kind: 'text'; text: string } | { kind: 'picture'; url: string }

/** The preview of one sample's thing; null where it has none. */
async function previewThing(column: ThingColumn, sample: number): Promise<ThingPreview | null> {
  if (column.kind === 'texts') {
    const text = snippet(column.texts[sample])
    return text === '' ? null : { kind: 'text', text }
  }
  const picture = column.pictures[sample]
  const url = picture && (await thumbnail(picture))
  return url ? { kind: 'picture', url } : null
}

/** Characters of a snippet, at most. */
const longest = 160

/** The beginning of a text in one line, cut between words where that is possible. */
export function snippet(text: string): string {
  // A few characters are spaces that go: four times the length is enough of any text to look at.
  const line = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim()
  const whole = text.length <= 4 * longest
  const letters = Array.from(line)
  if (whole && letters.length <= longest) return line
  const start = letters.slice(0, longest - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${space > start.length / 2 ? start.slice(0, space) : start}…`
}
