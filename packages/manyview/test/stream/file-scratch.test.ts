import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { FileScratch } from '../../src/node.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('FileScratch', () => {
  it('gives back rows as they were written, in any order', () => {
    const scratch = new FileScratch(join(folder, 'rows'))
    const room = scratch.room(10, 3)
    for (const i of [7, 2, 9, 0, 1, 3, 4, 5, 6, 8]) room.writeRows(i, Float64Array.of(i, -i, i / 3))
    const to = new Float64Array(6)
    room.readRows(7, 9, to)
    expect([...to]).toEqual([7, -7, 7 / 3, 8, -8, 8 / 3])
    scratch.close()
  })

  it.skipIf(process.platform === 'win32')('has no file with a name, so that a crash leaves none', () => {
    const scratch = new FileScratch(join(folder, 'nameless'))
    scratch.room(1000, 10).writeRows(0, new Float64Array(10_000))
    expect(readdirSync(join(folder, 'nameless'))).toEqual([])
    scratch.close()
  })

  it('says in one InputError where it cannot write', () => {
    const inTheWay = join(folder, 'file')
    writeFileSync(inTheWay, '')
    expect(() => new FileScratch(join(inTheWay, 'folder')).room(1, 1)).toThrow(InputError)
  })

  it('removes the folders that it made, unless they hold something', () => {
    for (const [name, filled] of [
      ['gone', false],
      ['stays', true],
    ] as const) {
      const scratch = new FileScratch(join(folder, name, 'inner'))
      scratch.room(1, 1)
      if (filled) writeFileSync(join(folder, name, 'inner', 'file'), '')
      scratch.close()
      expect(existsSync(join(folder, name))).toBe(filled)
    }
    expect(existsSync(folder)).toBe(true)
  })

  it('closes all files, those that are removed already too', () => {
    const scratch = new FileScratch(join(folder, 'closing'))
    const room = scratch.room(1, 1)
    room.remove()
    room.remove()
    scratch.room(1, 1)
    scratch.close()
    expect(() => room.readRows(0, 1, new Float64Array(1))).toThrow()
  })
})
