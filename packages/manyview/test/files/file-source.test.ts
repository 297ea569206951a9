import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { checksum, fileSource } from '../../src/node.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** More than is kept. */
const large = new Uint8Array(5 << 20)

describe('fileSource(path)', () => {
  it('gives the bytes of any part of the file', async () => {
    const source = fileSource(file('ten', Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])))
    expect(source.byteLength).toBe(10)
    expect([...(await source.slice(2, 5))]).toEqual([2, 3, 4])
    expect([...(await source.slice(8))]).toEqual([8, 9])
    expect([...(await source.slice(8, 100))]).toEqual([8, 9])
    expect((await source.slice(10)).length).toBe(0)
    expect((await source.slice(5, 3)).length).toBe(0)
  })

  it('names the file that is missing or a folder', () => {
    expect(() => fileSource(join(folder, 'none.csv'))).toThrow(/none\.csv: there is no such file/)
    expect(() => fileSource(folder)).toThrow(InputError)
    expect(() => fileSource(folder)).toThrow(/is not a file/)
  })

  it('says so when the file shrinks while it is read', async () => {
    const path = file('shrinking', new Uint8Array(100))
    const source = fileSource(path)
    truncateSync(path, 40)
    await expect(source.slice(0, 100)).rejects.toThrow(/changed while it was read/)
  })

  it('keeps a small file as it was at the first reading', async () => {
    const path = file('small', new Uint8Array(100).fill(1))
    const source = fileSource(path)
    const first = await source.slice(0, 10)
    first.fill(9)
    writeFileSync(path, new Uint8Array(100).fill(2))
    const room = new Uint8Array(3)
    await source.readInto!(room, 97)
    expect([...room, ...(await source.slice(0, 3))]).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('says so when the file grows or vanishes while it is read', async () => {
    const growing = file('growing', large)
    const source = fileSource(growing)
    await source.slice(0, 10)
    appendFileSync(growing, 'more')
    await expect(source.slice(10, 20)).rejects.toThrow(/growing: changed while it was read, run the command again/)
    const vanishing = fileSource(file('vanishing', new Uint8Array(100)))
    rmSync(join(folder, 'vanishing'))
    await expect(vanishing.slice(0, 10)).rejects.toThrow(/vanishing: there is no such file/)
  })

  it('says so when another file takes its place', async () => {
    const path = file('replaced', large)
    const source = fileSource(path)
    await source.slice(0, 10)
    renameSync(file('other', new Uint8Array(large.length).fill(1)), path)
    await expect(source.slice(10, 20)).rejects.toThrow(/replaced: changed while it was read, run the command again/)
  })
})

describe('checksum(source)', () => {
  it('is the SHA-256 of the bytes, however many pieces they are read in', async () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    expect(await checksum(fileSource(file('empty', '')))).toBe(empty)
    expect(await checksum(fileSource(file('abc', 'abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    const large = new Uint8Array(9_000_001).fill(7)
    expect(await checksum(fileSource(file('large', large)))).toBe(await checksum(bytesSource('large', large)))
  })
})
