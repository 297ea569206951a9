export { type ReportOptions, renderReport } from './render-report.ts'
export { reportMark } from './report-mark.ts'
export type { Previews, SamplePreview, Sheet } from './sample.ts'
