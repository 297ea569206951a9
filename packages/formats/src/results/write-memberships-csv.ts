import type { Matrix } from '@manyview/core'
import { csvText } from './csv-text.ts'

/** The text of memberships.csv: `id`, then a column `cluster_0`, `cluster_1`, … each with how far the sample belongs there. O(n·k). */
export function writeMembershipsCsv(ids: readonly string[], { columns, data }: Matrix): string {
  const head = ['id', ...Array.from({ length: columns }, (_, j) => `cluster_${j}`)]
  const rows = ids.map((id, i) => [id, ...data.subarray(i * columns, (i + 1) * columns)])
  return csvText([head, ...rows])
}
