import { readdirSync, readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { bytesSource, readDataset } from '@manyview/formats'
import { gzipSync, zipSync, zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { mutate, notSeed, packedSeeds, type Seed, seedFolders } from './mutate.ts'

const folder = new URL('./fixtures/', import.meta.url)
const seeds: Seed[] = seedFolders.flatMap((part) =>
  readdirSync(new URL(`${part}/`, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !notSeed.test(entry.name))
    .map(({ name }) => ({ name, bytes: new Uint8Array(readFileSync(new URL(`${part}/${name}`, folder))) })),
)
const small = seeds.filter(({ bytes }) => bytes.length <= 4096)
/** MANYVIEW_ROUNDS and MANYVIEW_SEED make long runs of it; `npm run bench nightly` sets both. */
const rounds = Number(process.env.MANYVIEW_ROUNDS ?? 1)
const seed = Number(process.env.MANYVIEW_SEED ?? 20)
const mutations = rounds > 1 ? 4000 * rounds : 20_000
/** Larger files are cut at every so many bytes. */
const step = rounds > 1 ? 1 : 32
/** Long runs have longer than the limit of vitest.config.ts. */
const patience = { timeout: 900_000 * rounds }

/** What reading ends with: null when it works, the error otherwise. */
async function outcome(name: string, bytes: Uint8Array): Promise<unknown> {
  try {
    await readDataset([bytesSource(name, bytes)])
    return null
  } catch (error) {
    return error
  }
}

describe('damaged files', () => {
  it.each(small.map((seed) => [seed.name, seed.bytes] as const))(
    '%s cut at every byte is read or refused with an InputError',
    async (name, bytes) => {
      for (let end = 0; end < bytes.length; end++) {
        const error = await outcome(name, bytes.slice(0, end))
        if (error !== null && !(error instanceof InputError)) throw new Error(`cut at ${end}`, { cause: error })
      }
    },
  )

  it.each(seeds.filter(({ bytes }) => bytes.length > 4096).map((seed) => [seed.name, seed.bytes] as const))(
    `%s, which is larger, cut at every ${step === 1 ? '' : `${step}nd `}byte is read or refused with an InputError`,
    async (name, bytes) => {
      for (let end = 0; end < bytes.length; end += step) {
        const error = await outcome(name, bytes.slice(0, end))
        if (error !== null && !(error instanceof InputError)) throw new Error(`cut at ${end}`, { cause: error })
      }
    },
  )

  it('a MATLAB, NPY, NPZ, Parquet, Arrow or gzip file that lost its end is refused, never read as something shorter', async () => {
    for (const { name, bytes } of small.filter((seed) => /\.(mat|npy|npz|parquet|feather|gz)$/.test(seed.name)))
      for (const lost of [1, 2, 8, Math.floor(bytes.length / 2)]) {
        const cut = bytes.slice(0, bytes.length - lost)
        // Both end with padding that carries nothing.
        if (lost < 8 && /\.(mat|feather)$/.test(name)) continue
        expect(await outcome(name, cut), `${name} without its last ${lost} bytes`).toBeInstanceOf(InputError)
      }
  })

  it(`${mutations} seeded mutations over all formats give only InputErrors`, patience, async () => {
    const all = [...seeds, ...packedSeeds(seeds)]
    for (let i = 0; i < mutations; i++) {
      const { name, bytes, pack } = all[i % all.length]
      const mutated = mutate(bytes, new Random(seed).split(i))
      const error = await outcome(name, pack ? pack(mutated) : mutated)
      if (error !== null && !(error instanceof InputError))
        throw new Error(`mutation ${i} of ${name}`, { cause: error })
    }
  })

  it('crashers found by long runs stay fixed', async () => {
    const kept = new URL('crashers/', folder)
    for (const name of readdirSync(kept)) {
      const error = await outcome(name.replace(/^\d+-/, ''), new Uint8Array(readFileSync(new URL(name, kept))))
      if (error !== null && !(error instanceof InputError)) throw new Error(name, { cause: error })
    }
  })
})

describe('compressed files that lie about their size', () => {
  const zeros = new Uint8Array(8 * 2 ** 20)

  it('gzip text that declares more than it can hold, or less than it holds, is refused before it is unpacked', async () => {
    const packed = gzipSync(zeros, { level: 9 })
    const size = new DataView(packed.buffer, packed.byteOffset + packed.length - 4, 4)
    size.setUint32(0, 0xfffffff0, true)
    expect(String(await outcome('bomb.csv.gz', packed))).toMatch(/which is impossible/)
    size.setUint32(0, 1000, true)
    expect(String(await outcome('bomb.csv.gz', packed))).toMatch(/holds more than the 1000 bytes declared/)
  })

  it('an NPZ member that declares a small size is refused before it is unpacked', async () => {
    const archive = zipSync({ 'X.npy': zeros }, { level: 9 })
    const view = new DataView(archive.buffer)
    const directory = view.getUint32(archive.length - 6, true)
    view.setUint32(directory + 24, 1000, true)
    expect(String(await outcome('bomb.npz', archive))).toMatch(/holds more than the 1000 bytes declared/)
  })

  it('a MATLAB variable that declares more than its compressed bytes can hold is refused', async () => {
    const inner = new Uint8Array(8)
    new DataView(inner.buffer).setUint32(0, 14, true)
    new DataView(inner.buffer).setUint32(4, 0xfffffff0, true)
    const deflated = zlibSync(inner)
    const file = new Uint8Array(136 + deflated.length)
    file.set(seeds.find(({ name }) => name === 'v5.mat')!.bytes.subarray(0, 128))
    new DataView(file.buffer).setUint32(128, 15, true)
    new DataView(file.buffer).setUint32(132, deflated.length, true)
    file.set(deflated, 136)
    expect(String(await outcome('bomb.mat', file))).toMatch(/which is impossible/)
  })
})
