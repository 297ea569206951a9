/** What only some fits need, and what pages load when such a fit starts: one file, since every further one would split what all fits need into more parts, which pack less well. */
export { fillingWarnings, fillPrepared } from './data/fill-missing.ts'
export { fitWithoutOutliers } from './fit-without-outliers.ts'
export { withOddities } from './methods/with-oddities.ts'
export { chooseClusters } from './select/choose-clusters.ts'
