import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { dstl, MpiPlace, rightOn } from './mpi-place.ts'
import { hasMpirun, startRanks } from './mpirun.ts'

const program = fileURLToPath(new URL('./ranks-program.mjs', import.meta.url))
const place = new MpiPlace()
const over = place.over.bind(place)
afterAll(() => place.remove())

describe.skipIf(!hasMpirun)('fit over MPI (skipped where there is no mpirun)', () => {
  it("adds in the order of the ranks and finds DSTL's factors within 1e-9 on 2 ranks", async () => {
    const { stdout, stderr } = await startRanks(2, [], { folder: place.folder, program }).ended
    expect(stderr).toBe('')
    const found = JSON.parse(stdout)
    expect(found).toMatchObject(rightOn(2))
    expect(found.factors).toBeLessThan(1e-9)
  })

  it('gives the labels of one process, with values filled in, shuffled samples, views left out and a model', async () => {
    const fit = ['fit', 'a.npy', 'broken.npy', ...dstl, '--missing', 'mean', '--shuffle', '5', '--leave-one-out']
    expect(await place.run(...fit, '--model', 'alone.model', '--out', 'alone')).toMatchObject({ code: 0 })
    expect(await over(2, [...fit, '--model', 'two.model', '--out', 'two'])).toMatchObject({ code: 0, stderr: '' })
    expect(place.labelsIn('two')).toBe(place.labelsIn('alone'))
    expect(existsSync(place.path('two.model'))).toBe(true)
  })

  it('shares out the default method, too, with the same bytes', async () => {
    const usual = ['fit', 'a.npy', 'b.npy', '-k', '3', '--threads', '1', '--quiet', '--write', 'report,npy']
    await place.run(...usual, '--out', 'usual-alone')
    await over(3, [...usual, '--out', 'usual'])
    for (const name of ['labels.csv', 'embedding.npy', 'memberships.npy'])
      expect(readFileSync(place.path(`usual/${name}`))).toEqual(readFileSync(place.path(`usual-alone/${name}`)))
    expect(existsSync(place.path('usual/report.html'))).toBe(true)
  })

  it('ends with one message that names the rank when only one rank meets something wrong, and writes nothing', async () => {
    const { code, stdout, stderr } = await over(3, ['fit', 'a.npy', 'broken.npy', ...dstl, '--out', 'none'])
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
    expect(stderr).toMatch(/^manyview: rank 2: .*broken/m)
    expect(existsSync(place.path('none/labels.csv'))).toBe(false)
  })
})
