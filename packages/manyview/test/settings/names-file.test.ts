import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesFrom, namesOfFound } from '../../src/settings/names-file.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const path = join(folder, 'names.txt')
const from = (text: string, clusters: Parameters<typeof namesFrom>[1] = 'auto') => {
  writeFileSync(path, text)
  return namesFrom(path, clusters)
}

describe('names of clusters', () => {
  it('are the lines of a file, one per cluster', () => {
    expect(from('young\r\n old \r\n', 2)).toEqual(['young', 'old'])
    expect(from('young\nold')).toEqual(['young', 'old'])
  })

  it('are refused before the fit where they are too few, empty or twice', () => {
    expect(() => from('a\nb\n', 3)).toThrow('has 2 names but there are 3 clusters, give one name per line')
    expect(() => from('a\na\n')).toThrow(
      'has the name "a" twice or an empty line, give every cluster a name of its own',
    )
    expect(() => from('a\n\nb\n')).toThrow('has the name "" twice or an empty line')
  })

  it('are left out with a warning where the fit found another number of clusters', () => {
    expect(namesOfFound(['a', 'b'], 2)).toEqual({ names: ['a', 'b'], warnings: [] })
    expect(namesOfFound(undefined, 2)).toEqual({ warnings: [] })
    expect(namesOfFound(['a', 'b'], 3)).toEqual({
      warnings: ['--names has 2 names for 3 clusters and was left out: give one name per line'],
    })
  })
})
