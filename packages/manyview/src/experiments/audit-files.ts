import { onPaper, theme } from '@manyview/drawing'
import { canvas } from '../figures/canvas.ts'
import { toPng } from '../figures/to-png.ts'
import type { Audit } from './audit.ts'
import { auditTable } from './audit-table.ts'
import { auditFigure } from './figures/audit-figure.ts'
import { markdownTable } from './tables/markdown-table.ts'

/** What the files of an audit are called. */
export const auditNames = ['audit.md', 'audit.json', 'audit.svg', 'audit.png'] as const

/** What an audit leaves behind, by file name: table, numbers (with `facts` about the run) and figure. */
export async function auditFiles(
  audit: Audit,
  title: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<Record<(typeof auditNames)[number], string | Uint8Array>> {
  const colours = theme(false, 1)
  const svg = onPaper(await auditFigure(audit, title, canvas(colours, 640)), colours)
  return {
    'audit.md': markdownTable(auditTable(audit, title)),
    'audit.json': `${JSON.stringify({ ...facts, ...audit }, null, 2)}\n`,
    'audit.svg': svg,
    'audit.png': await toPng(svg),
  }
}
