import { InputError, type SparseView } from '@manyview/core'
import { readNeighbours } from '@manyview/formats'
import { fileSource } from '@manyview/node'
import type { FitSettings } from '../flags/fit-settings.ts'

/** Reads the files of `--neighbours`, each `view=file`, or only the file where there is one view; undefined where none is given. */
export async function readNeighbourGraphs(
  { neighbours, shuffle, leaveOneOut }: Pick<FitSettings, 'neighbours' | 'shuffle' | 'leaveOneOut'>,
  views: readonly string[],
): Promise<Record<string, SparseView> | undefined> {
  if (!neighbours) return undefined
  const other = shuffle !== undefined ? '--shuffle' : leaveOneOut ? '--leave-one-out' : null
  if (other) refuse(`cannot be combined with ${other}, which would need other neighbours: leave one of them out`)
  const graphs = new Map<string, SparseView>()
  for (const text of neighbours) {
    const [name, path] = partsOf(text, views)
    if (graphs.has(name)) refuse(`names view "${name}" twice, give one file per view`)
    graphs.set(name, await readNeighbours(fileSource(path)))
  }
  return Object.fromEntries(graphs)
}

function partsOf(text: string, views: readonly string[]): [view: string, path: string] {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(at, 0)).trim()
  if (views.includes(name)) return [name, text.slice(at + 1).trim()]
  if (views.length === 1) return [views[0], text]
  return refuse(`is "${text}", give view=file for one of the views ${views.join(', ')}`)
}

function refuse(message: string): never {
  throw new InputError(message, { code: 'bad-option', argument: '--neighbours' })
}
