import type { Coverage } from '@manyview/core'
import { counted, grouped, percent } from '@manyview/core/words'
import { printable } from '../screen/printable.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** Sets of views that are listed one by one. */
const mostPatterns = 8

/** Prints how many samples have each view, and which views they have together. */
export function printCoverage({ samples, views, patterns }: Coverage, screen: Screen): void {
  const { dim } = screen.colours
  const complete = patterns.find((pattern) => pattern.views.length === views.length)?.samples ?? 0
  const fact = (name: string, text: string) =>
    screen.line(`  ${dim(name.padEnd(10))}${wrap(printable(text), screen.width - 12, 12)}`)
  fact('coverage', `${grouped(complete)} of ${counted(samples, 'sample')} have all ${counted(views.length, 'view')}`)
  const share = (view: Coverage['views'][number]) =>
    `${view.name} ${grouped(view.samples)} (${percent(view.samples / samples)})`
  fact('', views.map(share).join(', '))
  const column = Math.max(...patterns.map((pattern) => grouped(pattern.samples).length))
  for (const pattern of patterns.slice(0, mostPatterns))
    fact('', `${grouped(pattern.samples).padStart(column)} have ${pattern.views.join(' + ')}`)
  if (patterns.length > mostPatterns)
    fact('', `${counted(patterns.length - mostPatterns, 'more combination')} of views, each with fewer samples`)
}
