import { coverage } from '@manyview/core'
import { presentSamples, type ShapedView } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { counted, grouped, plural } from '@manyview/core/words'
import { type Dataset, isHeld } from '@manyview/formats'
import { printable } from '../screen/printable.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import { printCoverage } from './print-coverage.ts'

/** Views that are listed one by one. */
const mostLines = 20

/** Prints what was read and what was guessed. */
export function printDataset(
  paths: readonly string[],
  dataset: Dataset<ShapedView>,
  truth: string | null,
  screen: Screen,
): void {
  const { bold, dim } = screen.colours
  const { samples, views, notes, labels, metadata } = dataset
  const files = bold(wrap(printable(paths.join(', ')), screen.width))
  const size = `${counted(samples, 'sample')}, ${counted(views.length, 'view')}`
  const fits = printable(paths.join(', ')).length + 2 + size.length <= screen.width
  screen.line(fits ? `${files}  ${size}` : `${files}\n  ${size}`)
  const column = Math.max(...views.map(({ name }) => printable(name).length)) + 2
  for (const { name, view, kind } of views.slice(0, mostLines))
    screen.line(
      `  ${printable(name).padEnd(column)}${grouped(view.features).padStart(7)} ${plural(view.features, 'feature ', 'features')}  ${dim(
        [kind, 'pointers' in view || 'readSparseRows' in view ? 'sparse' : '', isHeld(view) ? '' : 'in blocks']
          .filter((word) => word !== '')
          .join(', '),
      )}`.trimEnd(),
    )
  if (views.length > mostLines) screen.line(dim(`  … and ${views.length - mostLines} more`))
  const viewCoverage = coverage(
    views.map(({ name, view }) => ({ name, present: isHeld(view) ? presentSamples(view) : marksOf(view) })),
    samples,
    singleProcess,
  )
  if (viewCoverage) printCoverage(viewCoverage, screen)
  for (const note of notes) screen.line(`  ${dim(wrap(printable(note), screen.width - 2, 2))}`)
  if (metadata.length > 0) {
    const names = metadata.map(({ name }) => printable(name))
    const firstNames = names.slice(0, mostLines).join(', ') + (names.length > mostLines ? ', …' : '')
    screen.line(`  ${dim(wrap(`metadata, not clustered: ${firstNames}`, screen.width - 2, 2))}`)
  }
  if (truth === null && labels.length > 0)
    screen.line(`  ${dim(`--labels ${printable(labels[0].name)} prints scores against it`)}`)
}

/** Samples that lack a view by its marks alone, which are known without reading it. */
function marksOf({ present }: ShapedView): Uint8Array | null {
  return present ? Uint8Array.from(present, Number) : null
}
