import { InputError } from '@manyview/core'
import type { Clusters } from '@manyview/core/methods'
import { counted } from '@manyview/core/words'
import { readTextFile } from '../files/read-text-file.ts'

/** The names of clusters that a file has, one per line, all different, and as many as there will be clusters where that is known before the fit. */
export function namesFrom(path: string, clusters: Clusters): string[] {
  const fail = (message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument: path })
  }
  const names = readTextFile(path)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
  if (typeof clusters === 'number' && names.length !== clusters)
    fail(`has ${counted(names.length, 'name')} but there are ${counted(clusters, 'cluster')}, give one name per line`)
  const twice = names.find((name, c) => name === '' || names.indexOf(name) !== c)
  if (twice !== undefined) fail(`has the name "${twice}" twice or an empty line, give every cluster a name of its own`)
  return names
}

/** The names where they are as many as the clusters that were found; else none and a warning, since a fit should not be lost to it. */
export function namesOfFound(names: string[] | undefined, clusters: number): { names?: string[]; warnings: string[] } {
  if (!names || names.length === clusters) return { ...(names && { names }), warnings: [] }
  const both = `${counted(names.length, 'name')} for ${counted(clusters, 'cluster')}`
  return { warnings: [`--names has ${both} and was left out: give one name per line`] }
}
