export { type ByteSource, bytesSource } from './bytes/byte-source.ts'
export type { ViewKind } from './dataset/findings.ts'
export { type Dataset, type DatasetView, type LabelCandidate, type ReadOptions, readDataset } from './read-dataset.ts'
export { type LabelFile, readLabels } from './read-labels.ts'
