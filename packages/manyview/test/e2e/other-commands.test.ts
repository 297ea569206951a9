import { existsSync, readFileSync } from 'node:fs'
import { allMethods } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { workplace } from './workplace.ts'

const place = workplace()

describe('manyview demo', () => {
  it('clusters the digits, scores them and writes the results', async () => {
    const { code, stdout } = await place.run('demo', '--out', 'results')
    expect(code).toBe(0)
    expect(stdout).toMatch(/2,000 handwritten digits/)
    expect(stdout).toMatch(/ACC 0\.\d{4}/)
    expect(stdout).toContain('results/labels.csv')
    expect(readFileSync(place.path('results/labels.csv'), 'utf8').trim().split('\n').length).toBe(2001)
    expect(existsSync(place.path('results/clustering.json'))).toBe(true)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('prints one object with --json', async () => {
    const { stdout } = await place.run('demo', '--json', '--method', 'kmeans')
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ samples: 2000, clusters: 10 })
    expect(result.views.length).toBeGreaterThanOrEqual(4)
    // Far above chance (0.1), far below what labels in the fit would give.
    expect(result.scores.acc).toBeGreaterThan(0.3)
    expect(result.scores.acc).toBeLessThan(0.999)
  })
})

describe('manyview score', () => {
  place.file('truth.txt', 'a\na\nb\nb\n')
  place.file('swapped.txt', '1\n1\n0\n0\n')
  place.file('by-id.csv', 'id,label\n3,x\n2,x\n1,y\n0,y\n')
  place.file('three.txt', '1\n1\n0\n')
  place.file('names.csv', 'id,label\nw,1\nx,1\ny,0\nz,0\n')

  it('does not mind what the labels are called', async () => {
    const { code, stdout } = await place.run('score', 'truth.txt', 'swapped.txt', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ samples: 4, acc: 1, nmi: 1, purity: 1, ari: 1, fscore: 1 })
    expect(code).toBe(0)
  })

  it('joins by id where a file has ids', async () => {
    expect(JSON.parse((await place.run('score', 'truth.txt', 'by-id.csv', '--json')).stdout).acc).toBe(1)
    expect(JSON.parse((await place.run('score', 'by-id.csv', 'truth.txt', '--json')).stdout).acc).toBe(1)
  })

  it('prints the scores for people', async () => {
    expect((await place.run('score', 'truth.txt', 'swapped.txt')).stdout).toMatch(/^4 samples\n {2}ACC 1\.0000/)
  })

  it('refuses labels of other samples', async () => {
    const short = await place.run('score', 'truth.txt', 'three.txt')
    expect(short).toMatchObject({ code: 1, stdout: '' })
    expect(short.stderr).toMatch(/three\.txt: has 3 labels but truth\.txt has 4/)
    const named = await place.run('score', 'truth.txt', 'names.csv')
    expect(named.stderr).toMatch(/truth\.txt: has no label for 4 of 4 samples \(the first is "w"\)/)
  })
})

describe('manyview methods', () => {
  it('lists every method', async () => {
    const { stdout } = await place.run('methods')
    for (const { name } of allMethods) expect(stdout).toContain(name)
    const json = JSON.parse((await place.run('methods', '--json')).stdout)
    expect(json.methods.map((method: { name: string }) => method.name)).toEqual(allMethods.map(({ name }) => name))
  })

  it('shows the options of one method', async () => {
    const { stdout } = await place.run('methods', 'kmeans')
    expect(stdout).toMatch(/restarts\s.*\s.*default 10\b/)
  })
})

describe('manyview --help', () => {
  it('shows every command, and each command shows examples', async () => {
    const { code, stdout } = await place.run('--help')
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}(\w+) .*$/gm)].map(([, name]) => name).filter((name) => name !== 'help')
    expect(commands).toEqual(expect.arrayContaining(['demo', 'fit', 'score', 'methods']))
    for (const name of ['demo', 'fit', 'inspect', 'score', 'methods', 'completion']) {
      const help = (await place.run(name, '--help')).stdout
      expect(help, name).toContain('Examples:')
      expect(help, name).toContain(`$ manyview ${name}`)
      for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80 + 20)
    }
  })

  it('is what the bare command shows, and --version gives the version', async () => {
    expect((await place.run()).stdout).toBe((await place.run('--help')).stdout)
    expect((await place.run('--version')).stdout).toMatch(
      /^\d+\.\d+\.\d+ \(commit \S+, kernels \w{8}, Node \d+\.\d+\.\d+\)\n$/,
    )
  })
})
