import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { readTextFile } from '@manyview/node'

/** The names of clusters that a file has, one per line, all different. */
export function namesFrom(path: string, clusters: number): string[] {
  const fail = (message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument: path })
  }
  const names = readTextFile(path)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
  if (names.length !== clusters)
    fail(`has ${counted(names.length, 'name')} but there are ${counted(clusters, 'cluster')}, give one name per line`)
  const twice = names.find((name, c) => name === '' || names.indexOf(name) !== c)
  if (twice !== undefined) fail(`has the name "${twice}" twice or an empty line, give every cluster a name of its own`)
  return names
}
