import type { Association } from '@manyview/core/metadata'
import { matrix } from '@manyview/core/numerics'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { storedExample } from '../../../manyview/test/stored-example.ts'
import type { StoredClustering } from '../../src/index.ts'
import { associationsCsv, clusterText } from '../../src/results/associations-csv.ts'
import { writeMembershipsCsv } from '../../src/results/labels-csv.ts'
import { treeFiles } from '../../src/results/tree-files.ts'
import { zipFiles } from '../../src/results/write-arrays.ts'

const stored = storedExample({ samples: 9, explained: false })
const withRecord = (change: object): StoredClustering => ({ ...stored, record: { ...stored.record, ...change } })

describe('treeFiles(stored)', () => {
  it('writes the tree as Newick: names of clusters, lengths as differences of height, support of inner nodes', () => {
    expect(treeFiles(stored)['tree.nwk']).toBe(
      "(('Cluster 0':0.333333,'Cluster 1':0.333333)0.5:0.333334,'Cluster 2':0.666667)0.5;\n",
    )
    const named = withRecord({ names: ['wine', "baker's yeast", 'a_b.c'] })
    expect(treeFiles(named)['tree.nwk']).toBe(
      "((wine:0.333333,'baker''s yeast':0.333333)0.5:0.333334,a_b.c:0.666667)0.5;\n",
    )
  })

  it('writes the tree as JSON: leaves first, the root last, and the numbers of clusters worth a look that it holds', () => {
    const choice = { candidates: [{ clusters: 3 }, { clusters: 40 }, { clusters: 2 }] }
    const tree = JSON.parse(treeFiles(withRecord({ names: ['x', 'y', 'z'], choice }))['tree.json'])
    expect(tree).toMatchObject({ clusters: 3, leaves: 3, best: [3, 2] })
    expect(tree.nodes[1]).toEqual({ id: 1, size: 3, height: 0, cluster: 1, name: 'y' })
    expect(tree.nodes[3]).toEqual({ id: 3, size: 6, height: 0.333333, children: [0, 1], support: 0.5 })
    expect(tree.nodes[4]).toMatchObject({ size: 9, children: [3, 2] })
    expect(tree.nodes).toHaveLength(5)
  })

  it('names a cluster of several leaves at the node that it is, and its leaves as parts', () => {
    // Clusters 0 and 1 are one.
    const labels = stored.labels.map((label) => (label === 2 ? 1 : 0))
    expect(treeFiles({ ...stored, labels })['tree.nwk']).toBe(
      "(('part 0':0.333333,'part 1':0.333333)'Cluster 0':0.333334,'Cluster 1':0.666667)0.5;\n",
    )
  })

  it('puts pairs of copies that share samples into one group', () => {
    const pair = (first: number, second: number, exact: boolean) => ({
      first,
      second,
      exact,
      differsIn: exact ? null : 'words',
    })
    const copies = withRecord({
      duplicates: [pair(4, 7, true), pair(1, 2, false), pair(7, 8, true), pair(0, 4, false)],
    })
    expect(treeFiles({ ...copies, ids: null })['duplicates.csv']).toBe(
      'group,first,second,kind,differs_in\n1,4,7,identical,\n2,1,2,near,words\n1,7,8,identical,\n1,0,4,near,words\n',
    )
    const ids = Array.from('abcdefghi')
    expect(treeFiles({ ...copies, ids })['duplicates.csv'].split('\n')[1]).toBe('1,e,h,identical,')
  })

  it('leaves out what is not known', () => {
    expect(treeFiles({ ...withRecord({ duplicates: [] }), tree: null })).toEqual({})
  })
})

describe('associationsCsv(stored)', () => {
  it('has a row per column of metadata, and what each cluster has of it', () => {
    const metadata = {
      sex: ['f', 'f', 'm', 'm', 'f', 'm', null, 'f', 'm'],
      age: [1, 2, 3, 4, 5, 6, null, 8, 9],
    }
    const { 'associations.csv': text } = associationsCsv(storedExample({ samples: 9, metadata }))
    const [head, ...rows] = text.trim().split('\n')
    expect(head).toBe(
      'column,kind,test,samples,statistic,degrees,p,q,effect,effect_name,counts_under_5,cluster 0,cluster 1,cluster 2',
    )
    const row = (name: string) => rows.find((line) => line.startsWith(`${name},`))!.split(',')
    expect(row('sex').slice(0, 4)).toEqual(['sex', 'category', expect.any(String), '8'])
    expect(row('sex').slice(9)).toEqual(["Cramér's V", '6', '1 f; 1 m', '3 f', '3 m'])
    expect(row('age').slice(-3)).toEqual(['2.5 (1.75 to 3.25)', '5 (3.5 to 6.5)', '6 (4.5 to 7.5)'])
  })

  it('is not written without metadata', () => {
    expect(associationsCsv(stored)).toEqual({})
  })
})

describe('clusterText(association, cluster)', () => {
  const text = (association: object, cluster = 0) => clusterText(association as Association, cluster)

  it('has events and the median time of a survival curve', () => {
    const curve = (samples: number, events: number, median: number | null) => ({ samples, events, median })
    const curves = [curve(12, 5, 40.123456789), curve(7, 1, null), curve(0, 0, null)]
    const survival = { kind: 'survival', curves }
    expect([0, 1, 2, 3].map((cluster) => text(survival, cluster))).toEqual([
      '5 of 12, median 40.1235',
      '1 of 7, median not reached',
      '',
      '',
    ])
  })

  it('has dates as dates, and nothing where a cluster has no value', () => {
    const clusters = [
      { median: 19727, lower: 19723, upper: 19730 },
      { median: null, lower: null, upper: null },
    ]
    const date = { kind: 'date', clusters }
    expect(text(date)).toBe('2024-01-05 (2024-01-01 to 2024-01-08)')
    expect([text(date, 1), text(date, 2)]).toEqual(['', ''])
  })

  it('has no text for categories of a cluster without any', () => {
    expect(text({ kind: 'category', levels: ['a'], counts: [[0]] })).toBe('')
    expect(text({ kind: 'category', levels: ['a'], counts: [] })).toBe('')
  })
})

describe('writeMembershipsCsv(ids, memberships)', () => {
  it('has a column per cluster', () => {
    expect(writeMembershipsCsv(['a', '=b'], matrix(2, 2, Float64Array.of(0.25, 0.75, 1, 0)))).toBe(
      "id,cluster_0,cluster_1\na,0.25,0.75\n'=b,1,0\n",
    )
  })
})

describe('zipFiles(files)', () => {
  it('packs texts and bytes, and gives the same bytes each time', () => {
    const files = { 'a.txt': 'grün', 'figures/b.bin': Uint8Array.of(1, 2, 255) }
    const packed = zipFiles(files)
    const unpacked = unzipSync(packed)
    expect(Object.keys(unpacked)).toEqual(['a.txt', 'figures/b.bin'])
    expect(new TextDecoder().decode(unpacked['a.txt'])).toBe('grün')
    expect(Array.from(unpacked['figures/b.bin'])).toEqual([1, 2, 255])
    expect(zipFiles(files)).toEqual(packed)
  })
})
