// Writes the built-in digits as data usually arrives: one CSV a view with ids, 30 % of the samples missing from one view, and 400 samples that come later.
// node examples/incomplete-digits.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '@manyview/core/numerics'
import { loadDigits } from '@manyview/formats/digits'

const [folder = 'digits'] = process.argv.slice(2)
const { samples, views, labels } = await loadDigits()
const random = new Random(1)
const order = random.permutation(samples)
const id = (sample) => `digit-${String(sample).padStart(4, '0')}`
const lacksGradients = new Set(random.permutation(samples).subarray(0, 0.3 * samples))

for (const [part, members] of [
  ['known', order.subarray(0, 1600)],
  ['new', order.subarray(1600)],
]) {
  mkdirSync(join(folder, part), { recursive: true })
  for (const [name, { data, features }] of Object.entries(views)) {
    const header = ['id', ...Array.from({ length: features }, (_, j) => `${name}-${j}`)]
    const rows = [...members]
      .filter((i) => name !== 'gradients' || !lacksGradients.has(i))
      .map((i) => [id(i), ...Array.from(data.subarray(i * features, (i + 1) * features), (x) => x.toFixed(4))])
    writeFileSync(join(folder, part, `${name}.csv`), `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`)
  }
}
writeFileSync(
  join(folder, 'truth.csv'),
  `id,digit\n${Array.from(labels, (label, i) => `${id(i)},${label}`).join('\n')}\n`,
)
