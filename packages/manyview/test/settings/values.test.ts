import { describe, expect, it } from 'vitest'
import * as value from '../../src/settings/values.ts'

const reads = <T>(kind: value.Value<T>, said: unknown) => value.readFlag('--flag', kind, said)

describe('values of settings', () => {
  it.each<[value.Value<unknown>, unknown, unknown]>([
    [value.clusters, '5', 5],
    [value.clusters, ' 12 ', 12],
    [value.clusters, 7, 7],
    [value.clusters, 'AUTO', 'auto'],
    [value.clusters, '2..40', { from: 2, to: 40 }],
    [value.clusters, '3 .. 3', { from: 3, to: 3 }],
    [value.outliers, 'auto', 'auto'],
    [value.outliers, '2%', 0.02],
    [value.outliers, 0.02, 0.02],
    [value.bytes, '8GB', 8e9],
    [value.bytes, 1000, 1000],
    [value.whole(), '-3', -3],
    [value.names, 'a, b', ['a', 'b']],
    [value.names, ['a,b'], ['a,b']],
    [value.paths, 'a,b', ['a,b']],
    [value.record('--kind a=b'), 'a=b=c', { a: 'b=c' }],
    [value.record('--kind a=b'), { a: 'b' }, { a: 'b' }],
    [value.categories, 'use=a, b', ['a', 'b']],
    [value.places, 'run', { folder: 'run' }],
    [value.places, 'run/Labels.CSV', { labels: 'run/Labels.CSV' }],
    [value.places, ['run', '-'], { folder: 'run', labels: '-' }],
    [value.writtenParts, 'report,npy', ['report', 'npy']],
    [value.writtenParts, ['npy'], ['npy']],
    [value.writtenParts, 'none', []],
    [value.checkpoint, 'state', { folder: 'state' }],
    [value.checkpoint, 'state,0', { folder: 'state', minutes: 0 }],
    [value.checkpoint, 'a,b', { folder: 'a,b' }],
    [value.choice('cpu', 'gpu', 'auto'), 'gpu', 'gpu'],
  ])('%# read %j', (kind, said, expected) => {
    expect(reads(kind, said)).toEqual(expected)
  })

  it.each(['', 'abc', '0', '-3', '2.5', '0..4', '5..3', '2..', '..4', '2...4', '2..x', '1e3', '99999999999999999999'])(
    'refuse "%s" as a number of clusters in one sentence',
    (said) => {
      expect(() => reads(value.clusters, said)).toThrow(
        `--flag: is ${value.display(said)}, give a whole number of at least 1, a range such as 2..40, or auto`,
      )
    },
  )

  it.each<[value.Value<unknown>, unknown, string]>([
    [value.choice('cpu', 'gpu', 'auto'), 'cuda', 'is "cuda", give cpu, gpu or auto'],
    [value.whole(1), '0', 'is 0, give a whole number of at least 1'],
    [value.whole(1), ' ', 'is empty, give a whole number of at least 1'],
    [value.bytes, 'much', 'is "much", give a number of bytes'],
    [value.outliers, '100%', 'is "100%", give auto or a share'],
    [value.record('--kind a=b'), '=b', 'is "=b", give name=value, for example --kind a=b'],
    [value.record('--kind a=b'), { a: 1 }, 'is an object, give name=value'],
    [value.names, [1], 'is a list, give names'],
    [value.clusters, JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`), 'is a list, give a whole number'],
    [value.categories, 'use=', 'is "use=", give use, use=COLUMN,… or ignore'],
    [value.places, ['a', 'b'], 'is a list, give one folder and one FILE.csv (or -) at most'],
    [value.writtenParts, 'none,npy', 'is "none,npy", give report, npy, parquet'],
    [value.writtenParts, '', 'is empty, give report, npy, parquet'],
    [value.checkpoint, '', 'is empty, give a folder'],
  ])('%# refuse %j', (kind, said, message) => {
    expect(() => reads(kind, said)).toThrow(`--flag: ${message}`)
  })

  it('of flags that are given again are put together, or the last one counts', () => {
    const again = <T>(kind: value.Value<T>, first: T, said: string) => value.readFlag('--flag', kind, said, first)
    expect(again(value.paths, ['a'], 'b')).toEqual(['a', 'b'])
    expect(again(value.record('--set a=1'), { a: '1' }, 'b=2')).toEqual({ a: '1', b: '2' })
    expect(again(value.places, { folder: 'run' }, '-')).toEqual({ folder: 'run', labels: '-' })
    expect(again(value.clusters, 3, '4')).toBe(4)
    expect(() => again(value.places, { folder: 'run' }, 'other')).toThrow('--flag: is "other", give one folder')
  })
})
