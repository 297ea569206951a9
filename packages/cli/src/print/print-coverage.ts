import type { Coverage } from '@manyview/core'
import { printable } from '../screen/printable.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** Sets of views that are listed one by one. */
const mostPatterns = 8

/** Prints how many samples have each view, and which views they have together. */
export function printCoverage({ samples, views, patterns }: Coverage, screen: Screen): void {
  const { dim } = screen.colours
  const number = (value: number) => value.toLocaleString('en-US')
  const complete = patterns.find((pattern) => pattern.views.length === views.length)?.samples ?? 0
  const fact = (name: string, text: string) =>
    screen.line(`  ${dim(name.padEnd(10))}${wrap(printable(text), screen.width - 12, 12)}`)
  fact('coverage', `${number(complete)} of ${number(samples)} samples have all ${views.length} views`)
  const share = (view: Coverage['views'][number]) =>
    `${view.name} ${number(view.samples)} (${Math.round((100 * view.samples) / samples)} %)`
  fact('', views.map(share).join(', '))
  const column = Math.max(...patterns.map((pattern) => number(pattern.samples).length))
  for (const pattern of patterns.slice(0, mostPatterns))
    fact('', `${number(pattern.samples).padStart(column)} have ${pattern.views.join(' + ')}`)
  if (patterns.length > mostPatterns)
    fact('', `${number(patterns.length - mostPatterns)} more combinations of views, each with fewer samples`)
}
