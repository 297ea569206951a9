import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readInput } from '../../src/input/read-input.ts'
import { Interrupted } from '../../src/interrupted.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

it.each([
  ['a.csv', 'x,y\n1.5,2\n2.5,1\n'.padEnd(9e6, '3.5,4\n')],
  ['a.jsonl', '{"x": 1.5, "y": 2}\n'.padEnd(19 * 500_000, '{"x": 1.5, "y": 2}\n')],
])('an interrupt while %s is read is an interrupt and no damaged file', async (name, text) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  const controller = new AbortController()
  const reading = readInput([path], {}, controller.signal)
  setImmediate(() => controller.abort(new Interrupted()))
  await expect(reading).rejects.toBeInstanceOf(Interrupted)
})
