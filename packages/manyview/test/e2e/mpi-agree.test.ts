import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { npy } from './blobs.ts'
import { command } from './command.ts'
import { dstl, MpiPlace } from './mpi-place.ts'
import { hasMpirun, startRanks } from './mpirun.ts'

const place = new MpiPlace()
afterAll(() => place.remove())

// A rank that is told something of its own: each line of the list goes to one rank.
const each = place.path('each.mjs')
writeFileSync(
  each,
  `const lines = JSON.parse(process.argv[2]); const own = lines[process.env.OMPI_COMM_WORLD_RANK]
if (own.folder) process.chdir(own.folder)
process.argv = [process.argv[0], ${JSON.stringify(command)}, ...own.words]; await import(${JSON.stringify(command)})\n`,
)

function differing(...own: { words: readonly string[]; folder?: string }[]) {
  return startRanks(own.length, [JSON.stringify(own)], { folder: place.folder, program: each }).ended
}

const fit = ['fit', 'a.npy', 'b.npy', ...dstl]

describe.skipIf(!hasMpirun)('ranks that were not started alike (skipped where there is no mpirun)', () => {
  it.each<[string, readonly string[], readonly string[], RegExp]>([
    ['another seed', [...fit, '--seed', '1'], [...fit, '--seed', '2'], /seed is 2 on rank 1 but 1 on rank 0/],
    ['another option', fit, [...fit, '--set', 'lambda1=7'], /set is .*lambda1.*7.* on rank 1/],
    ['--out on one rank only', [...fit, '--out', 'half'], fit, /out is absent on rank 1 but .*"half".* on rank 0/],
    ['--checkpoint on one rank only', fit, [...fit, '--checkpoint', 'kept'], /checkpoint is .*"kept".* on rank 1/],
  ])('are refused in one line with %s', async (_, first, second, message) => {
    const { code, stdout, stderr } = await differing({ words: first }, { words: second })
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
    expect(existsSync(place.path('half/labels.csv'))).toBe(false)
  })

  it('are refused when one of them has the rows in another order, by the name of the file', async () => {
    mkdirSync(place.path('other'))
    for (const name of ['a.npy', 'b.npy']) writeFileSync(place.path(`other/${name}`), readFileSync(place.path(name)))
    const bytes = readFileSync(place.path('b.npy'))
    const header = 10 + bytes.readUInt16LE(8)
    const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset + header, bytes.byteOffset + bytes.length))
    const columns = numbers.length / 201
    const rows = Array.from({ length: 201 }, (_, i) => [...numbers.subarray(i * columns, (i + 1) * columns)])
    writeFileSync(place.path('other/b.npy'), npy(rows.reverse()))
    const { code, stderr } = await differing({ words: fit }, { words: fit, folder: place.path('other') })
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/ranks: b\.npy is .*SHA-256 .* on rank 1 but .* on rank 0, give all ranks the same files/)
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
  })

  it('are refused when one of them has no such file', async () => {
    mkdirSync(place.path('empty'))
    const { code, stderr } = await differing({ words: fit }, { words: fit, folder: place.path('empty') })
    expect(code).not.toBe(0)
    expect(stderr).toContain('manyview: rank 1: a.npy: there is no such file or folder, check the path')
  })

  it('may have threads and memory of their own', async () => {
    const { code } = await differing({ words: fit }, { words: [...fit, '--memory', '1GB'] })
    expect(code).toBe(0)
  })
})
