import { readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { byteSizes } from '@manyview/core/words'
import { orFileProblem } from './file-problem.ts'
import { fileSource } from './file-source.ts'

/** The text of a file of at most `mostBytes`. Pipes and devices are refused, for they may never end. */
export function readTextFile(path: string, mostBytes = 64e6): string {
  const { byteLength } = fileSource(path)
  if (byteLength > mostBytes) {
    const [size, most] = byteSizes(byteLength, mostBytes)
    throw new InputError(`has ${size} but such a file has at most ${most}, check the path`, {
      code: 'file',
      argument: path,
    })
  }
  return orFileProblem(path, () => readFileSync(path, 'utf8'))
}
