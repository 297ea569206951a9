// Writes generated samples as two NPY files and their true clusters: ten clusters, of which each view shows two as one.
// node examples/many-samples.mjs FOLDER SAMPLES
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { normal, Random } from '@manyview/core/numerics'

const [folder = 'many', samples = '20000'] = process.argv.slice(2)
const count = Number(samples)
const features = 16
const clusters = 10
const random = new Random(1)
const numbers = (length, spread) => Float32Array.from({ length }, () => spread * normal(random))
const centres = {
  left: Array.from({ length: clusters }, () => numbers(features, 3)),
  right: Array.from({ length: clusters }, () => numbers(features, 3)),
}
centres.left[1] = centres.left[0]
centres.right[3] = centres.right[2]

mkdirSync(folder, { recursive: true })
const files = Object.keys(centres).map((name) => [name, openSync(join(folder, `${name}.npy`), 'w')])
const truth = openSync(join(folder, 'truth.csv'), 'w')
for (const [, file] of files) writeSync(file, npyHeader(count, features))
for (let begin = 0; begin < count; begin += 10_000) {
  const labels = Array.from({ length: Math.min(10_000, count - begin) }, () => random.below(clusters))
  for (const [name, file] of files) {
    const rows = numbers(labels.length * features, 1)
    for (let i = 0; i < rows.length; i++) rows[i] += centres[name][labels[Math.floor(i / features)]][i % features]
    writeSync(file, rows)
  }
  writeSync(truth, `${labels.join('\n')}\n`)
}
for (const file of [truth, ...files.map(([, file]) => file)]) closeSync(file)

function npyHeader(rows, columns) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`
  const padded = text.padEnd(64 * Math.ceil((text.length + 11) / 64) - 11)
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    Buffer.from([(padded.length + 1) & 255, (padded.length + 1) >> 8]),
    Buffer.from(`${padded}\n`),
  ])
}
