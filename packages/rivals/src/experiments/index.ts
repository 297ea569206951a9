export { type Audit, type AuditedOrder, type AuditPlan, auditOrder, verdictOf } from './audit.ts'
export { auditFiles, auditNames } from './audit-files.ts'
export { auditTable } from './audit-table.ts'
export {
  type ComparisonPlan,
  type ComparisonRow,
  type Contestant,
  compareMethods,
  type Tuning,
} from './comparison.ts'
export { comparisonCsv } from './comparison-csv.ts'
export { type ComparisonFacts, comparisonTable, tuningSentence } from './comparison-table.ts'
export type { DataRequest, FitOutcome, Job, JobResult, Keep, SampleOrder } from './job.ts'
export { compareByLabels, labelWorthCsv, labelWorthTable } from './label-worth.ts'
export { type PublishedDataset, type PublishedMethod, publishedResults } from './reproduction/published-results.ts'
export { type ReproduceOptions, type ReproducePart, reproduce, reproduceParts } from './reproduction/reproduce.ts'
export type { Section } from './reproduction/section.ts'
export { type Planned, type RunAllOptions, runAll } from './run-all.ts'
export { runInChild } from './run-in-child.ts'
export { runJob } from './run-job.ts'
export { RunStore } from './run-store.ts'
export { readSampleFile, writeSampleFile } from './sample-file.ts'
export { type Agreement, agreement, type Spread, spread } from './spread.ts'
export { htmlPage } from './tables/html-page.ts'
export { htmlTable } from './tables/html-table.ts'
export { latexTable } from './tables/latex-table.ts'
export { markdownTable } from './tables/markdown-table.ts'
export type { Cell, Table } from './tables/table.ts'
export { type TextStyle, textTable } from './tables/text-table.ts'
export { withSampleFile } from './with-sample-file.ts'
