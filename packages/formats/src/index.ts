export { type ByteSource, bytesSource } from './bytes/byte-source.ts'
export { crc32 } from './bytes/crc32.ts'
export { decodeNumbers, type NumberFormat, numberBytes } from './bytes/decode-numbers.ts'
export { inflateExactly } from './bytes/inflate.ts'
export { sha256 } from './bytes/sha256.ts'
export { circularWarnings } from './dataset/circular-warnings.ts'
export type { DatasetView } from './dataset/dataset-view.ts'
export { featureNames } from './dataset/feature-names.ts'
export type { ViewKind } from './dataset/findings.ts'
export { type Inspection, inspectDataset, type ViewInspection } from './dataset/inspect-dataset.ts'
export type { LabelCandidate } from './dataset/join/join-labels.ts'
export { type Manifest, type ManifestView, parseManifest } from './dataset/manifest.ts'
export { partOfDataset } from './dataset/part-of-dataset.ts'
export { type Dataset, readDataset } from './dataset/read-dataset.ts'
export { type LabelFile, readLabels } from './dataset/read-labels.ts'
export { type Metadata, readMetadata } from './dataset/read-metadata.ts'
export { readNewSamples } from './dataset/read-new-samples.ts'
export type { ReadOptions } from './dataset/read-options.ts'
export { allTexts, broadcastJson, gatherTexts } from './dataset/rows/gather-texts.ts'
export { type HeldView, isHeld } from './dataset/rows/held-view.ts'
export { placeRows } from './dataset/rows/place-rows.ts'
export type { BlockedReading, RowOptions } from './dataset/rows/read-part.ts'
export { samplesInParts } from './dataset/rows/take-samples.ts'
export { isDataFile } from './readers/archive/data-files.ts'
export { type NpyHeader, npyNumbers, readNpyHeader } from './readers/npy/read.ts'
export { associationsCsv, clusterText, effectNames } from './results/associations-csv.ts'
export { clusteringOf } from './results/clustering-of.ts'
export {
  type AssignmentRecord,
  type ClusteringRecord,
  clusteringRecord,
  type ExplanationRecord,
  type FeatureRecord,
  type RunRecord,
  recordText,
  type TreeRecord,
  type ViewRecord,
} from './results/clustering-record.ts'
export { csvText } from './results/csv-text.ts'
export { explanationCsv } from './results/explanation-csv.ts'
export { featureName } from './results/feature-name.ts'
export { mapWords } from './results/map-words.ts'
export { type AssociationsRecord, type ColumnRecord, storedAssociations } from './results/metadata-record.ts'
export { type PackedArray, packWhole, unpack } from './results/packed-array.ts'
export { parseRecord } from './results/parse-record.ts'
export { type DividedSample, dividedSamples, pulledElsewhere, shareKept } from './results/pull.ts'
export { readModel } from './results/read-model.ts'
export { type StoredClustering, type StoredExplanation, storedClustering } from './results/stored-clustering.ts'
export { treeFiles } from './results/tree-files.ts'
export { clusterName, type TreeNode, treeNodes } from './results/tree-nodes.ts'
export { typicalFirst } from './results/typical-first.ts'
export { verdict } from './results/verdict.ts'
export { type LabelRows, writeLabelsCsv } from './results/write-labels-csv.ts'
export { writeMembershipsCsv } from './results/write-memberships-csv.ts'
export { withRecipes, writeModel } from './results/write-model.ts'
export { writeNpy } from './results/write-npy.ts'
export { type ParquetColumn, writeParquet } from './results/write-parquet.ts'
export { zipFiles } from './results/zip-files.ts'
export type {
  BrokenThing,
  MadeViews,
  PictureThings,
  TextThings,
  ThingColumn,
  ThingReading,
} from './things/thing-column.ts'
export { isDocumentName, isPictureName, thingsAmong } from './things/thing-names.ts'
