import { encodeLabels } from '@manyview/core/metrics'
import type { ComparisonRow } from '../comparison.ts'
import type { RunAllOptions } from '../run-all.ts'
import { htmlPage } from '../tables/html-page.ts'
import { escapeHtml, htmlTable } from '../tables/html-table.ts'
import { markdownTable } from '../tables/markdown-table.ts'
import { withSampleFile } from '../with-sample-file.ts'
import { ablationSection } from './ablation-section.ts'
import { convergenceSection } from './convergence-section.ts'
import { dataSection } from './data-section.ts'
import type { ReadyDataset, ReproduceScale } from './experiment-plan.ts'
import { type FoundDataset, findDataSets, readFound } from './find-data-sets.ts'
import { mapSection } from './map-section.ts'
import { missingSection } from './missing-section.ts'
import { resultRows, resultsSection } from './results-section.ts'
import type { Section } from './section.ts'
import { sensitivitySection } from './sensitivity-section.ts'
import { generatedTimes, measuredTimes, type Times, timesOf, timesSection } from './times-section.ts'

/** The experiments of the paper; `missing` is ours, which the paper names as future work. */
export const reproduceParts = ['tables', 'times', 'sensitivity', 'convergence', 'tsne', 'ablation'] as const
export type ReproducePart = (typeof reproduceParts)[number] | 'missing'

export interface ReproduceOptions extends ReproduceScale {
  folder: string
  parts: readonly ReproducePart[]
  /** Names of data sets to leave all others out; all by default. */
  only?: readonly string[]
  run: RunAllOptions
  /** Called when a part begins. */
  onPart?: (part: string) => void
}

/** Data sets that the paper shows in the figures of a part; null: all. */
const shownIn: Partial<Record<ReproducePart, readonly string[]>> = {
  sensitivity: ['NGs', 'BBCSport', 'HW', 'NUSWIDEOBJ'],
  convergence: ['NGs', 'BBCSport', 'HW', 'NUSWIDEOBJ'],
  tsne: ['BBCSport', 'HW', 'Scene15', 'Animal'],
}

/** The paper's experiments on the data sets that are in a folder: the files of the report by name, `report.html` among them, and the sections in plain form. */
export async function reproduce(
  options: ReproduceOptions,
): Promise<{ files: Record<string, string>; sections: Section[] }> {
  const { parts, run, onPart } = options
  const isSelected = ({ published }: FoundDataset) =>
    !options.only || options.only.some((name) => name.toLowerCase() === published.name.toLowerCase())
  const dataSets = (await findDataSets(options.folder)).filter(isSelected)
  const sections: Section[] = [dataSection(dataSets)]
  const there = dataSets.filter(({ file }) => file !== null)
  await withAll(there, async (sets) => {
    const inFigures = (part: ReproducePart) =>
      sets.filter(({ published }) => shownIn[part]?.includes(published.name) ?? true)
    const compared = new Map<string, ComparisonRow[]>()
    if (parts.includes('tables')) {
      for (const set of sets) {
        onPart?.(`results on ${set.published.name}`)
        compared.set(set.published.name, await resultRows(set, options, run))
      }
      const all = sets.map(({ published }) => ({ published, rows: compared.get(published.name)! }))
      sections.push(resultsSection(all, options))
    }
    if (parts.includes('times')) {
      const times: Times[] = []
      for (const { published, file } of dataSets) {
        onPart?.(`times on ${published.name}`)
        const rows = compared.get(published.name)
        const set = sets.find((each) => each.published === published)
        if (rows) times.push(timesOf(published, rows))
        else if (file && set) times.push(await measuredTimes(set, options, run))
        else times.push(await generatedTimes(published, options, run))
      }
      sections.push(timesSection(times))
    }
    const figures: [ReproducePart, typeof sensitivitySection][] = [
      ['sensitivity', sensitivitySection],
      ['convergence', convergenceSection],
      ['tsne', mapSection],
      ['ablation', ablationSection],
      ['missing', missingSection],
    ]
    for (const [part, make] of figures)
      if (parts.includes(part)) {
        onPart?.(part === 'tsne' ? 'maps' : part === 'missing' ? 'missing views' : part)
        sections.push(await make(inFigures(part), options, run))
      }
  })
  return { files: filesOf(sections), sections }
}

/** Reads every set and keeps all of them ready for as long as `use` runs. */
async function withAll(found: readonly FoundDataset[], use: (sets: ReadyDataset[]) => Promise<void>): Promise<void> {
  const ready: ReadyDataset[] = []
  const next = async (index: number): Promise<void> => {
    if (index === found.length) return use(ready)
    const { published, file } = found[index]
    const { views, labels } = await readFound(file!)
    if (labels.length === 0) return next(index + 1)
    const truth = Array.from(encodeLabels(labels[0].values).codes)
    const named = Object.fromEntries(views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
    await withSampleFile(named, (data) => {
      ready.push({ published, data, truth })
      return next(index + 1)
    })
  }
  await next(0)
}

function filesOf(sections: readonly Section[]): Record<string, string> {
  const files: Record<string, string> = {
    'report.html': htmlPage('The DSTL paper, reproduced', sections.map(sectionHtml).join('\n')),
    'report.md': sections.map(sectionMarkdown).join('\n'),
  }
  for (const section of sections) {
    Object.assign(files, section.csv)
    for (const { file, paper } of section.figures) files[file] = paper
  }
  return files
}

function sectionHtml({ title, text, tables, figures }: Section): string {
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${escapeHtml(text)}</p>`,
    ...tables.map(({ table }) => htmlTable(table)),
    '<div class="figures">',
    ...figures.map(({ caption, page }) => `<figure>${page}<figcaption>${escapeHtml(caption)}</figcaption></figure>`),
    '</div>',
  ].join('\n')
}

function sectionMarkdown({ title, text, tables, figures }: Section): string {
  return [
    `## ${title}`,
    '',
    text,
    '',
    ...tables.map(({ table }) => markdownTable(table)),
    ...figures.map(({ file, caption }) => `![${caption}](${file})\n`),
  ].join('\n')
}
