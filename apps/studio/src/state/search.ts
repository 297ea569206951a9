import { clusterName, type Run } from './run.ts'
import type { OpenData } from './session.ts'

/** Something that was found by what is typed. */
export type Found =
  | { kind: 'sample'; title: string; sample: number }
  | { kind: 'samples'; title: string; samples: readonly number[] }
  | { kind: 'cluster'; title: string; cluster: number }
  | { kind: 'feature'; title: string; view: string; feature: number }

/** Most results of each kind that are offered. */
const offered = 6

/** Searches ids, clusters, classes and metadata, and names of features for what is typed, whatever the case; `open` is the data of the run, where it is open. `inTexts` are samples whose text has it. O(samples + features). */
export function search(typed: string, run: Run, open: OpenData | null, inTexts: readonly number[]): Found[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return []
  const has = (text: string) => text.toLowerCase().includes(query)
  const { ids, labels, record } = run.stored
  const results: Found[] = []
  const samples: number[] = []
  for (let i = 0; i < labels.length; i++) if (has(ids?.[i] ?? `sample ${i}`)) samples.push(i)
  const exact = samples.findIndex((i) => (ids?.[i] ?? String(i)).toLowerCase() === query)
  if (exact > 0) samples.unshift(...samples.splice(exact, 1))
  if (samples.length > 1) results.push({ kind: 'samples', title: `all with “${typed.trim()}” in the id`, samples })
  if (inTexts.length > 0)
    results.push({ kind: 'samples', title: `all with “${typed.trim()}” in the text`, samples: inTexts })
  for (const sample of samples.slice(0, offered))
    results.push({ kind: 'sample', title: ids?.[sample] ?? `sample ${sample}`, sample })
  const clusters = record.sizes.map((_, cluster) => cluster).filter((cluster) => has(clusterName(run, cluster)))
  for (const cluster of clusters.slice(0, offered))
    results.push({ kind: 'cluster', title: clusterName(run, cluster), cluster })
  if (open) results.push(...inMetadata(has, open), ...inFeatures(has, run, open))
  return results
}

function inMetadata(has: (text: string) => boolean, { understood }: OpenData): Found[] {
  const results: Found[] = []
  for (const { name, classes, codes } of understood.labels)
    classes.forEach((level, code) => {
      if (results.length >= offered || !(has(level) || has(`${name} ${level}`))) return
      const samples: number[] = []
      codes.forEach((each, i) => {
        if (each === code) samples.push(i)
      })
      results.push({ kind: 'samples', title: `${name}: ${level}`, samples })
    })
  return results
}

function inFeatures(has: (text: string) => boolean, { stored }: Run, { understood }: OpenData): Found[] {
  const results: Found[] = []
  for (const { name: view } of stored.record.views)
    understood.featureNames[view]?.forEach((name, feature) => {
      if (results.length < offered && has(name))
        results.push({ kind: 'feature', title: `${view} · ${name}`, view, feature })
    })
  return results
}
