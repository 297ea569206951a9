import type { Random } from '@manyview/core/numerics'
import { gunzipSync, gzipSync, unzipSync, zipSync, zlibSync } from 'fflate'

/** A file to damage, and how to pack it again where a checksum would give the damage away at once. */
export interface Seed {
  name: string
  bytes: Uint8Array
  pack?: (damaged: Uint8Array) => Uint8Array
  /** What reads it, where that is not `readDataset`. */
  read?: (bytes: Uint8Array) => unknown
}

const lies = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 1e6, 1e8]

/** What stands in for a part of a text: numbers that lie, names that mean something to JavaScript, paths that lead elsewhere, other types. */
const words = [
  ...[
    '-1',
    '0',
    '1e308',
    '1e999',
    '9007199254740993',
    '4294967296',
    '0.5',
    'NaN',
    '-',
    'null',
    'true',
    '[]',
    '{}',
    '""',
  ],
  ...['"__proto__"', '"constructor"', '"toString"', '"length"', '"../../secret"', '"\\u0000"', '"x"'],
]
const token = /"(?:[^"\\]|\\.){0,200}"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z_]+|[{}[\],:;<>=/]/g

/** One damaged copy: flipped bits, lying lengths, offsets and counts, bytes cut out, doubled, nested or swapped with those of another place; of a text also its tokens. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let result: Uint8Array = new Uint8Array(bytes)
  const rounds = 1 + random.below(4)
  const text = isText(bytes)
  for (let round = 0; round < rounds && result.length > 0; round++)
    result = text && random.below(2) > 0 ? mutateToken(result, random) : mutateOnce(result, random)
  return result
}

function isText(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.subarray(0, 512).every((byte) => byte >= 9 && byte !== 127)
}

/** Replaces, doubles, drops, swaps or nests one token of a text. */
function mutateToken(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes)
  const tokens = Array.from(text.matchAll(token))
  if (tokens.length === 0) return bytes
  const { index, 0: found } = tokens[random.below(tokens.length)]
  const other = tokens[random.below(tokens.length)][0]
  const depth = 1 << random.below(14)
  const instead = [
    words[random.below(words.length)],
    found + found,
    '',
    other,
    `${'['.repeat(depth)}${found}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}${found}${'}'.repeat(depth)}`,
    `"${'n'.repeat(depth)}"`,
  ][random.below(7)]
  const changed = text.slice(0, index) + instead + text.slice(index + found.length)
  return Uint8Array.from(changed, (letter) => letter.charCodeAt(0))
}

function mutateOnce(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length)
  const length = 1 + random.below(Math.min(64, bytes.length - at))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (random.below(12)) {
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
    case 8:
      // An offset that leads somewhere within the file, perhaps back to where it stands.
      if (at + 8 <= bytes.length) {
        view.setUint32(at - (at % 8), random.below(3) > 0 ? random.below(bytes.length) & ~7 : at - (at % 8), true)
        if (random.below(2) > 0) view.setUint32(at - (at % 8) + 4, 0, true)
      }
      return bytes
    case 9:
      if (at + 2 <= bytes.length) view.setUint16(at, lies[random.below(lies.length)], random.below(4) > 0)
      return bytes
    case 10: {
      // One field of the file in the place of another.
      const [from, to] = [at - (at % 4), random.below(bytes.length) & ~3]
      if (Math.max(from, to) + 8 <= bytes.length) bytes.copyWithin(to, from, from + 4 * (1 + random.below(2)))
      return bytes
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
