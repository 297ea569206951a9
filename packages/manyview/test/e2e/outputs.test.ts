import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const rows = Array.from({ length: 12 }, (_, i) => `s${i},${(i % 3) * 10 + i / 100},${(i % 3) * -5}`)
const csv = ['id,a,b', ...rows].join('\n')
const fit = (...flags: string[]) => place.run('fit', 'data.csv', '--clusters', '3', '--method', 'kmeans', ...flags)
beforeAll(() => writeFileSync(place.path('data.csv'), csv))

describe('what manyview writes', () => {
  it('never takes the place of what it reads', async () => {
    symlinkSync('data.csv', place.path('same.csv'))
    for (const flags of [
      ['--out', 'same.csv'],
      ['--model', './data.csv'],
    ]) {
      const { code, stderr } = await fit(...flags)
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('would replace the input') })
    }
    writeFileSync(place.path('labels.csv'), csv)
    const { code, stderr } = await place.run('fit', 'labels.csv', '--clusters', '3', '--out', '.')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('would replace the input') })
    expect(readFileSync(place.path('data.csv'), 'utf8')).toBe(csv)
    expect(readFileSync(place.path('labels.csv'), 'utf8')).toBe(csv)
  })

  it('never takes the place of labels, names, settings or models of pictures', async () => {
    place.file('truth.csv', 'label\n1\n')
    place.file('names.txt', 'a\nb\nc\n')
    place.file('mine.json', '{ "clusters": 3 }')
    mkdirSync(place.path('model'))
    place.file('model/model.onnx', 'not read before the check')
    for (const [kept, flags] of [
      ['truth.csv', ['--labels', 'truth.csv']],
      ['names.txt', ['--names', 'names.txt']],
      ['mine.json', ['--settings', 'mine.json']],
      ['model/model.onnx', ['--embed', 'model']],
    ] as [string, string[]][]) {
      const before = readFileSync(place.path(kept), 'utf8')
      for (const output of kept.endsWith('.csv') ? ['--out', '--model'] : ['--model']) {
        const { code, stderr } = await fit(...flags, output, kept)
        expect({ code, stderr }, kept).toEqual({ code: 1, stderr: expect.stringContaining('would replace the input') })
      }
      expect(readFileSync(place.path(kept), 'utf8')).toBe(before)
    }
  })

  it('of compare and audit never takes the place of what they read, and two outputs are two files', async () => {
    for (const [name, command] of [
      ['comparison.csv', 'compare'],
      ['audit.json', 'audit'],
    ]) {
      place.file(name, csv)
      const { code, stderr } = await place.run(command, 'data.csv', '-k', '3', '--labels', name, '--out', '.')
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('would replace the input') })
      expect(readFileSync(place.path(name), 'utf8')).toBe(csv)
    }
    for (const flags of [
      ['--out', 'one.csv', '--model', './one.csv'],
      ['--out', 'run', '--model', 'run/labels.csv'],
    ]) {
      const { code, stderr } = await fit(...flags)
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('would be written twice') })
    }
  })

  it('of cut is never a file that was clustered', async () => {
    await place.run('fit', 'data.csv', '--clusters', '3', '--out', 'whole', '--write', 'none')
    const { code, stderr } = await place.run('cut', 'whole', '--clusters', '2', '--out', './data.csv')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('would replace the input') })
    expect(readFileSync(place.path('data.csv'), 'utf8')).toBe(csv)
    expect((await place.run('cut', 'whole', '--clusters', '2', '--out', 'two.csv')).code).toBe(0)
  })

  it('of plot and report is never the record that they draw', async () => {
    await fit('--out', 'drawn', '--write', 'none')
    const record = readFileSync(place.path('drawn/clustering.json'), 'utf8')
    place.file('drawn/record.svg', record)
    for (const args of [
      ['plot', 'drawn/record.svg', '-o', './drawn/record.svg'],
      ['report', 'drawn/clustering.json', '--out', 'drawn/clustering.json'],
    ]) {
      const { code, stderr } = await place.run(...args)
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('would replace the input') })
    }
    for (const name of ['clustering.json', 'record.svg'])
      expect(readFileSync(place.path(`drawn/${name}`), 'utf8')).toBe(record)
  })

  it('is refused before the fit where it is a folder', async () => {
    const { code, stderr, stdout } = await fit('--model', '.')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('is a folder, give a file')
  })

  it.skipIf(process.platform === 'win32')('goes through links and into devices and pipes (needs mkfifo)', async () => {
    symlinkSync('/dev/null', place.path('nothing.csv'))
    expect((await fit('--out', 'nothing.csv')).code).toBe(0)
    expect(lstatSync(place.path('nothing.csv')).isSymbolicLink()).toBe(true)
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
    execFileSync('mkfifo', [place.path('pipe.csv')])
    const shell = `cat pipe.csv > copy.csv & "${process.execPath}" "${command}" fit data.csv --clusters 3 --method kmeans --out pipe.csv && wait`
    execFileSync('bash', ['-c', shell], { cwd: place.folder })
    expect(readFileSync(place.path('copy.csv'), 'utf8').split('\n').length).toBe(14)
    expect(lstatSync(place.path('pipe.csv')).isFIFO()).toBe(true)
  })

  it('is one run per folder, and the command says that an earlier one was replaced', async () => {
    const first = await fit('--out', 'results', '--write', 'report,npy')
    expect(first.stdout).not.toContain('earlier run')
    expect(existsSync(place.path('results/embedding.npy')) || existsSync(place.path('results/report.html'))).toBe(true)
    writeFileSync(place.path('results/mine.txt'), 'mine')
    const second = await fit('--out', 'results', '--write', 'none')
    expect(second.stdout).toContain('The results of an earlier run in results were replaced.')
    expect(readdirSync(place.path('results')).sort()).toEqual([
      'clustering.json',
      'labels.csv',
      'mine.txt',
      'tree.json',
      'tree.nwk',
    ])
  })
})
