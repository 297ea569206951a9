// npm run bench               lists what can be measured
// npm run bench NAME [-- …]   runs bench/NAME.ts with the arguments behind it

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'bench.ts')
  .map((file) => file.slice(0, -'.ts'.length))
const name = process.argv[2]
if (name === undefined) {
  console.log('npm run bench NAME; the first lines of bench/NAME.ts list its settings.\n')
  const width = Math.max(...names.map(({ length }) => length))
  for (const bench of names) console.log(`${bench.padEnd(width)}  ${purposeOf(bench)}`)
} else if (names.includes(name)) {
  // The bench sees the arguments that it would have by itself.
  process.argv.splice(1, 2, `${folder}${name}.ts`)
  await import(`./${name}.ts`)
} else {
  console.error(`there is no bench "${name}", choose one of ${names.join(', ')}`)
  process.exitCode = 2
}

/** Returns the first line of a bench: one sentence that says what it measures. */
function purposeOf(bench: string): string {
  return readFileSync(`${folder}${bench}.ts`, 'utf8').split('\n', 1)[0].slice('// '.length)
}
