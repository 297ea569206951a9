import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWritable, writeAllAtomically, writeAtomically } from '../../src/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyview-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('writeAtomically(path, bytes)', () => {
  it('makes the file, or puts a new one in its place, and leaves no temporary file', async () => {
    const path = join(folder, 'a.txt')
    await writeAtomically(path, 'first')
    await writeAtomically(path, Uint8Array.from([0x32]))
    expect(readFileSync(path, 'utf8')).toBe('2')
    expect(readdirSync(folder)).toEqual(['a.txt'])
  })

  it('takes the temporary file away when the last step fails, and says which file it was', async () => {
    const path = join(folder, 'taken')
    mkdirSync(join(path, 'inside'), { recursive: true })
    await expect(writeAtomically(path, 'text')).rejects.toThrow(/taken: is a folder/)
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  it('says so when the folder does not exist', async () => {
    await expect(writeAtomically(join(folder, 'no', 'a.txt'), 'text')).rejects.toThrow(
      /there is no such file or folder/,
    )
  })
})

describe('writeAllAtomically(files)', () => {
  it('changes no file when one of them cannot be written', async () => {
    const good = join(folder, 'good.txt')
    writeFileSync(good, 'old')
    const files = [
      { path: good, bytes: 'new' },
      { path: join(folder, 'missing', 'bad.txt'), bytes: 'new' },
    ]
    await expect(writeAllAtomically(files)).rejects.toThrow(/bad\.txt/)
    expect(readFileSync(good, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['good.txt'])
  })
})

describe('checkWritable(folder)', () => {
  it('accepts a folder that is there or can be made, and makes nothing', async () => {
    await checkWritable(folder)
    await checkWritable(join(folder, 'a', 'b'))
    expect(existsSync(join(folder, 'a'))).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a file, and a folder inside a file', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    await expect(checkWritable(path)).rejects.toThrow(/file: is a file, give a folder/)
    await expect(checkWritable(join(path, 'out'))).rejects.toThrow(/a part of the path is a file/)
  })

  it.skipIf(!existsSync('/proc/self'))(
    'refuses a folder that the system does not let anybody make (needs /proc)',
    async () => {
      await expect(checkWritable('/proc/manyview')).rejects.toThrow(/\/proc\/manyview: /)
    },
  )
})
