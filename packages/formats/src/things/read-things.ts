import { InputError } from '@manyview/core'
import { counted, plural } from '@manyview/core/words'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { FoundView } from '../dataset/findings.ts'
import type { HeldView } from '../dataset/rows/take-samples.ts'
import { readDocument } from './read-document.ts'
import type { BrokenThing, ThingColumn, ThingReading } from './thing-column.ts'

/**
 * The things of a column in the order of the samples: `placed` has, for each sample, the place of its thing in `found`. Documents are read, pictures are opened and left unread. What had to be guessed goes
 * to `warnings`.
 */
export async function readThings(
  { name, source, things }: FoundView,
  placed: HeldView,
  reading: ThingReading,
  warnings: string[],
): Promise<ThingColumn> {
  const broken: BrokenThing[] = []
  const common = { name, source, broken }
  const { data, present } = placed as HeldView & { data: ArrayLike<number> }
  const placeOf = (sample: number) => (present && !present[sample] ? -1 : data[sample])
  const samples = Array.from({ length: placed.samples }, (_, i) => i)
  /** What is got for a sample, or `none` where it cannot be had, which is then broken. */
  const attempt = async <T>(sample: number, own: string, get: () => T | Promise<T>, none: T): Promise<T> => {
    try {
      return await get()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      broken.push({ sample, name: own, reason: error.message.slice(`${error.argument}: `.length) })
      return none
    }
  }
  const western: string[] = []
  const textOf = async (file: ByteSource) => {
    const { text, western: guessed } = await readDocument(file)
    await file.pause?.()
    if (guessed) western.push(file.name)
    return text
  }
  if ('cells' in things!) {
    const cells = samples.map((i) => (placeOf(i) < 0 ? '' : things.cells[placeOf(i)]))
    if (things.kind === 'texts') return { kind: 'texts', ...common, texts: cells }
    const pictures: (ByteSource | null)[] = []
    for (const [i, path] of cells.map((cell) => cell.trim()).entries())
      pictures.push(path === '' ? null : await attempt(i, path, () => reading.open(path, source), null))
    return { kind: 'pictures', ...common, pictures }
  }
  const files = samples.map((i) => things!.files[placeOf(i)] ?? null)
  if (things!.kind === 'pictures') return { kind: 'pictures', ...common, pictures: files }
  const texts: string[] = []
  for (const [i, file] of files.entries()) texts.push(file ? await attempt(i, file.name, () => textOf(file), '') : '')
  if (western.length > 0)
    warnings.push(
      `${counted(western.length, 'text')} ${plural(western.length, 'is', 'are')} not UTF-8 and ${plural(western.length, 'was', 'were')} read as Western European (the first is ${western[0]}); save as UTF-8 if that is wrong`,
    )
  return { kind: 'texts', ...common, texts }
}
