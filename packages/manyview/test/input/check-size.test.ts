import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMethod } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { checkSize } from '../../src/input/check-size.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const paths = ['a.npy', 'b.mat', 'c.csv'].map((name) => join(folder, name))
for (const path of paths) writeFileSync(path, new Uint8Array(3 << 20))

describe('checkSize(paths, method, free)', () => {
  it('lets files pass that fit into the free memory, text whatever its size, and files that are not there', () => {
    checkSize(paths, findMethod('consensus'), 6 << 20)
    checkSize([paths[2], join(folder, 'none.npy')], findMethod('consensus'), 1)
  })

  it('refuses larger ones with both numbers and a way out', () => {
    const message = /files: hold 6.3 MB but 5.2 MB of memory are free, add --stream/
    expect(() => checkSize(paths, findMethod('dstl'), 5 << 20)).toThrow(message)
    expect(() => checkSize(paths, findMethod('kmeans'), 5 << 20)).toThrow(
      /use --method consensus or dstl with --stream/,
    )
  })
})
