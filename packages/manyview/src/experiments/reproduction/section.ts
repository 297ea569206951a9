import type { Table } from '../tables/table.ts'

/** A part of the report: what it shows, its tables, and its figures as SVG (in the page's colours, and on paper for a file). */
export interface Section {
  title: string
  /** In plain words what the paper shows there and what is shown here. */
  text: string
  tables: { file: string; table: Table }[]
  figures: { file: string; caption: string; page: string; paper: string }[]
  /** Further files, by name. */
  csv: Record<string, string>
}
