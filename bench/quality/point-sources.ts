import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { dataFolder } from './benchmark-files.ts'
import type { DataSet, Source, Sources } from './data-set.ts'
import { oneView } from './drawn.ts'

/** The batteries of point sets. */
export const batteries = ['fcps', 'graves', 'sipu'] as const

/** The sets of a battery, for example `fcps/atom`; none where the folder is absent. */
export function setsOf(battery: string): string[] {
  const folder = `${dataFolder}/points/${battery}`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.data.gz'))
    .map((name) => `${battery}/${name.slice(0, -'.data.gz'.length)}`)
}

/** Every set with the number of clusters of each reference labelling (`fcps/atom k=2`), and with a number that the method chooses (`fcps/atom auto`). */
export const pointSources: Sources = Object.fromEntries(batteries.flatMap(setsOf).flatMap(sourcesOf))

/** Whether a name stands for a fit of a point set with the number of clusters of a reference. */
export function isPointFit(name: string): boolean {
  return name in pointSources && !pointSources[name].auto
}

/** The set that a name of `pointSources` belongs to. */
export function setOf(name: string): string {
  return name.split(' ')[0]
}

function sourcesOf(set: string): [string, Source][] {
  const labellings = readLabellings(set)
  const counts = [...new Set(labellings.map(countOf))]
  const samples = labellings[0].length
  const fixed = counts.map((count): [string, Source] => {
    const right = labellings.filter((labels) => countOf(labels) === count)
    return [`${set} k=${count}`, { samples, read: async () => readPoints(set, right, count) }]
  })
  const auto: Source = { samples, auto: true, read: async () => readPoints(set, labellings, 0) }
  return [...fixed, [`${set} auto`, auto]]
}

/** Reads the labellings of a set; samples that a labelling calls noise (0) are null. */
function readLabellings(set: string): (string | null)[][] {
  const labellings: (string | null)[][] = []
  for (let i = 0; existsSync(pathOf(set, `labels${i}`)); i++)
    labellings.push(linesOf(set, `labels${i}`).map((line) => (Number(line) === 0 ? null : line.trim())))
  return labellings
}

function readPoints(set: string, labellings: (string | null)[][], clusters: number): DataSet {
  const rows = linesOf(set, 'data').map((line) => line.trim().split(/\s+/).map(Number))
  return { input: oneView(rows), labellings, clusters }
}

function countOf(labels: readonly (string | null)[]): number {
  return new Set(labels.filter((label) => label !== null)).size
}

function linesOf(set: string, part: string): string[] {
  const text = gunzipSync(readFileSync(pathOf(set, part))).toString('utf8')
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

function pathOf(set: string, part: string): string {
  return `${dataFolder}/points/${set}.${part}.gz`
}
