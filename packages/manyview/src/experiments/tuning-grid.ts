import type { Method } from '@manyview/core'
import type { OptionValues } from '@manyview/core/methods'

/** Settings of a method that a search goes through; the first is the published default, unless that depends on the data. */
export interface TuningGrid {
  settings: OptionValues[]
  /** `published`: the grid of the method's paper or of the paper that compares with it; `ours`: no published grid was to be had; `none`: nothing to tune. */
  source: 'published' | 'ours' | 'none'
}

/** The λ grid of DSTL's paper, for λ₁ and λ₂ alike. */
export const dstlLambdas: readonly number[] = [1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1, 5]

type Axes = Record<string, readonly number[]>

const published: Record<string, Axes> = {
  dstl: { lambda1: dstlLambdas, lambda2: dstlLambdas },
  'se-ftmc': { anchorsPerCluster: [1, 2, 3, 4, 5, 6, 7, 8], alpha: [1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1, 5] },
}

/** Thinned to a dozen settings or so: around what their authors' programs use. */
const ours: Record<string, Axes> = {
  fdagf: { alpha: [1, 100, 1e3, 1e4], lambda: [10, 1e3, 1e5] },
  fsmsc: { tau: [1e-3, 0.1, 10], lambda1: [0.1, 10, 500], lambda2: [0.1, 10] },
  udbgl: { alpha: [1e-5, 1e-3, 0.1, 10], beta: [1e-5, 1e-3, 0.1] },
  't-svd-msc': { lambda: [5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.2, 0.5, 1, 10] },
  etlmsc: { lambda: [1e-4, 1e-3, 2e-3, 4e-3, 5.5e-3, 1e-2, 2e-2, 4e-2, 0.1, 0.5] },
  tbgl: { alpha: [1e-3, 0.025, 0.5], p: [0.5, 0.9] },
  ascr: { alpha: [1, 2, 4, 8, 16, 32, 64, 128] },
  ltbpl: { alpha: [1e-2, 0.1, 1], beta: [5, 50] },
}

/**
 * The settings that tuning tries for a method, each complete with `fixed` (what the user has set, which is never tuned).
 * Every combination of the method's axes, the default before all others.
 */
export function tuningGrid(method: Method, fixed: OptionValues = {}): TuningGrid {
  const axes = published[method.name] ?? ours[method.name] ?? {}
  const free = Object.entries(axes).filter(([name]) => !(name in fixed))
  if (free.length === 0) return { settings: [{ ...fixed }], source: 'none' }
  const standard = Object.fromEntries(method.options.map((option) => [option.name, option.default]))
  const isDefault = (settings: OptionValues) => free.every(([name]) => settings[name] === standard[name])
  const all = free.reduce<OptionValues[]>(
    (list, [name, values]) => list.flatMap((settings) => values.map((value) => ({ ...settings, [name]: value }))),
    [{ ...fixed }],
  )
  const first = { ...fixed, ...Object.fromEntries(free.map(([name]) => [name, standard[name]])) }
  const settled = free.every(([name]) => standard[name] !== null)
  return {
    settings: settled ? [first, ...all.filter((settings) => !isDefault(settings))] : all,
    source: method.name in published ? 'published' : 'ours',
  }
}
