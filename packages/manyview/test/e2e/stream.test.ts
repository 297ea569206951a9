import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second, labels } = blobs(120, 3)
place.file('a.npy', npy(first))
place.file('b.npy', npy(second))
place.file('named.csv', csv([['id', 'x', 'y', 'z'], ...first.map((row, i) => [`s${i}`, ...row])]))
place.file('turned.csv', csv([['id', 'u', 'v', 'w'], ...second.map((row, i) => [`s${i}`, ...row]).reverse()]))
place.file('truth.csv', csv([['label'], ...labels.map((label) => [`class ${label}`])]))
mkdirSync(place.path('temporary'))
const environment = { TMPDIR: place.path('temporary') }
const run = (...args: string[]) => place.start(args, { environment }).ended

describe('manyview fit --stream', () => {
  for (const [files, method] of [
    [['a.npy', 'b.npy'], 'dstl'],
    [['a.npy', 'b.npy'], 'consensus'],
    [['named.csv', 'turned.csv'], 'consensus'],
  ] as const)
    it(`writes what a fit in memory writes: ${method} of ${files.join(' and ')}`, async () => {
      const fit = ['fit', ...files, '-k', '3', '-m', method, '--labels', 'truth.csv']
      const folders = [`${files[0]}-${method}-plain`, `${files[0]}-${method}-stream`]
      expect(await run(...fit, '--out', folders[0])).toMatchObject({ code: 0, stderr: '' })
      expect(await run(...fit, '--out', folders[1], '--stream')).toMatchObject({ code: 0, stderr: '' })
      const written = folders.map((folder) => readdirSync(place.path(folder)).sort())
      expect(written[1]).toEqual(written[0])
      const [plain, streamed] = folders.map((folder) =>
        Object.fromEntries(
          written[0]
            .filter((name) => name.endsWith('.csv'))
            .map((name) => [name, readFileSync(place.path(`${folder}/${name}`), 'utf8')]),
        ),
      )
      expect(streamed).toEqual(plain)
      const [before, after] = folders.map((folder) =>
        JSON.parse(readFileSync(place.path(`${folder}/clustering.json`), 'utf8')),
      )
      expect(after.reading).toEqual({ ...before.reading, stream: true })
      expect({ ...after, seconds: 0, reading: 0 }).toEqual({ ...before, seconds: 0, reading: 0 })
    })

  it('leaves no scratch file and no folder of its own, whether it ends well or not', async () => {
    expect(await run('fit', 'a.npy', '-k', '3', '--stream', '--out', '-')).toMatchObject({ code: 0 })
    expect(readdirSync(place.path('temporary'))).toEqual([])
    place.file('cut.npy', npy(second))
    truncateSync(place.path('cut.npy'), 1000)
    const { code, stderr } = await run('fit', 'a.npy', 'cut.npy', '-k', '3', '--stream', '--out', 'never/made')
    expect(stderr).toMatch(/^manyview: cut\.npy: declares 120×3 values of 8 bytes but \d+ bytes are there[^\n]+\n$/)
    expect(code).toBe(1)
    expect(existsSync(place.path('never'))).toBe(false)
    expect(readdirSync(place.path('temporary'))).toEqual([])
  })

  it('leaves none on Ctrl-C either', async () => {
    const wide = blobs(1500, 3, 450).first
    place.file('wide.npy', npy(wide))
    const { child, ended } = place.start(['fit', 'wide.npy', '-k', '3', '--stream', '--out', 'stopped/here'])
    await new Promise((resolve) => child.stdout!.once('data', resolve))
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(stderr).toBe('manyview: interrupted, nothing was written\n')
    expect(code).toBe(130)
    expect(existsSync(place.path('stopped'))).toBe(false)
  })

  it('goes together with a folder, a manifest, and what is piped in', async () => {
    mkdirSync(place.path('folder'))
    place.file('folder/a.npy', npy(first))
    place.file('folder/b.npy', npy(second))
    place.file('views.json', JSON.stringify({ views: { a: 'folder/a.npy', b: 'folder/b.npy' } }))
    const fit = (...args: string[]) => ['fit', ...args, '-k', '3', '--stream', '--out', '-']
    const { stdout: expected } = await run(...fit('a.npy', 'b.npy'))
    expect(await run(...fit('folder'))).toMatchObject({ code: 0, stderr: '', stdout: expected })
    expect(await run(...fit('views.json'))).toMatchObject({ code: 0, stderr: '', stdout: expected })
    const piped = place.start(fit('-', 'b.npy'), { input: npy(first), environment })
    expect(await piped.ended).toMatchObject({ code: 0, stderr: '', stdout: expected })
  })

  it('refuses in one line what cannot be streamed', async () => {
    const wrong: [string[], RegExp][] = [
      [['-m', 'kmeans'], /--stream: kmeans needs its views in memory, use --method consensus or dstl/],
      [['-m', 'dstl', '--precision', 'single'], /--precision single: cannot be used with --stream/],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await run('fit', 'a.npy', '-k', '3', '--stream', ...args)
      expect(stderr).toMatch(/^manyview: [^\n]+\n$/)
      expect(stderr).toMatch(message)
      expect(code).toBe(1)
    }
  })
})
