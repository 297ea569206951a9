import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { allMethods } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second, labels } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.csv', csv(second))
const wide = blobs(60, 3, 5)
place.file('c.csv', csv(wide.first))
const tiny = (rows: number[][]) => csv(rows.map((row) => row.map((value) => value * 1e-17)))
place.file('tiny.csv', tiny(first))
place.file('other tiny.csv', tiny(second))
place.file('gaps.csv', csv(second.map((row, i) => (i % 3 === 0 ? row.map(() => '') : row))))
place.file('truth.txt', csv(labels.map((label) => [`class ${label}`])))
const data = ['a.csv', 'b.csv', '-k', '3']
const scored = [...data, '--labels', 'truth.txt']
/** Times and memory differ from run to run. */
const withoutTimes = (text: string) => text.replace(/ [\d.]+ \| [\d.]+ MB \|$/gm, '')

describe('manyview compare', () => {
  it('prints every method as stored and shuffled, with scores, seconds and memory of the process', async () => {
    const { code, stdout, stderr } = await place.run(
      'compare',
      ...scored,
      '-m',
      'kmeans,dstl:lambda1=1:lambda2=5',
      '-r',
      '2',
      '-f',
      'markdown',
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\| kmeans \| stored \| \*\*100\.0 \(0\.0\)\*\* .*\| [\d.]+ \| [\d.]+ MB \|/)
    expect(stdout).toMatch(/\| kmeans \| shuffled \|/)
    expect(stdout).toMatch(/\| dstl lambda1=1 lambda2=5 \| stored ▲ ▼ \|/)
    expect(stdout).toMatch(/\| dstl lambda1=1 lambda2=5 \| shuffled ▲ ▼ \|/)
  })

  it('prints a table for people, and agreement instead of scores without labels', async () => {
    const { code, stdout } = await place.run('compare', ...data, '-m', 'kmeans', '-r', '2')
    expect(code).toBe(0)
    expect(stdout).toMatch(/60 samples, 2 views/)
    expect(stdout).toMatch(/agreement ARI/)
    expect(stdout).toMatch(/kmeans {2}stored +100\.0/)
    expect(stdout).not.toContain('ACC')
  })

  it('writes every format, and what labels chose is marked in each', async () => {
    const { code } = await place.run(
      'compare',
      ...scored,
      '-m',
      'etlmsc',
      '-r',
      '1',
      '--tune',
      'labels',
      '-q',
      '--out',
      'tuned',
    )
    expect(code).toBe(0)
    const read = (name: string) => readFileSync(place.path(`tuned/${name}`), 'utf8')
    for (const name of ['comparison.md', 'comparison.tex', 'comparison.html']) expect(read(name)).toContain('ORACLE')
    expect(read('comparison.csv')).toContain('oracle (true labels)')
    expect(read('comparison.html')).toMatch(/^<!doctype html>/)
  })

  it('goes on after it was killed, and gives the table that an undisturbed run gives', async () => {
    const args = [...scored, '-m', 'kmeans,dstl', '-r', '3', '-f', 'markdown', '--threads', '2']
    const whole = await place.run('compare', ...args, '--out', 'whole')
    const { child, ended } = place.start(['compare', ...args, '--out', 'cut'])
    const kept = () => (existsSync(place.path('cut/runs')) ? readdirSync(place.path('cut/runs')).length : 0)
    while (kept() < 3) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGKILL')
    await ended
    const before = kept()
    expect(before).toBeLessThan(12)
    const resumed = await place.run('compare', ...args, '--out', 'cut', '--resume')
    expect(resumed.code).toBe(0)
    expect(withoutTimes(resumed.stdout)).toBe(withoutTimes(whole.stdout))
    expect(readdirSync(place.path('cut/runs')).filter((name) => name.endsWith('.json')).length).toBe(12)
  })

  it('stops on Ctrl-C with status 130 and says what was kept', async () => {
    const { child, ended } = place.start(['compare', ...scored, '-m', 'consensus', '-r', '200', '--out', 'stopped'])
    while (!existsSync(place.path('stopped/runs'))) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toContain('interrupted, finished runs are kept in stopped/runs, --resume continues with them')
  })

  it('runs every method by default, on three views', async () => {
    const { code, stdout, stderr } = await place.run(
      ...['compare', 'a.csv', 'b.csv', 'c.csv', '-k', '3', '-r', '1', '-f', 'csv', '-q'],
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const rows = stdout.trim().split('\n').slice(1)
    const begun = allMethods.flatMap(({ name }) => [`a+b+c,${name},stored,none,,1,`, `a+b+c,${name},shuffled,none,,1,`])
    expect(rows.map((row) => begun.find((text) => row.startsWith(text)))).toEqual(begun)
    // The last column is the problem.
    for (const row of rows) expect(row).toMatch(/,$/)
  })

  it('prints all rows when a method fails, then says which, why and how to repeat it, with status 1', async () => {
    const asked = ['tiny.csv', 'other tiny.csv', '-k', '3', '-m', 'dstl,kmeans', '-r', '1', '-f', 'markdown']
    const { code, stdout, stderr } = await place.run('compare', ...asked, '--out', 'failed')
    expect(code).toBe(1)
    expect(stdout).toContain('| dstl | stored ▲ | failed | – |')
    expect(stdout).toMatch(/Missing: dstl, stored: failed: view tiny: its largest value is .*, too small/)
    expect(stdout).toMatch(/\| kmeans \| shuffled \| – /)
    expect(stderr).toMatch(/^manyview: failed: dstl \(view tiny: .*\); to repeat it alone: manyview compare .*\n$/)
    const repeat = stderr.trim().split('alone: ')[1]
    expect(repeat).toBe(
      "manyview compare tiny.csv 'other tiny.csv' --clusters 3 --methods dstl --repetitions 1 --format markdown",
    )
    expect(readFileSync(place.path('failed/comparison.csv'), 'utf8')).toMatch(/dstl,stored,.*failed: view tiny/)
  })

  it('never shows what only a programmer understands without saying that it is unexpected', async () => {
    const broken = place.file('broken.cjs', 'if (process.send) Float64Array.prototype.fill = undefined')
    const { ended } = place.start(['compare', ...data, '-m', 'kmeans', '-r', '1', '-f', 'markdown'], {
      environment: { NODE_OPTIONS: `--require "${place.path(broken)}"` },
    })
    const { code, stdout, stderr } = await ended
    expect(code).toBe(1)
    expect(stdout).toMatch(/kmeans, stored: failed: unexpected problem: .* \(MANYVIEW_DEBUG=1 shows where\)/)
    expect(stderr).toMatch(/^manyview: failed: kmeans \(unexpected problem: [^\n]*\n$/)
  })

  it('leaves out methods that cannot do with missing views, and says so; named ones have a row and status 1', async () => {
    const asked = ['compare', 'a.csv', 'gaps.csv', '-k', '3', '-r', '1', '-f', 'markdown', '-q']
    const all = await place.run(...asked)
    expect([all.code, all.stderr]).toEqual([0, ''])
    const rows = ['consensus', 'dstl', 'ascr'].map((name) => `| ${name} | stored`)
    expect(all.stdout.match(/^\| \w+ \| stored/gm)).toEqual(rows)
    expect(all.stdout).toMatch(
      /\nLeft out: kmeans, .*; they need every view of every sample, and 20 of 60 samples lack/,
    )
    const named = await place.run(...asked, '-m', 'kmeans,consensus')
    expect(named.code).toBe(1)
    expect(named.stdout).toContain('| kmeans | stored | needs all views | – |')
    expect(named.stdout).toMatch(/\| consensus \| shuffled \| – /)
    expect(named.stderr).toMatch(
      /^manyview: failed: kmeans \(method: "kmeans" needs every view of every sample[^\n]*\n$/,
    )
  })

  it('calls a method that needs more than the limit out of memory, and goes on with the others', async () => {
    const { code, stdout, stderr } = await place.run(
      'compare',
      ...scored,
      '-m',
      'tbgl,kmeans',
      '-r',
      '1',
      '--memory',
      '1kB',
      '-f',
      'markdown',
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^manyview: failed: tbgl \(out of memory, needs .*; to repeat it alone: .* --memory 1000\n/)
    expect(stdout).toMatch(/\| tbgl \| stored ▲ \| OM \|/)
    expect(stdout).toMatch(/tbgl, stored: out of memory/)
    expect(stdout).toMatch(/\| kmeans \| stored \| \*\*100\.0\*\* /)
  })

  it('calls a run past the time limit not run, with an estimate', async () => {
    const slow = 'kmeans:restarts=10000:maxIterations=100000'
    const { first: many } = blobs(2000, 5, 30)
    place.file('long.csv', csv(many))
    const { code, stdout } = await place.run(
      'compare',
      'long.csv',
      '-k',
      '20',
      '-m',
      slow,
      '-r',
      '1',
      '--time-limit',
      '0.02',
      '-f',
      'markdown',
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/stored: not run: over [\d.]+ m?s, by the pace of its iterations up to \d/)
  })

  it.each([
    [['compare', 'a.csv', '-k', '3', '-m', 'kmean'], 'did you mean "kmeans"?'],
    [['compare', 'a.csv', '-k', '3', '-m', 'dstl:lamda1=1'], 'did you mean "lambda1"?'],
    [['compare', 'a.csv', '-k', '3', '--tune', 'labels'], '--tune: is labels but no labels are given, add --labels'],
    [['compare', 'a.csv', '-k', '3', '--format', 'pdf'], '--format: is "pdf", give terminal, markdown'],
    [['compare', 'a.csv', '-k', '3', '--resume'], '--resume: needs --out'],
    [['compare', 'a.csv', '-k', '3', '--memory', 'much'], '--memory: is "much", give a number of bytes'],
    [['compare', 'a.csv', '-k', '3', '--out', 'a.csv'], 'a.csv: is a file, give a folder'],
    [['compare', 'a.csv', '-k', '61'], '--clusters: is 61 but there are only 60 samples'],
    [['compare', 'a.csv'], '--clusters: is missing'],
    [['compare', '-k', '3'], 'file: no file is given, for example: manyview compare'],
    [['compare', 'a.csv', '-k', '3', '-m', 'dstl:lambda1'], '--methods: has "dstl:lambda1", write dstl:option=value'],
    [['audit', 'a.csv', '-k', '3', '-m', 'dstl:lambda1'], '--method: has "dstl:lambda1", write dstl:option=value'],
    [['audit', 'a.csv', '-k', '3', '-m', 'dstl,snf', '--set', 'x=1'], '--set: is for one method, but there are 2'],
    [['audit', 'a.csv', '-k', '3', '--permutations', '0'], '--permutations: is 0, give a whole number of at least 1'],
    [['reproduce', '--data', 'nowhere'], 'nowhere: there is no such file or folder'],
    [['reproduce', '--only', 'table'], '--only: has "table", did you mean "tables"?'],
    [['reproduce', '--missing', '--only', 'tables'], '--missing: takes the place of the parts, leave out --only'],
    [['reproduce', '--sets', 'NG'], '--sets: has "NG", did you mean "NGs"?'],
  ])('refuses %j in one line', async (args, message) => {
    const { code, stderr } = await place.run(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n').length).toBe(1)
  })
})

describe('manyview audit', () => {
  it('prints spread, dots and verdict, and writes table, numbers and figure', async () => {
    const { code, stdout } = await place.run('audit', ...scored, '-m', 'kmeans', '-n', '3', '--out', 'audit')
    expect(code).toBe(0)
    expect(stdout).toMatch(/as stored +3 +100\.0/)
    expect(stdout).toMatch(/within classes +3 +100\.0/)
    expect(stdout).toMatch(/shuffled {8}·+●/)
    expect(stdout).toMatch(/stored order of the file is worth nothing/)
    expect(readdirSync(place.path('audit')).sort()).toEqual([
      'audit.json',
      'audit.md',
      'audit.png',
      'audit.svg',
      'runs',
    ])
  })

  it('prints one object with --json, and agreement without labels', async () => {
    const { stdout } = await place.run('audit', ...data, '-m', 'kmeans', '-n', '2', '--json')
    const found = JSON.parse(stdout)
    expect(found.orders.map(({ order }: { order: string }) => order)).toEqual(['stored', 'blocks', 'shuffled'])
    expect(found.verdict).toContain('matters no more than the seed')
  })

  it('audits several methods at once, and says how to repeat the one that fails alone', async () => {
    const asked = ['tiny.csv', 'other tiny.csv', '-k', '3', '-m', 'dstl,kmeans', '-n', '1']
    const { code, stdout, stderr } = await place.run('audit', ...asked, '--out', 'several')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}dstl ▲ +failed/m)
    expect(stdout).toMatch(/^ {2}dstl: No verdict: failed: view tiny/m)
    expect(stdout).toMatch(/^ {2}kmeans: No verdict: at least two permutations/m)
    expect(stderr).toContain('alone: manyview audit tiny.csv ')
    expect(stderr).toContain(' --method dstl --permutations 1\n')
    const { audits } = JSON.parse(readFileSync(place.path('several/audit.json'), 'utf8'))
    expect(audits.map(({ name }: { name: string }) => name)).toEqual(['dstl', 'kmeans'])
  })

  it('audits all methods that can do with missing views, and names those it leaves out', async () => {
    const { code, stdout } = await place.run('audit', 'a.csv', 'gaps.csv', '-k', '3', '-m', 'all', '-n', '2')
    expect(code).toBe(0)
    const table = stdout.slice(stdout.indexOf('agreement with'))
    expect(table.match(/^ {2}\w+(?= +(▲ +)?\d)/gm)).toEqual(['  consensus', '  dstl', '  ascr'])
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/Left out: kmeans, .*; they need every view of every sample/)
  })

  it('runs the default method on three views', async () => {
    const { code, stdout, stderr } = await place.run(
      'audit',
      'a.csv',
      'b.csv',
      'c.csv',
      '-k',
      '3',
      '-n',
      '1',
      '--json',
      '-q',
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).orders).toMatchObject([
      { order: 'stored', problem: null, fits: 1 },
      { order: 'blocks', problem: null, fits: 1 },
      { order: 'shuffled', problem: null, fits: 1 },
    ])
  })

  it('says that fits failed in the table and the object, why and how to repeat them on stderr, with status 1', async () => {
    const asked = ['audit', 'tiny.csv', '-k', '3', '-m', 'dstl', '-n', '1']
    const { code, stdout, stderr } = await place.run(...asked)
    expect(code).toBe(1)
    expect(stdout).toMatch(/as stored +0 +failed/)
    expect(stderr).toMatch(/^manyview: failed: dstl \(view tiny: [^\n]*\n$/)
    expect(stderr).toContain('alone: manyview audit tiny.csv --clusters 3 --method dstl --permutations 1\n')
    const object = await place.run(...asked, '--json')
    expect(object.code).toBe(1)
    expect(JSON.parse(object.stdout).orders[0].problem).toMatch(/^failed: view tiny: its largest value/)
  })

  it('refuses a method that cannot do with missing views, in one line', async () => {
    const { code, stdout, stderr } = await place.run('audit', 'a.csv', 'gaps.csv', '-k', '3', '-m', 'kmeans')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^manyview: method: "kmeans" needs every view of every sample but 20 of 60 [^\n]*\n$/)
  })
})
