import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import type { WrittenClustering } from '../writing/write-clustering.ts'
import { printWarnings } from './print-clustering.ts'

/** A blank line and the paths that were written; where there are none, how to keep the labels. */
export function printWritten(paths: readonly string[], screen: Screen): void {
  screen.line()
  if (paths.length === 0) screen.line('  No file was written; --out FOLDER saves the labels.')
  else screen.line(`  written  ${wrap(paths.join(', '), screen.width - 11, 11)}`)
}

/** Says on a terminal, on stderr, that the labels can be used while they are explained. */
export function printLabelsAreThere(path: string, screen: Screen): void {
  if (screen.live) screen.err(`\n  ${screen.colours.dim(`The labels are in ${path}. The report follows.`)}\n`)
}

/** Says that results of an earlier run stood in the folder, and which files of it were left because they had changed. */
export function printEarlier(
  folder: string,
  { replaced, left }: Pick<WrittenClustering, 'replaced' | 'left'>,
  screen: Screen,
): void {
  if (replaced) screen.line(`  ${screen.colours.dim(`The results of an earlier run in ${folder} were replaced.`)}`)
  if (left.length > 0)
    printWarnings(
      [
        `${left.join(', ')} in ${folder} changed since an earlier run wrote it and was left; it does not belong to this run`,
      ],
      screen,
    )
}
