import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

  it.each([
    ['all samples', 3, []],
    ['a sample', 2, ['--set', 'sample=90']],
    ['a sample, without outliers', 2, ['--set', 'sample=90', '--outliers', '0.05']],
  ])('shares out the default method fitted to %s, on %i ranks, with the same bytes', async (what, ranks, more) => {
    const usual = ['fit', 'a.npy', 'b.npy', '-k', '3', '--threads', '1', '--quiet', '--write', 'report,npy', ...more]
    const [one, several] = [`${what} alone`, `${what} over ranks`]
    expect(await place.run(...usual, '--model', 'one.model', '--out', one)).toMatchObject({ code: 0 })
    expect(await over(ranks, [...usual, '--model', 'several.model', '--out', several])).toMatchObject({ code: 0 })
    const files = readdirSync(place.path(one))
    expect(readdirSync(place.path(several))).toEqual(files)
    // Only the report says how long it took.
    const results = files.filter((name) => name !== 'report.html')
    expect(results.length).toBeGreaterThanOrEqual(9)
    for (const name of results)
      expect(readFileSync(place.path(`${several}/${name}`)), name).toEqual(readFileSync(place.path(`${one}/${name}`)))
    expect(readFileSync(place.path('several.model'))).toEqual(readFileSync(place.path('one.model')))
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
