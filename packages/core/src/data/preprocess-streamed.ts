import type { Kernels } from '../kernels/kernels.ts'
import { StreamedMatrix } from '../kernels/streamed-matrix.ts'
import type { BlockedMatrix } from '../linalg/blocked-matrix.ts'
import { matrix } from '../linalg/matrix.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import type { PreprocessedView } from './preprocess-view.ts'
import { RANK, scoredView } from './scored-view.ts'
import { keepRows, type Scratch, type ScratchMatrix } from './scratch.ts'
import { streamedRoots } from './streamed-roots.ts'
import { streamedWords } from './streamed-words.ts'

/**
 * `preprocessView` of a view (n×d) that is read in blocks, with the same bytes; `words` as `isWords` says of it. What the products need is kept in `scratch`, n×d doubles, where there is
 * one; else it is made anew from the view at every reading. Up to 400 features: five readings; beyond, some ten for each filling of the Krylov space, 4 at most.
 */
export function* preprocessStreamed(
  kernels: Kernels,
  view: BlockedMatrix,
  looksLikeWords: boolean,
  random: Random,
  scratch: Scratch | undefined,
  rank = RANK,
  wide = rank,
): Generator<Progress, PreprocessedView> {
  const mark = kernels.mark()
  const counted = view.columns >= FEW_DIMENSIONS && looksLikeWords
  const words = counted ? yield* streamedWords(view) : null
  const roots = words ? null : yield* streamedRoots(view)
  const present = words?.present ?? new Uint8Array(view.rows).fill(1)
  const made = words?.rows ?? roots?.x
  const nothing = matrix(view.rows, 0)
  if (!made) return { scores: nothing, wide: nothing, kind: 'constant', present, transform: null }
  const kept: ScratchMatrix | null = scratch ? yield* keepRows(scratch, made) : null
  try {
    const x: Operator = new StreamedMatrix(kernels, kept ?? made)
    const shifted = words ? shiftedOperator(x, words.shift, words.scales) : x
    const triplets = yield* randomisedSvd(kernels, shifted, Math.max(rank, wide), random, undefined, rank)
    return scoredView(view, triplets, rank, present, words, roots)
  } finally {
    kept?.remove()
    kernels.release(mark)
  }
}
