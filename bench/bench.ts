// npm run bench               lists what can be measured
// npm run bench NAME [-- …]   runs bench/NAME.ts with the arguments behind it

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'bench.ts')
  .map((name) => name.slice(0, -'.ts'.length))
const name = process.argv[2]
if (name === undefined) {
  for (const each of names) console.log(firstLine(each))
} else if (names.includes(name)) {
  // What runs sees the arguments that it would have by itself.
  process.argv.splice(1, 2, `${folder}${name}.ts`)
  await import(`./${name}.ts`)
} else {
  console.error(`there is no bench "${name}", choose one of ${names.join(', ')}`)
  process.exitCode = 2
}

/** The first line of a bench, which says how it is called and what for. */
function firstLine(bench: string): string {
  const [line] = readFileSync(`${folder}${bench}.ts`, 'utf8').split('\n')
  return line.startsWith('// ') ? line.slice(3) : `npm run bench ${bench}`
}
