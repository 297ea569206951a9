import { darkPage, lightPage } from '@manyview/drawing'
import { escapeHtml } from './html-table.ts'

const variables = (colours: Record<string, string>) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const style = `:root{color-scheme:light dark;${variables(lightPage)}}
@media(prefers-color-scheme:dark){:root{${variables(darkPage)}}}
body{font:15px/1.55 system-ui,sans-serif;background:var(--paper);color:var(--ink);max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem}h3{font-size:1rem}
table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums}.second{text-decoration:underline}
.note{color:var(--muted);max-width:60rem}.wide{overflow-x:auto}
.figures{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0 0 1rem}figcaption{contain:inline-size;color:var(--muted);font-size:.85rem}
.figures svg{max-width:100%;height:auto}`

/** A page of its own around `body` (HTML): no script, nothing loaded from elsewhere. */
export function htmlPage(title: string, body: string): string {
  const safe = escapeHtml(title)
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${safe}</title><style>${style}</style></head><body>`,
    `<h1>${safe}</h1>`,
    body,
    '</body></html>',
    '',
  ].join('\n')
}
