// Puts the WebAssembly codecs of pictures (npm packages of @jsquash) into packages/formats: one module each with the code around it and its bytes, packed, so that Node and a page with a strict content policy load them alike
// and on demand, and nothing has to be served beside. Does nothing when that was made from the same packages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'

const codecs = {
  'jpeg-decoder': ['@jsquash/jpeg', 'codec/dec/mozjpeg_dec'],
  'jpeg-encoder': ['@jsquash/jpeg', 'codec/enc/mozjpeg_enc'],
  'webp-decoder': ['@jsquash/webp', 'codec/dec/webp_dec'],
}

const { resolve } = createRequire(import.meta.url)
const script = readFileSync(fileURLToPath(import.meta.url), 'utf8')
const target = fileURLToPath(new URL('../packages/formats/src/things/pictures/codecs/built/', import.meta.url))
mkdirSync(target, { recursive: true })
for (const [name, [from, file]] of Object.entries(codecs)) {
  const folder = dirname(resolve(`${from}/package.json`))
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const header = `// @ts-nocheck Made by scripts/build-codecs.mjs (${script.length}) from ${from} ${version}, Apache-2.0; see NOTICE. Do not edit.\n`
  if (existsSync(`${target}${name}.js`) && readFileSync(`${target}${name}.js`, 'utf8').startsWith(header)) continue
  const around = readFileSync(`${folder}/${file}.js`, 'utf8')
  const address = /new URL\("\w+\.wasm",import\.meta\.url\)\.href/g
  if (around.match(address)?.length !== 1) throw new Error(`${from}: the code around the codec is not as expected`)
  // The bytes are given; the address would make bundlers ship the file once more.
  const bytes = deflateRawSync(readFileSync(`${folder}/${file}.wasm`), { level: 9 }).toString('base64')
  writeFileSync(
    `${target}${name}.d.ts`,
    `import type { StartCodec } from '../codec.ts'\ndeclare const start: StartCodec\nexport default start\nexport const bytes: string\n`,
  )
  writeFileSync(
    `${target}${name}.js`,
    `${header}${around.replace(address, '""')}\nexport const bytes =\n  '${bytes}'\n`,
  )
}
