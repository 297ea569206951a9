import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workplace } from './workplace.ts'

/** Files that belong together and what a person would expect of them; the studio and the clients read the same list. */
interface Pairing {
  title: string
  views: string[]
  table: string
  /** The first ids of the samples. */
  ids?: string[]
  /** What is said of the guess. */
  says?: string
  /** What the refusal names. */
  error?: string[]
}

const place = workplace()
const folder = fileURLToPath(new URL('../../../../examples/files-together', import.meta.url))
const pairings: Pairing[] = JSON.parse(readFileSync(join(folder, 'pairings.json'), 'utf8'))

describe('matrices beside a table', () => {
  for (const { title, views, table, ids, says, error } of pairings)
    it(title, async () => {
      const files = [...views, table].map((name) => join(folder, name))
      const args = ['-k', '3', '--method', 'kmeans', '--threads', '1', '--labels', join(folder, 'truth.txt')]
      const { code, stdout, stderr } = await place.run('fit', ...files, ...args, '--out', 'out')
      if (error) {
        expect(code).toBe(1)
        for (const word of error) expect(stderr).toContain(word)
        return
      }
      expect([code, stderr]).toEqual([0, ''])
      const said = stdout.replace(/\s+/g, ' ')
      for (const words of [
        '30 samples, 2 views',
        'metadata, not clustered: title, url, price',
        'ACC 1.0000',
        says ?? '',
      ])
        expect(said).toContain(words)
      const rows = readFileSync(place.path('out/labels.csv'), 'utf8').trim().split('\n')
      expect(rows.slice(1, 4).map((row) => row.split(',')[0])).toEqual(ids)
    })
})
