// npx tsx bench/quality/picture.ts default.json others.json
// draws docs/images/shuffled.svg from two records of bench/quality.ts: the default method by seeds, and --methods kmeans,spectral,dstl
import { readFileSync, writeFileSync } from 'node:fs'
import { benchmarkNames } from './benchmark-files.ts'
import type { Row } from './rows.ts'

const rows = process.argv.slice(2).flatMap((path): Row[] => JSON.parse(readFileSync(path, 'utf8')))

function nmi(file: string, method: string | undefined, stored = false): number | null {
  const some = rows.filter((row) => row.file === file && row.method === method && (row.shuffle === 0) === stored)
  return some.length === 0 ? null : (100 * some.reduce((sum, row) => sum + row.nmi, 0)) / some.length
}

const marks = [
  {
    name: 'consensus (the default)',
    colour: '#0b6e4f',
    filled: true,
    value: (file: string) => nmi(file, undefined),
  },
  {
    name: 'best of k-means and spectral',
    colour: '#e08e0b',
    filled: true,
    value: (file: string) => {
      const all = ['kmeans', 'spectral'].map((method) => nmi(file, method) ?? -1)
      return Math.max(...all) < 0 ? null : Math.max(...all)
    },
  },
  { name: 'DSTL, shuffled', colour: '#b3261e', filled: true, value: (file: string) => nmi(file, 'dstl') },
  {
    name: 'DSTL, stored order',
    colour: '#b3261e',
    filled: false,
    value: (file: string) => nmi(file, 'dstl', true),
  },
]

const LEGEND = [18, 200, 415, 560]
const left = 120
const width = 760
const top = 56
const step = 26
const height = top + step * benchmarkNames.length + 36
const x = (value: number) => (left + ((width - left - 30) * value) / 100).toFixed(1)

const legend = marks.map(
  ({ name, colour, filled }, m) =>
    `<circle cx="${LEGEND[m]}" cy="20" r="5" ${paint(colour, filled)}/><text x="${LEGEND[m] + 10}" y="24">${name}</text>`,
)
const grid = [0, 20, 40, 60, 80, 100].map(
  (value) =>
    `<line x1="${x(value)}" x2="${x(value)}" y1="${top - 12}" y2="${height - 34}" stroke="#ddd"/><text x="${x(value)}" y="${height - 18}" text-anchor="middle" fill="#666">${value}</text>`,
)
const lines = benchmarkNames.map((file, row) => {
  const y = top + row * step
  const dots = marks.toReversed().map(({ colour, filled, value }) => {
    const at = value(file)
    return at === null ? '' : `<circle cx="${x(at)}" cy="${y}" r="5" ${paint(colour, filled)}/>`
  })
  return `<line x1="${left}" x2="${width - 30}" y1="${y}" y2="${y}" stroke="#eee"/><text x="${left - 12}" y="${y + 4}" text-anchor="end">${file}</text>${dots.join('')}`
})

function paint(colour: string, filled: boolean): string {
  return filled ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="1.5"`
}

writeFileSync(
  'docs/images/shuffled.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222">
<title>Normalised mutual information (%) with the true classes, 15 files</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...legend, ...grid, ...lines].join('\n')}
<text x="${(left + width) / 2}" y="${height - 4}" text-anchor="middle" fill="#666">normalised mutual information with the true classes, %</text>
</svg>
`,
)
