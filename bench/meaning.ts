// Measures trees, outliers, unseen samples, copies, and how clusters go with cell types and survival.
// npm run bench meaning                                    all parts on the 15 files; writes bench/results/meaning.md and biology.md
// npm run bench meaning -- --parts copies --files HW,NGs   fewer parts and files; rows of earlier runs stay
// --parts tree,outliers,unseen,copies,biology --seeds 3    the parts, and seeds of biology

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { biology } from './meaning/biology.ts'
import { meaningPage } from './meaning/meaning-page.ts'
import { type Figures, measures } from './meaning/measures.ts'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'

const { values: flags } = parseArgs({
  options: {
    parts: { type: 'string', default: [...Object.keys(measures), 'biology'].join() },
    files: { type: 'string', default: benchmarkNames.join() },
    seeds: { type: 'string', default: '3' },
  },
})
const path = 'bench/results/meaning.json'
const parts = flags.parts.split(',')
const earlier = (): Record<string, Figures> => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

for (const file of flags.files.split(',')) {
  const chosenMeasures = Object.entries(measures).filter(([name]) => parts.includes(name))
  const benchmark = chosenMeasures.length > 0 ? await readBenchmark(file) : null
  if (chosenMeasures.length > 0 && !benchmark) console.log(`${file}: left out, not in MANYVIEW_DATA`)
  if (!benchmark) continue
  for (const [name, measure] of chosenMeasures) {
    const figures = await measure(benchmark)
    const cells = Object.entries(figures).map(([key, value]) => `${key} ${value.toFixed(3)}`)
    console.log(`${file.padEnd(14)}${name.padEnd(10)}${cells.join('  ')}`)
    // Read again, for another part may be measured beside this one.
    const rows = earlier()
    rows[file] = { ...rows[file], ...figures }
    mkdirSync('bench/results', { recursive: true })
    writeFileSync(path, `${JSON.stringify(rows, null, 1)}\n`)
  }
}
const page = meaningPage(earlier())
console.log(page)
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/meaning.md', page)
if (parts.includes('biology')) await biology(Number(flags.seeds))
