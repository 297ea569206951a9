import type { Random } from '@manyview/core/numerics'
import { gunzipSync, gzipSync, unzipSync, zipSync, zlibSync } from 'fflate'

/** A file to damage, and how to pack it again where a checksum would give the damage away at once. */
export interface Seed {
  name: string
  bytes: Uint8Array
  pack?: (damaged: Uint8Array) => Uint8Array
}

const lies = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 1e6, 1e8]

/** One damaged copy: flipped bits, lying lengths, bytes cut out, doubled, nested or swapped with those of another place. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let result: Uint8Array = new Uint8Array(bytes)
  const rounds = 1 + random.below(4)
  for (let round = 0; round < rounds && result.length > 0; round++) result = mutateOnce(result, random)
  return result
}

function mutateOnce(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length)
  const length = 1 + random.below(Math.min(64, bytes.length - at))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (random.below(9)) {
    case 0:
      bytes[at] ^= 1 << random.below(8)
      return bytes
    case 1:
      bytes[at] = random.below(256)
      return bytes
    case 2:
      if (at + 4 <= bytes.length) view.setUint32(at - (at % 4), lies[random.below(lies.length)], random.below(4) > 0)
      return bytes
    case 3:
      if (at + 4 <= bytes.length) view.setUint32(at, bytes.length + random.below(64) - 32, true)
      return bytes
    case 4:
      return join(bytes.subarray(0, at), bytes.subarray(at + length))
    case 5:
      return join(bytes.subarray(0, at + length), bytes.subarray(at))
    case 6:
      return bytes.slice(0, at)
    case 7: {
      const part = bytes.slice(at, at + length)
      const copies = 1 + random.below(50)
      return join(bytes.subarray(0, at), ...Array.from({ length: copies }, () => part), bytes.subarray(at))
    }
    default: {
      const to = random.below(bytes.length)
      bytes.copyWithin(to, at, at + length)
      return bytes
    }
  }
}

function join(...parts: Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

/** The folders of the fixtures that are damaged, and the files that are none of them. */
export const seedFolders = ['.', 'everyday']
export const notSeed = /expected|make-|\.(pkl|joblib)$/

/** Seeds whose damage lies under a checksum: gzip text, NPZ members, sheets, a tar archive, and one compressed variable of a MATLAB file. */
export function packedSeeds(seeds: Seed[]): Seed[] {
  const find = (name: string) => seeds.find((seed) => seed.name === name)!
  const inner = unzipSync(find('stored.npz').bytes)
  const mat = find('v5.mat').bytes
  const member = (archive: string, name: string): Seed => {
    const members = unzipSync(find(archive).bytes)
    const pack = (damaged: Uint8Array) => zipSync({ ...members, [name]: damaged })
    return { name: `inner-${archive}`, bytes: members[name], pack }
  }
  return [
    member('openpyxl.xlsx', 'xl/worksheets/sheet1.xml'),
    member('openpyxl.xlsx', 'xl/styles.xml'),
    member('xlsxwriter.xlsx', 'xl/sharedStrings.xml'),
    member('pandas.ods', 'content.xml'),
    member('python.zip', 'data/a.csv'),
    { name: 'inner.tar.gz', bytes: gunzipSync(find('python.tar.gz').bytes), pack: (damaged) => gzipSync(damaged) },
    { name: 'inner.rds', bytes: gunzipSync(find('sparse.rds').bytes), pack: (damaged) => gzipSync(damaged) },
    { name: 'inner.csv.gz', bytes: find('crlf-bom.csv').bytes, pack: (damaged) => gzipSync(damaged) },
    { name: 'inner.mtx.gz', bytes: find('coordinate.mtx').bytes, pack: (damaged) => gzipSync(damaged) },
    { name: 'inner.npz', bytes: inner['one.npy'], pack: (damaged) => zipSync({ ...inner, 'one.npy': damaged }) },
    {
      name: 'inner.mat',
      bytes: mat.slice(128),
      pack: (damaged) => {
        const deflated = zlibSync(damaged)
        const head = new Uint8Array(136)
        head.set(mat.subarray(0, 128))
        new DataView(head.buffer).setUint32(128, 15, true)
        new DataView(head.buffer).setUint32(132, deflated.length, true)
        return join(head, deflated)
      },
    },
  ]
}
