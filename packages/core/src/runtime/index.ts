// `@manyview/core/runtime`: what a fit is computed with: kernels, threads, processes, room on disk, checkpoints and a graphics card.

// Kernels and threads

export { type Block, Kernels } from './kernels/kernels.ts'
export type { Precision } from './kernels/precision.ts'
export { nodeModule } from './threads/host.ts'
export { reserveThreads } from './threads/reserve-threads.ts'

// Work that reports and can be stopped

export { complete, drive, type PaceOptions } from './drive.ts'
export { TimeLeft } from './time-left.ts'

// Processes that share a fit

export type { Message, Ranks } from './ranks/ranks.ts'
export { type RowRange, rowRange } from './ranks/row-range.ts'
export { type Share, share, shares } from './ranks/share.ts'
export { singleProcess } from './ranks/single-process.ts'

// What is kept on disk

export type { Checkpoints, SavedFit } from './checkpoints.ts'
export type { Scratch, ScratchMatrix } from './scratch.ts'

// What a graphics card takes over

export type {
  ChosenRows,
  ClosePair,
  DeviceEmbedding,
  DeviceFit,
  DeviceRows,
  EmbedOptions,
  Grouping,
  GroupingRun,
  ListedPoints,
  Partition,
  PlacedCentres,
} from './device/device.ts'
export type { FoldSums, FoldTurn, WeighedGroups } from './device/device-refinement.ts'
export type { ColumnStatistics, DeviceMeasurements, FoldedFeatures } from './device/device-views.ts'
