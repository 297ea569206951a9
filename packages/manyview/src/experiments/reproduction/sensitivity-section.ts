import type { OptionValues } from '@manyview/core/methods'
import { matrixFigure } from '@manyview/drawing'
import { csvText } from '@manyview/formats'
import { bothThemes } from '../figures/both-themes.ts'
import type { FitOutcome } from '../job.ts'
import type { RunAllOptions } from '../run-all.ts'
import {
  dstlFits,
  gridWords,
  lambdaAxes,
  lambdaGrid,
  type ReadyDataset,
  type ReproduceScale,
} from './experiment-plan.ts'
import type { Section } from './section.ts'

const orders = ['stored', 'shuffled'] as const
type Axis = { option: string; title: string; values: readonly number[] }

/** Accuracy over λ₁×λ₂ and over λ₃×k, in both orders, for each data set. The paper does not name its values of λ₃ and k; these are ours. */
export async function sensitivitySection(
  sets: readonly ReadyDataset[],
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Section> {
  const section: Section = {
    title: 'Sensitivity to the settings',
    text: `Accuracy of DSTL in percent over λ₁ and λ₂ in ${gridWords(scale.quick)} (λ₃ = 1e-4, k = number of clusters), then over λ₃ and the latent dimension k with the λ₁ and λ₂ that score best (ORACLE: chosen with the labels). The paper shows the first order only.`,
    tables: [],
    figures: [],
    csv: {},
  }
  const { lambda1, lambda2 } = lambdaAxes(scale.quick)
  const first: Axis[] = [
    { option: 'lambda1', title: 'λ₁', values: lambda1 },
    { option: 'lambda2', title: 'λ₂', values: lambda2 },
  ]
  for (const set of sets) {
    const { name, clusters } = set.published
    const second: Axis[] = [
      { option: 'lambda3', title: 'λ₃', values: scale.quick ? [1e-4, 1e-1] : [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1] },
      { option: 'latentDimension', title: 'k', values: latentDimensions(clusters, scale.quick) },
    ]
    for (const order of orders) {
      const { outcomes, chosen } = await lambdaGrid(set, order, scale, options)
      const others = second[0].values.flatMap((lambda3) =>
        second[1].values.map((latentDimension): OptionValues => ({ ...chosen, lambda3, latentDimension })),
      )
      const further = await dstlFits(set, order, others, options)
      await addSurface(section, `lambda12-${name}-${order}`, `${name}, ${order}`, first, outcomes)
      await addSurface(section, `lambda3k-${name}-${order}`, `${name}, ${order}`, second, further)
    }
  }
  return section
}

function latentDimensions(clusters: number, quick: boolean): number[] {
  const all = quick
    ? [clusters, 2 * clusters]
    : [Math.ceil(clusters / 2), clusters, 2 * clusters, 3 * clusters, 4 * clusters]
  return [...new Set(all)]
}

async function addSurface(
  section: Section,
  file: string,
  where: string,
  [down, across]: readonly Axis[],
  outcomes: readonly FitOutcome[],
): Promise<void> {
  const value = (row: number, column: number) =>
    outcomes.find(
      ({ settings }) => settings[down.option] === down.values[row] && settings[across.option] === across.values[column],
    )?.scores?.acc
  const caption = `${where}: accuracy over ${down.title} and ${across.title}`
  const figure = await bothThemes((canvas) =>
    matrixFigure(
      {
        title: caption,
        rows: down.values.map(String),
        columns: across.values.map(String),
        rowTitle: down.title,
        columnTitle: across.title,
        shade: (row, column) => value(row, column) ?? 0,
        text: (row, column) => {
          const accuracy = value(row, column)
          return accuracy === undefined ? '–' : (100 * accuracy).toFixed(0)
        },
      },
      canvas,
    ),
  )
  section.figures.push({ file: `${file}.svg`, caption, ...figure })
  section.csv[`${file}.csv`] = csvText([
    [down.option, across.option, 'acc', 'nmi', 'iterations', 'seconds'],
    ...outcomes.map(({ settings, scores, iterations, seconds }) => [
      settings[down.option] as number,
      settings[across.option] as number,
      scores?.acc ?? '',
      scores?.nmi ?? '',
      iterations,
      seconds,
    ]),
  ])
}
