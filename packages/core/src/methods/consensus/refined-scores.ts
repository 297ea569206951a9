import { comparableRows, comparableRowsInto, FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns } from '../../data/scale.ts'
import type { Device } from '../../device/device.ts'
import type { WeighedGroups } from '../../device/device-refinement.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { discriminantCoordinates, FOLDS } from './discriminant-coordinates.ts'
import { addUp, foldTurns, massOf, meansOf, type Sums } from './discriminants.ts'

/**
 * The scores of a view (n×r) beside coordinates that tell the groups apart, learnt from `wide` scores of it, made comparable. On a device where there are many samples, none of them lacks the view, and both are the same
 * scores. Ranks have their own samples each. O(n·r·(r + k)).
 */
export function* refinedScores(
  kernels: Kernels,
  own: Matrix,
  wide: Matrix,
  speaking: Uint8Array,
  groups: WeighedGroups,
  communicator: Communicator,
): Generator<Progress, Matrix> {
  const { device } = kernels
  const isMany = device && own.rows > device.many && wide === own && own.columns >= FEW_DIMENSIONS
  if (isMany && !speaking.includes(0)) return yield* onDevice(kernels, device, own, groups)
  const both = concatenateColumns([own, discriminantCoordinates(kernels, wide, speaking, groups, communicator)])
  // Where lengths say something they stay.
  return own.columns < FEW_DIMENSIONS ? both : comparableRowsInto(both)
}

function* onDevice(kernels: Kernels, device: Device, own: Matrix, groups: WeighedGroups): Generator<Progress, Matrix> {
  const sums = yield* device.foldSums(own, groups, FOLDS)
  const mass = masses(groups)
  const parts = sums.map((some, fold): Sums => ({ ...some, mass: mass[fold] }))
  const whole = addUp(parts, -1)
  const share = own.rows / massOf(whole)
  const spread = share * share * (yield* device.spreadWithin(own, groups, meansOf(whole)))
  const turns = foldTurns(kernels, parts, own.rows, spread)
  return turns ? yield* device.besideTurned(own, groups, turns) : comparableRows(own)
}

/** Σ w by cluster, of each fold. */
function masses({ labels, clusters, weights, folds }: WeighedGroups): Float64Array[] {
  const mass = Array.from({ length: FOLDS }, () => new Float64Array(clusters))
  for (let i = 0; i < labels.length; i++) mass[folds[i]][labels[i]] += weights[i]
  return mass
}
