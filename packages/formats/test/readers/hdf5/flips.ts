import { readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { bytesSource } from '../../../src/bytes/byte-source.ts'
import type { StoredValue } from '../../../src/bytes/stored-value.ts'
import { readHdf5 } from '../../../src/readers/hdf5/read.ts'

/** How many damaged copies of a file were refused, gave the same contents, or gave others: these by place (8 × byte + bit). */
interface FlipCounts {
  flips: number
  refused: number
  same: number
  different: number[]
}

export const fixture = (name: string) => readFileSync(new URL(name, import.meta.url))

/** Flips two bits in every `step`th byte of an HDF5 file, one at a time, and reads each copy. */
export async function readFlipped(name: string, step: number): Promise<FlipCounts> {
  const file = new Uint8Array(fixture(name))
  const whole = await contents(file)
  const counts: FlipCounts = { flips: 0, refused: 0, same: 0, different: [] }
  for (let at = 0; at < file.length; at += step)
    for (const bit of [at % 8, (at + 4) % 8]) {
      const damaged = file.slice()
      damaged[at] ^= 1 << bit
      const read = await contents(damaged)
      counts.flips++
      if (read === null) counts.refused++
      else if (read === whole) counts.same++
      else counts.different.push(8 * at + bit)
    }
  return counts
}

/** Names, shapes and values of all arrays as text; null where the file is refused. */
async function contents(file: Uint8Array): Promise<string | null> {
  try {
    return JSON.stringify((await readHdf5(bytesSource('x.h5', file))).map(({ name, value }) => [name, plain(value)]))
  } catch (error) {
    if (error instanceof InputError) return null
    throw error
  }
}

function plain(value: StoredValue): unknown {
  if (value.type === 'record') return Array.from(value.fields, ([name, field]) => [name, plain(field)])
  if (value.type === 'list') return value.items.map(plain)
  return value.type === 'dense' ? [value.shape, Array.from(value.data)] : value
}
