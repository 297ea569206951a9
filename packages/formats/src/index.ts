export { type ByteSource, bytesSource } from './bytes/byte-source.ts'
export { crc32 } from './bytes/checksums.ts'
export { decodeNumbers, type NumberFormat, numberBytes } from './bytes/decode-numbers.ts'
export { inflateExactly } from './bytes/inflate.ts'
export { sha256 } from './bytes/sha256.ts'
export { circularWarnings, featureNames } from './dataset/circular-warnings.ts'
export type { DatasetView, ViewKind } from './dataset/findings.ts'
export { gatherFeatureSets } from './dataset/gather-feature-sets.ts'
export { type Inspection, inspectDataset, type ViewInspection } from './dataset/inspect-dataset.ts'
export type { LabelCandidate } from './dataset/join-labels.ts'
export { type Manifest, type ManifestView, parseManifest } from './dataset/manifest.ts'
export { type Dataset, readDataset } from './dataset/read-dataset.ts'
export { type LabelFile, readLabels } from './dataset/read-labels.ts'
export { type Metadata, readMetadata } from './dataset/read-metadata.ts'
export { matchViews, partOfDataset, readNewSamples } from './dataset/read-new-samples.ts'
export type { ReadOptions } from './dataset/read-options.ts'
export { allTexts, broadcastJson, gatherTexts } from './dataset/rows/exchange.ts'
export { placeRows } from './dataset/rows/place-rows.ts'
export type { BlockedReading, RowOptions } from './dataset/rows/read-part.ts'
export { type HeldView, isHeld, samplesInParts } from './dataset/rows/take-samples.ts'
export { isDataFile } from './readers/archive/data-files.ts'
export { readFeatureSets } from './readers/gmt/read.ts'
export { type NpyHeader, npyNumbers, readNpyHeader } from './readers/npy/read.ts'
export { associationsCsv, clusterText, effectNames } from './results/associations-csv.ts'
export {
  type DividedSample,
  dividedSamples,
  mapWords,
  pulledElsewhere,
  shareKept,
  strangestFirst,
  typicalFirst,
  verdict,
} from './results/clustering-words.ts'
export { explanationCsv } from './results/explanation-csv.ts'
export { featureSetsCsv } from './results/feature-sets-csv.ts'
export {
  clusterName,
  csvText,
  type LabelRows,
  nameBesideNumber,
  writeLabelsCsv,
  writeMembershipsCsv,
} from './results/labels-csv.ts'
export { describeModel, readModel, writeModel } from './results/model.ts'
export { packWhole, unpack } from './results/packed-array.ts'
export {
  type AssignmentRecord,
  type AssociationsRecord,
  type ClusteringRecord,
  type ColumnRecord,
  type ExplanationRecord,
  type FeatureRecord,
  type PackedArray,
  parseRecord,
  recordedFiles,
  recordParts,
  type TreeRecord,
  type ViewRecord,
} from './results/record.ts'
export {
  clusteringOf,
  type StoredClustering,
  type StoredExplanation,
  storedAssociations,
  storedClustering,
} from './results/stored-clustering.ts'
export { type TreeNode, treeFiles, treeNodes } from './results/tree-files.ts'
export { type ParquetColumn, writeNpy, writeParquet, zipFiles } from './results/write-arrays.ts'
export { clusteringRecord, featureName, type RunRecord, recordText } from './results/write-record.ts'
export {
  type BrokenThing,
  isDocumentName,
  isPictureName,
  type MadeViews,
  type PictureThings,
  type TextThings,
  type ThingColumn,
  type ThingReading,
  thingsAmong,
} from './things/thing-column.ts'
