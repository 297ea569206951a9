import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** A blank line and the paths that were written; where there are none, how to keep the labels. */
export function printWritten(paths: readonly string[], screen: Screen): void {
  screen.line()
  if (paths.length === 0) screen.line('  Nothing was written; --out FOLDER keeps the labels.')
  else screen.line(`  written  ${wrap(paths.join(', '), screen.width - 11, 11)}`)
}
