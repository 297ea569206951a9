// `@manyview/core/metrics`: partitions compared with classes and with each other, and what the order of the samples is worth to a method.

// Partitions

export { bestAssignment } from './best-assignment.ts'
export { encodeLabels } from './contingency.ts'
export {
  accuracy,
  adjustedRandIndex,
  type Normalisation,
  normalisedMutualInformation,
  pairwiseFscore,
  purity,
} from './scores.ts'

// Order of the samples

export { type AuditFit, auditPlan, type OrderedFits, orderedFits, orderVerdict } from './order-audit.ts'
