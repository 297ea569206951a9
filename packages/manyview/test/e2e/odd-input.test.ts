import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const { first, second } = blobs(60, 3, 6)
const [a, b] = [place.file('__proto__.npy', npy(first)), place.file('constructor.npy', npy(second))]
const c = place.file('toString.npy', npy(second.map((row) => row.slice(1))))

describe('views with the names of what every object has', () => {
  it('are no trouble as columns of metadata either', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${i % 2},${i % 3},${i}`)
    const metadata = place.file('about.csv', ['__proto__,constructor,age', ...rows].join('\n'))
    const fit = [
      'fit',
      a,
      b,
      '-k',
      '3',
      '--method',
      'kmeans',
      '--metadata',
      metadata,
      '--write',
      'none',
      '--out',
      'told',
    ]
    expect(await place.run(...fit, '-q')).toMatchObject({ code: 0, stderr: '' })
    const told = readFileSync(place.path('told/associations.csv'), 'utf8').trim().split('\n').slice(1)
    expect(told.map((line) => line.split(',')[0]).sort()).toEqual(['__proto__', 'age', 'constructor'])
  })

  it('are clustered, weighed, explained, modelled and drawn', async () => {
    const weights = ['--weight', '__proto__=2', '--weight', 'constructor=0.5']
    const fit = ['fit', a, b, c, '-k', '3', ...weights, '--leave-one-out', '--model', 'odd.model', '--out', 'odd']
    expect(await place.run(...fit, '-q')).toMatchObject({ code: 0, stderr: '' })
    const record = JSON.parse(readFileSync(place.path('odd/clustering.json'), 'utf8'))
    expect(record.views.map(({ name }: { name: string }) => name)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(Object.entries(record.options.viewWeights)).toEqual([
      ['__proto__', 2],
      ['constructor', 0.5],
    ])
    expect(record.leaveOneOut).toHaveLength(3)
    expect(await place.run('assign', 'odd.model', a, b, c, '-q', '--out', 'again.csv')).toMatchObject({
      code: 0,
    })
    const report = await place.run('report', 'odd/clustering.json', '--out', 'again.html', '-q')
    expect(report).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(place.path('again.html'), 'utf8')).toContain('toString')
  })

  it('are refused where there are none', async () => {
    const { code, stderr } = await place.run('fit', a, '-k', '3', '--weight', 'toString=2')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'manyview: --weight: there is no view "toString", the views are __proto__\n',
    })
    const { stderr: set } = await place.run('fit', a, '-k', '3', '--set', 'constructor=2')
    expect(set).toMatch(/^manyview: --set: method consensus has no option "constructor"/)
  })
})

describe('paths that lead nowhere', () => {
  it.each([
    ['fit', 'round', '-k', '2'],
    ['inspect', 'round'],
    ['score', 'round', 'round'],
    ['report', 'round'],
    ['cut', 'round', '-k', '2'],
    ['plot', 'round', '--out', 'a.svg'],
    ['fit', a, '-k', '2', '--settings', 'round'],
  ])('because links go in a circle are named: %s %s', async (...words) => {
    symlinkSync('about', place.path('round'), 'file')
    symlinkSync('round', place.path('about'), 'file')
    try {
      const { code, stderr } = await place.run(...words)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'manyview: round: too many symbolic links, check the path\n',
      })
    } finally {
      execFileSync('rm', [place.path('round'), place.path('about')])
    }
  })

  it.each(['pipe', '/dev/zero'])('or never end are refused: %s', async (path) => {
    execFileSync('rm', ['-f', place.path('pipe')])
    execFileSync('mkfifo', [place.path('pipe')])
    const commands = [
      ['fit', a, '-k', '2', '--settings', path],
      ['report', path],
      ['plot', path, '--out', 'a.svg'],
      ['score', path, path],
      ['fit', path, '-k', '2'],
      ['fit', a, '-k', '2', '--labels', path],
    ]
    for (const words of commands) {
      const { code, stderr } = await place.run(...words)
      expect({ words, code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/: is not a file, give/) })
    }
  })

  it('because views.json names no views are named', async () => {
    execFileSync('mkdir', ['-p', place.path('empty')])
    writeFileSync(place.path('empty/views.json'), '{"labels": 3, "views": {}}')
    const { code, stderr } = await place.run('fit', 'empty', '-k', '2')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'manyview: empty/views.json: holds no views, give at least one\n',
    })
  })
})

it('a name with control characters is drawn as SVG and PNG', async () => {
  const names = first[0].map((_, j) => `x\u0001\u001b[31m\ufffe${j}`)
  place.file('steer.csv', [names, ...first].map((row) => row.join(',')).join('\n'))
  expect(await place.run('fit', 'steer.csv', '-k', '3', '--out', 'steer', '-q')).toMatchObject({ code: 0 })
  for (const out of ['steer.svg', 'steer.png']) {
    const drawn = await place.run('plot', 'steer/clustering.json', '--figure', 'features', '--out', out)
    expect(drawn).toMatchObject({ code: 0, stderr: '' })
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(readFileSync(place.path('steer.svg'), 'utf8')).not.toMatch(/[\u0001\u001b\ufffe]/)
})
