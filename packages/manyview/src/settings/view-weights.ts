import { InputError, type Method } from '@manyview/core'
import type { OptionValues } from '@manyview/core/methods'
import { validateOptions } from '@manyview/core/methods'
import type { ShapedView } from '@manyview/core/numerics'
import type { Dataset } from '@manyview/formats'

const option = 'viewWeights'
const takesWeights = (method: Method) => method.options.some(({ name }) => name === option)

/** Checks `--weight name=2` before anything is read; `set` are the options that --set gives. */
export function checkWeights(
  weights: Readonly<Record<string, string | number>>,
  method: Method,
  set: Readonly<Record<string, unknown>> = {},
): void {
  const fail = (message: string) => {
    throw new InputError(message, { code: 'bad-option', argument: '--weight' })
  }
  if (Object.keys(weights).length === 0) return
  if (!takesWeights(method)) fail(`method ${method.name} takes no weights, leave it out or choose another method`)
  if (option in set) fail(`cannot be used with --set ${option}, give one of them`)
  for (const [view, weight] of Object.entries(weights))
    if (String(weight).trim() === '' || !(Number.isFinite(Number(weight)) && Number(weight) >= 0))
      fail(`is "${weight}" for view "${view}", give a number of at least 0`)
}

/** The options with the weights of the views: those of --set as they are, else the manifest's with those of --weight over them; and a warning where the method takes none. */
export function weighViews(
  options: OptionValues,
  method: Method,
  dataset: Dataset<ShapedView>,
  weights: Readonly<Record<string, string | number>> = {},
): { options: OptionValues; warnings: string[] } {
  const names = dataset.views.map(({ name }) => name)
  const unknown = Object.keys(weights).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new InputError(`there is no view "${unknown}", the views are ${names.join(', ')}`, {
      code: 'bad-option',
      argument: '--weight',
    })
  if (!takesWeights(method)) return { options, warnings: unusedWeights(dataset, `method ${method.name} takes none`) }
  if (options[option] !== null) return { options, warnings: [] }
  const all = { ...manifestWeights(dataset), ...weights }
  if (Object.keys(all).length === 0) return { options, warnings: [] }
  return { options: validateOptions(method, { ...options, [option]: all }), warnings: [] }
}

/** A warning that the manifest's weights do not count, where it gives any. */
export function unusedWeights(dataset: Dataset<ShapedView>, reason: string): string[] {
  const hasWeights = Object.values(manifestWeights(dataset)).some((weight) => weight !== 1)
  return hasWeights ? [`the weights of the manifest are not used: ${reason}`] : []
}

function manifestWeights({ views }: Dataset<ShapedView>): Record<string, number> {
  return Object.fromEntries(views.flatMap(({ name, weight }) => (weight === undefined ? [] : [[name, weight]])))
}
