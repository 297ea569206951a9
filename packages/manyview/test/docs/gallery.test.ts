import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { galleryEntries } from '../../../../scripts/docs/gallery-entries.ts'
import { root } from './pages.ts'

describe('the gallery', () => {
  const entries = galleryEntries(readFileSync(join(root, 'docs/gallery.md'), 'utf8'))

  it('has at least 12 entries', () => expect(entries.length).toBeGreaterThanOrEqual(12))

  it.each(entries)(
    'says of $title what the data are, what to run and what to see, with a picture that it makes',
    (entry) => {
      for (const part of Object.values(entry)) expect(part).not.toBe('')
      expect(entry.commands).toContain('npx manyview')
      expect(entry.commands).toContain(
        entry.picture
          .split('/')
          .at(-1)!
          .replace(/\.png$/, ''),
      )
      expect(existsSync(join(root, 'docs', entry.picture))).toBe(true)
    },
  )
})
