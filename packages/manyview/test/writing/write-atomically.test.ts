import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  checkWritable,
  checkWritableFile,
  refuseOverwriting,
  writeAllAtomically,
  writeAtomically,
} from '../../src/node.ts'

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

describe('writeAtomically(path, bytes), where the path is no plain file', () => {
  it('writes through a symbolic link, also one to a file that is not there yet, and the link stays', async () => {
    mkdirSync(join(folder, 'there'))
    for (const name of ['old.txt', 'new.txt']) {
      const link = join(folder, `link to ${name}`)
      symlinkSync(join('there', name), link)
      if (name === 'old.txt') writeFileSync(join(folder, 'there', name), 'old')
      await writeAtomically(link, 'text')
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(readFileSync(join(folder, 'there', name), 'utf8')).toBe('text')
    }
    expect(readdirSync(join(folder, 'there')).sort()).toEqual(['new.txt', 'old.txt'])
  })

  it('refuses a link that leads to itself', async () => {
    symlinkSync('loop', join(folder, 'loop'))
    await expect(writeAtomically(join(folder, 'loop'), 'text')).rejects.toThrow(/loop: too many symbolic links/)
  })

  it.skipIf(process.platform === 'win32')('writes into a pipe and leaves it (needs mkfifo)', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reading = readFile(pipe, 'utf8')
    await writeAtomically(pipe, 'through')
    expect(await reading).toBe('through')
    expect(lstatSync(pipe).isFIFO()).toBe(true)
    expect(readdirSync(folder)).toEqual(['pipe'])
  })

  it.skipIf(!existsSync('/dev/null'))('writes into a device and leaves it (needs /dev/null)', async () => {
    symlinkSync('/dev/null', join(folder, 'null'))
    await writeAtomically(join(folder, 'null'), 'text')
    expect(lstatSync(join(folder, 'null')).isSymbolicLink()).toBe(true)
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('keeps the permissions of the file that it replaces', async () => {
    const path = join(folder, 'secret')
    writeFileSync(path, 'old', { mode: 0o600 })
    await writeAtomically(path, 'new')
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
  })

  it('removes what a killed process left of the same file, and nothing else', async () => {
    const host = hostname().replace(/[^\w-]/g, '_')
    const left = (process: number) => `.a.txt.${host}.${process}.0123456789ab.manyview-tmp`
    const names = [left(process.pid), left(2 ** 22 + 1), '.a.txt.mine', `.b.txt.${host}.1.0123456789ab.manyview-tmp`]
    for (const name of names) writeFileSync(join(folder, name), 'half')
    const alive = left(process.ppid)
    const elsewhere = '.a.txt.other.1.0123456789ab.manyview-tmp'
    for (const name of [alive, elsewhere]) writeFileSync(join(folder, name), 'half')
    await writeAtomically(join(folder, 'a.txt'), 'text')
    expect(readdirSync(folder).sort()).toEqual(['a.txt', alive, elsewhere, ...names.slice(2)].sort())
  })
})

describe('refuseOverwriting(inputs, outputs)', () => {
  it('refuses an output that is an input, by another path or link', async () => {
    const data = join(folder, 'data.csv')
    writeFileSync(data, '1')
    symlinkSync(data, join(folder, 'link.csv'))
    await expect(refuseOverwriting([data], [join(folder, '.', 'link.csv')])).rejects.toThrow(
      /link\.csv: would replace the input .*data\.csv, choose another place/,
    )
    await refuseOverwriting([data, join(folder, 'absent')], [join(folder, 'absent'), join(folder, 'new.csv')])
  })
})

describe('checkWritableFile(path)', () => {
  it('accepts a file that is there or can be made, and refuses a folder', async () => {
    writeFileSync(join(folder, 'file'), '')
    await checkWritableFile(join(folder, 'file'))
    await checkWritableFile(join(folder, 'new', 'file'))
    await expect(checkWritableFile(folder)).rejects.toThrow(/is a folder, give a file/)
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
