import type { Cell, Table } from './table.ts'

const special: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '×': '$\\times$',
  '–': '--',
  '…': '\\dots{}',
  λ: '$\\lambda$',
  '₁': '$_1$',
  '₂': '$_2$',
  '₃': '$_3$',
}

/** The table in LaTeX (needs the package booktabs): the best of a column bold, the second underlined. */
export function latexTable({ caption, columns, rows, notes }: Table): string {
  return [
    '% needs \\usepackage{booktabs}',
    '\\begin{table}',
    '\\centering',
    `\\caption{${latexText([caption, ...notes].join(' '))}}`,
    `\\begin{tabular}{${columns.map(({ left }) => (left ? 'l' : 'r')).join('')}}`,
    '\\toprule',
    `${columns.map(({ title }) => latexText(title)).join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map((row) => `${row.map(latexCell).join(' & ')} \\\\`),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

function latexCell({ text, mark }: Cell): string {
  const safe = latexText(text)
  return mark === 'best' ? `\\textbf{${safe}}` : mark === 'second' ? `\\underline{${safe}}` : safe
}

function latexText(text: string): string {
  return text.replace(/[\\{}&%$#_~^×–…λ₁₂₃]/g, (character) => special[character])
}
