import { bytesSource } from '@manyview/formats'
import { type ModelRuntime, openModel, viewsOfThings } from '@manyview/formats/things'

/** Things as they can be sent to a page: texts, pictures in base64, and the files of models by folder. */
export interface SentThings {
  texts: string[]
  pictures: { name: string; base64: string }[]
  models: { name: string; files: { name: string; base64: string }[] }[]
}

/** The SHA-256 of the numbers of every view, by its name: the same program runs in Node and in a page. */
export async function viewHashes(things: SentThings, runtime: ModelRuntime): Promise<Record<string, string>> {
  const source = ({ name, base64 }: { name: string; base64: string }) =>
    bytesSource(
      name,
      Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    )
  const embed = []
  for (const { name, files } of things.models) embed.push(await openModel(name, files.map(source), runtime))
  const columns = await viewsOfThings(
    [
      { kind: 'texts', name: 'note', source: '', texts: things.texts },
      { kind: 'pictures', name: 'photo', source: '', pictures: things.pictures.map(source) },
    ],
    { embed },
  )
  const hashes: Record<string, string> = {}
  for (const { name, view } of columns.flatMap(({ views }) => views)) {
    const parts = 'pointers' in view ? [view.pointers, view.indices, view.values] : [view.data]
    const bytes = parts.map((part) => new Uint8Array((part as Uint8Array<ArrayBuffer>).buffer))
    const digest = await crypto.subtle.digest('SHA-256', await new Blob(bytes).arrayBuffer())
    hashes[name] = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  return hashes
}
