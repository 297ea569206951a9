// Writes data that people try first: two half moons, and two embeddings of the same 300 items which complete each other.
// node examples/first-fits.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normal, Random } from '@manyview/core/numerics'

const [folder = 'first'] = process.argv.slice(2)
const random = new Random(1)
mkdirSync(folder, { recursive: true })

const moons = Array.from({ length: 300 }, (_, i) => {
  const angle = Math.PI * random.uniform()
  const [x, y] = i % 2 ? [1 - Math.cos(angle), 0.5 - Math.sin(angle)] : [Math.cos(angle), Math.sin(angle)]
  return [x + 0.06 * normal(random), y + 0.06 * normal(random), i % 2 ? 'lower' : 'upper']
})
writeCsv('moons.csv', ['x', 'y', 'moon'], moons)

// Each view alone hardly tells two of the three groups apart: texts of a and b are alike, and so are pictures of b and c.
const groups = Array.from({ length: 300 }, () => random.below(3))
const [text, image] = [
  [0, 0, 1],
  [0, 1, 1],
].map((places) => {
  const [first, second, ...shifts] = Array.from({ length: 5 }, () => Array.from({ length: 40 }, () => normal(random)))
  const centres = places.map((place, group) => [first, second][place].map((value, j) => value + 0.5 * shifts[group][j]))
  return groups.map((group) => centres[group].map((value) => value + normal(random)))
})
const header = (name) => Array.from({ length: 40 }, (_, j) => `${name}_${j}`)
writeCsv('image.csv', header('image'), image)
writeCsv(
  'text.csv',
  [...header('text'), 'group'],
  text.map((row, i) => [...row, 'abc'[groups[i]]]),
)

function writeCsv(name, header, rows) {
  const cell = (value) => (typeof value === 'number' ? value.toFixed(4) : value)
  writeFileSync(join(folder, name), `${[header, ...rows.map((row) => row.map(cell))].map(String).join('\n')}\n`)
}
