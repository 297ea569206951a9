export { isDataFile } from './archive/data-files.ts'
export { type ByteSource, bytesSource } from './bytes/byte-source.ts'
export { crc32 } from './bytes/crc32.ts'
export { decodeNumbers, type NumberFormat, numberBytes } from './bytes/decode-numbers.ts'
export { inflateExactly } from './bytes/inflate.ts'
export { sha256 } from './bytes/sha256.ts'
export { circularWarnings } from './circular-warnings.ts'
export type { DatasetView } from './dataset/dataset-view.ts'
export { featureNames } from './dataset/feature-names.ts'
export type { ViewKind } from './dataset/findings.ts'
export { partOfDataset } from './dataset/part-of-dataset.ts'
export { type Inspection, inspectDataset, type ViewInspection } from './inspect-dataset.ts'
export type { LabelCandidate } from './join/join-labels.ts'
export { type Manifest, type ManifestView, parseManifest } from './manifest/manifest.ts'
export { readModel } from './model/read-model.ts'
export { withRecipes, writeModel } from './model/write-model.ts'
export { type NpyHeader, npyNumbers, readNpyHeader } from './npy/read-npy.ts'
export type { BlockedReading, RowOptions } from './parts/read-part.ts'
export { allTexts, broadcastJson, gatherTexts } from './ranks/gather-texts.ts'
export { type Dataset, readDataset } from './read-dataset.ts'
export { type LabelFile, readLabels } from './read-labels.ts'
export { type Metadata, readMetadata } from './read-metadata.ts'
export { readNewSamples } from './read-new-samples.ts'
export type { ReadOptions } from './read-options.ts'
export { clusteringOf } from './record/clustering-of.ts'
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
} from './record/clustering-record.ts'
export { featureName } from './record/feature-name.ts'
export { mapWords } from './record/map-words.ts'
export { type AssociationsRecord, type ColumnRecord, storedAssociations } from './record/metadata-record.ts'
export { type PackedArray, packWhole, unpack } from './record/packed-array.ts'
export { parseRecord } from './record/parse-record.ts'
export { type DividedSample, dividedSamples, pulledElsewhere, shareKept } from './record/pull.ts'
export { type StoredClustering, type StoredExplanation, storedClustering } from './record/stored-clustering.ts'
export { clusterName, type TreeNode, treeNodes } from './record/tree-nodes.ts'
export { typicalFirst } from './record/typical-first.ts'
export { verdict } from './record/verdict.ts'
export { type HeldView, isHeld } from './rows/held-view.ts'
export { placeRows } from './rows/place-rows.ts'
export { samplesInParts } from './rows/take-samples.ts'
export type {
  BrokenThing,
  MadeViews,
  PictureThings,
  TextThings,
  ThingColumn,
  ThingReading,
} from './things/thing-column.ts'
export { isDocumentName, isPictureName, thingsAmong } from './things/thing-names.ts'
export { associationsCsv, clusterText, effectNames } from './write/associations-csv.ts'
export { csvText } from './write/csv-text.ts'
export { explanationCsv } from './write/explanation-csv.ts'
export { treeFiles } from './write/tree-files.ts'
export { type LabelRows, writeLabelsCsv } from './write/write-labels-csv.ts'
export { writeMembershipsCsv } from './write/write-memberships-csv.ts'
export { writeNpy } from './write/write-npy.ts'
export { type ParquetColumn, writeParquet } from './write/write-parquet.ts'
export { zipFiles } from './write/zip-files.ts'
