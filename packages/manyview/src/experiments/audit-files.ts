import { onPaper, theme } from '@manyview/drawing'
import { canvas } from '../figures/canvas.ts'
import { toPng } from '../figures/to-png.ts'
import type { NamedAudit } from './audit.ts'
import { auditFigure } from './figures/audit-figure.ts'
import { markdownTable } from './tables/markdown-table.ts'
import type { Table } from './tables/table.ts'

/** What the files of an audit are called. */
export const auditNames = ['audit.md', 'audit.json', 'audit.svg', 'audit.png'] as const

/** What an audit leaves behind, by file name: table, numbers (with `facts` about the run) and figure. */
export async function auditFiles(
  audits: readonly NamedAudit[],
  table: Table,
  title: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<Record<(typeof auditNames)[number], string | Uint8Array>> {
  const colours = theme(false, 1)
  const svg = onPaper(await auditFigure(audits, title, canvas(colours, 640)), colours)
  return {
    'audit.md': markdownTable(table),
    'audit.json': `${JSON.stringify(auditRecord(audits, facts), null, 2)}\n`,
    'audit.svg': svg,
    'audit.png': await toPng(svg),
  }
}

/** The audit of one method with the facts beside it; of several methods a list of them. */
export function auditRecord<Facts extends object>(
  audits: readonly NamedAudit[],
  facts: Facts,
): Facts & ({ audits: readonly NamedAudit[] } | Omit<NamedAudit, 'name'>) {
  if (audits.length > 1) return { ...facts, audits }
  const { name: _, ...audit } = audits[0]
  return { ...facts, ...audit }
}
