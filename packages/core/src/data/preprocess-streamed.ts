import { evenlySpaced } from '../explain/evenly-spaced.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { StreamedMatrix } from '../kernels/streamed-matrix.ts'
import type { BlockedMatrix } from '../linalg/blocked-matrix.ts'
import { matrix } from '../linalg/matrix.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { streamedCentred } from './centred-columns.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import { isScores, SEEN_FOR_SCORES } from './is-scores.ts'
import type { PreprocessedView, Preprocessing } from './preprocess-view.ts'
import { rowsAt } from './rows-at.ts'
import { RANK, type Readied, scoredView } from './scored-view.ts'
import { keepRows, type Scratch, type ScratchMatrix } from './scratch.ts'
import { streamedRoots } from './streamed-roots.ts'
import { streamedWords } from './streamed-words.ts'
import type { ViewKind } from './view-kind.ts'

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
  { rank = RANK, wide = rank, kind }: Omit<Preprocessing, 'communicator'> = {},
): Generator<Progress, PreprocessedView> {
  const mark = kernels.mark()
  const wanted = kind ?? streamedKind(view, looksLikeWords)
  const words = wanted === 'words' ? yield* streamedWords(view) : null
  const present = words?.present ?? new Uint8Array(view.rows).fill(1)
  const ready = words ? { x: words.rows, made: { kind: 'words', ...words } as const } : yield* readied(view, wanted)
  const nothing = matrix(view.rows, 0)
  if (!ready) return { scores: nothing, wide: nothing, kind: 'constant', present, transform: null }
  const kept: ScratchMatrix | null = scratch ? yield* keepRows(scratch, ready.x) : null
  try {
    const x: Operator = new StreamedMatrix(kernels, kept ?? ready.x)
    const shifted = words ? shiftedOperator(x, words.shift, words.scales) : x
    const triplets = yield* randomisedSvd(kernels, shifted, Math.max(rank, wide), random, undefined, rank)
    return scoredView(view, triplets, rank, present, ready.made)
  } finally {
    kept?.remove()
    kernels.release(mark)
  }
}

/** `viewKind` of a view that is read in blocks. */
function streamedKind(view: BlockedMatrix, looksLikeWords: boolean): ViewKind {
  if (view.columns >= FEW_DIMENSIONS && looksLikeWords) return 'words'
  const some = rowsAt(view, evenlySpaced(view.rows, SEEN_FOR_SCORES))
  const seen = matrix(some.rows, some.columns)
  some.readRows(0, some.rows, seen.data)
  return isScores(seen) ? 'scores' : 'measurements'
}

function* readied(
  view: BlockedMatrix,
  kind: ViewKind,
): Generator<Progress, { x: BlockedMatrix; made: Readied } | null> {
  if (kind === 'scores') {
    const { x, mean } = yield* streamedCentred(view)
    return { x, made: { kind, mean } }
  }
  const roots = yield* streamedRoots(view)
  return roots && { x: roots.x, made: { kind: 'measurements', ...roots } }
}
