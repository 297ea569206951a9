import { dotFigure } from '@manyview/drawing'
import { bothThemes } from '../figures/both-themes.ts'
import type { RunAllOptions } from '../run-all.ts'
import { dstlFits, lambdaGrid, type ReadyDataset, type ReproduceScale } from './experiment-plan.ts'
import type { Section } from './section.ts'

/** t-SNE of Y for DSTL-S and DSTL, coloured by the true classes, in both orders. */
export async function mapSection(
  sets: readonly ReadyDataset[],
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Section> {
  const section: Section = {
    title: 't-SNE of the consensus',
    text: 'Y in the plane, one dot a sample in the colour of its true class, for DSTL-S (without the sparse part) and DSTL, with the λ that score best for DSTL (ORACLE: chosen with the labels). Exact t-SNE of up to 5,000 samples (perplexity 30, 1,000 steps, from the principal components); larger sets get a neighbour-graph layout in the manner of UMAP.',
    tables: [],
    figures: [],
    csv: {},
  }
  for (const set of sets)
    for (const order of ['stored', 'shuffled'] as const) {
      const { chosen } = await lambdaGrid(set, order, scale, options)
      const variants = ['S', 'full'] as const
      const fits = await dstlFits(
        set,
        order,
        variants.map((variant) => ({ ...chosen, variant })),
        options,
        ['t-SNE'],
      )
      for (const { settings, map, scores } of fits) {
        if (!map) continue
        const name = settings.variant === 'S' ? 'DSTL-S' : 'DSTL'
        const caption = `${set.published.name}, ${order}, ${name}: accuracy ${(100 * (scores?.acc ?? 0)).toFixed(1)}`
        const figure = await bothThemes(async (canvas) => dotFigure(map, set.truth, [], caption, canvas), 250)
        section.figures.push({ file: `map-${set.published.name}-${order}-${name}.svg`, caption, ...figure })
      }
    }
  return section
}
