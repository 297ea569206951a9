import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { hasMpirun, startRanks } from './mpirun.ts'
import { workplace } from './workplace.ts'

const command = fileURLToPath(new URL('../../bin/manyview.js', import.meta.url))
const place = workplace()
const over = (ranks: number, ...args: string[]) => startRanks(ranks, args, { folder: place.folder }).ended
const quick = ['-k', '3', '--method', 'dstl', '--set', 'lambda2=0.1', '--threads', '1', '--write', 'none', '--quiet']
const text = (path: string) => readFileSync(place.path(path), 'utf8')
const record = (folder: string) => JSON.parse(text(`${folder}/clustering.json`))

/** True where a test may have a file system of its own. */
const canMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

beforeAll(() => {
  const { first, second, labels } = blobs(151, 3, 5)
  const [a, b] = [first, second].map((rows) => rows.map((row) => row.map((value) => value - 30)))
  place.file('a.npy', npy(a))
  place.file('b.npy', npy(b))
  place.file('truth.csv', `label\n${labels.map((label) => `class ${label}`).join('\n')}\n`)
  place.file('gaps.npy', npy(b.map((row, i) => (i % 11 === 4 ? [Number.NaN, ...row.slice(1)] : row))))
  const names = a[0].map((_, j) => `feature ${j}`)
  const lines = (rows: number[][]) => rows.map((row, i) => [`s${i}`, ...row])
  mkdirSync(place.path('folder'))
  place.file('folder/a.csv', csv([['id', ...names], ...lines(a)]))
  place.file('folder/b.csv', csv([['id', ...names], ...lines(b).reverse()]))
  place.file('views.json', JSON.stringify({ views: { one: 'folder/a.csv', two: { file: 'folder/b.csv', id: 'id' } } }))
  place.file('some.csv', csv([['id', ...names], ...lines(b).slice(20).reverse()]))
  // Behind the middle, so that the last of two ranks meets it.
  place.file('endless.csv', csv([names, ...a.map((row, i) => (i === 120 ? ['1e999', ...row.slice(1)] : row))]))
})

describe.skipIf(!hasMpirun)('flags over MPI (skipped where there is no mpirun)', () => {
  it.each([2, 3])(
    'fills in, shuffles, leaves views out and makes a model on %i ranks as in one process',
    async (ranks) => {
      const fit = ['fit', 'a.npy', 'gaps.npy', ...quick, '--labels', 'truth.csv', '--missing', 'mean', '--shuffle', '5']
      const also = ['--leave-one-out', '--model']
      if (!existsSync(place.path('alone'))) await place.run(...fit, ...also, 'alone.model', '--out', 'alone')
      const { code, stderr } = await over(ranks, ...fit, ...also, `${ranks}.model`, '--out', `over-${ranks}`)
      expect(stderr).toBe('')
      expect(code).toBe(0)
      expect(text(`over-${ranks}/labels.csv`)).toBe(text('alone/labels.csv'))
      for (const part of ['leaveOneOut', 'filled', 'scores', 'warnings'])
        expect(record(`over-${ranks}`)[part], part).toEqual(record('alone')[part])
      const assigned = async (model: string) =>
        (await place.run('assign', 'a.npy', 'b.npy', '--model', model, '--out', '-', '--quiet')).stdout
      expect(await assigned(`${ranks}.model`)).toBe(await assigned('alone.model'))
    },
  )

  it('chooses the number of clusters, and makes the model of the default method', async () => {
    const fit = ['fit', 'a.npy', 'b.npy', '-k', '2..5', '--threads', '1', '--write', 'none', '--quiet']
    await place.run(...fit, '--model', 'chosen-alone.model', '--out', 'chosen-alone')
    expect(await over(2, ...fit, '--model', 'chosen.model', '--out', 'chosen')).toMatchObject({ code: 0, stderr: '' })
    expect(record('chosen').choice).toEqual(record('chosen-alone').choice)
    expect(text('chosen/labels.csv')).toBe(text('chosen-alone/labels.csv'))
    expect(readFileSync(place.path('chosen.model'))).toEqual(readFileSync(place.path('chosen-alone.model')))
  })

  it.each([
    ['a folder', 'folder'],
    ['a manifest', 'views.json'],
  ])('reads %s in parts, samples joined by id', async (_, path) => {
    const out = path.replace('.json', '')
    await place.run('fit', path, ...quick, '--out', `${out}-alone`)
    expect(await over(3, 'fit', path, ...quick, '--out', `${out}-over`)).toMatchObject({ code: 0, stderr: '' })
    expect(text(`${out}-over/labels.csv`)).toBe(text(`${out}-alone/labels.csv`))
    expect(text(`${out}-over/labels.csv`)).toContain('s150')
    expect(record(`${out}-over`).warnings.join()).not.toContain('rank 0')
  })

  it('keeps samples that lack a view with --join outer', async () => {
    const fit = ['fit', 'folder/a.csv', 'some.csv', ...quick, '--join', 'outer']
    await place.run(...fit, '--out', 'outer-alone')
    expect(await over(2, ...fit, '--out', 'outer')).toMatchObject({ code: 0, stderr: '' })
    expect(text('outer/labels.csv')).toBe(text('outer-alone/labels.csv'))
    expect(record('outer').coverage).toEqual(record('outer-alone').coverage)
  })

  it('audits and compares on 2 and 3 ranks as in one process', async () => {
    const plain = (content: string) =>
      JSON.stringify(JSON.parse(content), (key, value) => (/seconds|bytes|memory/i.test(key) ? undefined : value))
    const audit = ['audit', 'a.npy', 'b.npy', '-k', '3', '-m', 'kmeans', '-n', '2', '-l', 'truth.csv', '--threads', '1']
    const compare = [
      'compare',
      'a.npy',
      'b.npy',
      '-k',
      '3',
      '-m',
      'kmeans',
      '-r',
      '2',
      '--threads',
      '1',
      '-f',
      'csv',
      '-q',
    ]
    const scores = (content: string) => content.split('\n').map((line) => line.split(',').slice(0, 20).join())
    const [audited, compared] = [await place.run(...audit, '--json'), await place.run(...compare)]
    expect(JSON.parse(audited.stdout).orders[0].accuracies[0]).toBeGreaterThan(0.5)
    for (const ranks of [2, 3]) {
      expect(plain((await over(ranks, ...audit, '--json')).stdout)).toBe(plain(audited.stdout))
      expect(scores((await over(ranks, ...compare)).stdout)).toEqual(scores(compared.stdout))
    }
  })

  it('names the sample by its place in the file when one rank finds a value that cannot be', async () => {
    const { code, stdout, stderr } = await over(2, 'fit', 'endless.csv', ...quick, '--out', 'none')
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
    expect(stderr).toMatch(/^manyview: rank 1: .*sample 120, feature 0 is Infinity/m)
    expect(existsSync(place.path('none'))).toBe(false)
  })

  it('names the row by its number in the file when the text ends in the middle of it', async () => {
    place.file('cut.csv', text('folder/a.csv').slice(0, -40))
    const alone = await place.run('fit', 'cut.csv', ...quick)
    const { code, stderr } = await over(3, 'fit', 'cut.csv', ...quick, '--out', 'none')
    expect(code).not.toBe(0)
    expect(stderr).toContain(alone.stderr.replace('manyview: ', 'manyview: rank 0: '))
    expect(stderr).toContain('row 151 has')
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
  })

  it('ends at once when a file is missing, or another, on one rank', async () => {
    place.file('longer.npy', new Uint8Array([...readFileSync(place.path('a.npy')), 0, 0, 0, 0]))
    mkdirSync(place.path('other'))
    place.file('other/a.npy', readFileSync(place.path('longer.npy')))
    const two = (first: string, second: string) =>
      over(
        1,
        'fit',
        first,
        ...quick,
        '--out',
        'none',
        ':',
        '-n',
        '1',
        process.execPath,
        command,
        'fit',
        second,
        ...quick,
        '--out',
        'none',
      )
    const missing = await two('a.npy', 'missing.npy')
    expect(missing.code).not.toBe(0)
    expect(missing.stderr.match(/manyview:/g)).toHaveLength(1)
    expect(missing.stderr).toContain('ranks: files is ["missing.npy"] on rank 1 but ["a.npy"] on rank 0')
    const other = await two('a.npy', 'longer.npy')
    expect(other.code).not.toBe(0)
    expect(other.stderr).toContain('ranks: files is ["longer.npy"] on rank 1 but ["a.npy"] on rank 0')
    expect(existsSync(place.path('none/labels.csv'))).toBe(false)
  })

  it.skipIf(!canMount)(
    'ends with one message when the disk of the results is full (skipped where nothing can be mounted)',
    async () => {
      mkdirSync(place.path('small'))
      const mount = `mount -t tmpfs -o size=4k tmpfs ${place.path('small')} && exec "$@"; exit 9`
      const mpirun = [
        'mpirun',
        '--allow-run-as-root',
        '--quiet',
        '--oversubscribe',
        '-n',
        '2',
        process.execPath,
        command,
      ]
      let stderr = ''
      try {
        const args = [
          '-m',
          'sh',
          '-c',
          `${mount}`,
          'sh',
          ...mpirun,
          'fit',
          'a.npy',
          'b.npy',
          ...quick,
          '--out',
          'small/out',
        ]
        execFileSync('unshare', args, { cwd: place.folder, stdio: 'pipe' })
      } catch (error) {
        stderr = String((error as { stderr: Buffer }).stderr)
      }
      expect(stderr.match(/manyview:/g)).toHaveLength(1)
      expect(stderr).toMatch(/manyview: rank 0: small\/out.*(full|space)/)
    },
  )
})
