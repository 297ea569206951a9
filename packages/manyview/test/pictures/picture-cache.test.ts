import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESCRIPTION_LENGTH } from '@manyview/formats/things'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileDescriber } from '../../src/pictures/file-describer.ts'
import { PictureCache } from '../../src/pictures/picture-cache.ts'

const picture = new Uint8Array(
  readFileSync(new URL('../../../formats/test/things/pictures/fixtures/baseline.jpg', import.meta.url)),
)
const known = Float32Array.from({ length: DESCRIPTION_LENGTH }, (_, i) => i / 7)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyview-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function keep(key: string, description: Float32Array): Promise<void> {
  const cache = new PictureCache(folder)
  await cache.add(key, description)
  await cache.save()
  await cache.close()
}

async function look(key: string): Promise<Float32Array | null> {
  const cache = new PictureCache(folder)
  const found = await cache.find(key)
  await cache.close()
  return found
}

it('finds in a later run what an earlier one kept', async () => {
  await keep('ab'.repeat(32), known)
  await keep(
    'cd'.repeat(32),
    known.map((value) => -value),
  )
  expect(await look('ab'.repeat(32))).toEqual(known)
  expect((await look('cd'.repeat(32)))![7]).toBe(-1)
  expect(await look('ef'.repeat(32))).toBeNull()
})

it('passes over entries that are damaged or cut off', async () => {
  await keep('ab'.repeat(32), known)
  const [name] = readdirSync(folder)
  const bytes = readFileSync(join(folder, name))
  bytes[100] ^= 1
  writeFileSync(join(folder, name), bytes)
  expect(await look('ab'.repeat(32))).toBeNull()
  bytes[100] ^= 1
  writeFileSync(join(folder, name), bytes.subarray(0, 500))
  expect(await look('ab'.repeat(32))).toBeNull()
})

it('describes a picture once: what is kept under its content is taken as it is', async () => {
  const first = fileDescriber({ cache: folder, threads: 1 })
  const description = await first.describe(picture)
  expect(await first.end()).toEqual([])
  expect(description).toHaveLength(DESCRIPTION_LENGTH)
  expect(await look(new PictureCache(folder).keyOf(picture))).toEqual(description)
  rmSync(folder, { recursive: true })
  await keep(new PictureCache(folder).keyOf(picture), known)
  const second = fileDescriber({ cache: folder, threads: 1 })
  expect(await second.describe(picture)).toEqual(known)
  await second.end()
})

it('keeps nothing where that is asked for', async () => {
  const describer = fileDescriber({ cache: null, threads: 1 })
  await describer.describe(picture)
  await describer.end()
  expect(readdirSync(folder)).toEqual([])
})

it('refuses a folder that was named and cannot be used before the first picture is described', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'mine')
  const describer = fileDescriber({ cache: file, threads: 1 })
  await expect(describer.describe(Uint8Array.of(1, 2, 3))).rejects.toThrow(`${file}: is a file, give a folder`)
  await describer.end()
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

it.runIf(process.platform === 'linux')(
  "describes pictures where the user's own folder cannot be made, also in /proc, where making one never ended (Linux)",
  async () => {
    const before = process.env.XDG_CACHE_HOME
    process.env.XDG_CACHE_HOME = '/proc'
    try {
      const describer = fileDescriber({ threads: 1 })
      expect((await describer.describe(picture)).length).toBe(DESCRIPTION_LENGTH)
      const [trouble] = await describer.end()
      expect(trouble).toContain('descriptions of pictures are not kept for the next run')
    } finally {
      if (before === undefined) delete process.env.XDG_CACHE_HOME
      else process.env.XDG_CACHE_HOME = before
    }
  },
)
