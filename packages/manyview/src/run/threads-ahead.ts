import { reserveThreads } from '@manyview/core/runtime'
import { runLimits } from '../flags/run-limits.ts'
import { bytesOf } from '../input/check-size.ts'

/** Less is read and fitted before threads would be of use. */
const LARGE = 2_000_000

/** Starts threads while large files are read; the same ones explain. */
export function threadsAhead(paths: readonly string[], threads?: number): void {
  if (bytesOf(paths) > LARGE) reserveThreads(runLimits({ threads }).threads - 1)
}
