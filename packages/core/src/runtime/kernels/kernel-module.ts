import { InputError } from '../../input-error.ts'
import { nodeModule } from '../threads/host.ts'
import { bytes as simdBytes } from './built/simd-bytes.ts'
import { importShared } from './import-shared.ts'

/**
 * Builds of the same kernels. `simd` and `scalar` give the same bytes; without SIMD they take two to three times as long. `relaxed` fuses multiplications and additions, so that low bits
 * differ; only engines with relaxed SIMD have it.
 */
export type Build = 'simd' | 'scalar' | 'relaxed'

const compiled = new Map<string, Promise<WebAssembly.Module>>()

/** The module of a build, by default the SIMD one where the engine has SIMD, else the scalar one; compiled once. With `shared` it imports a memory that threads share. */
export function moduleOf(build: Build | undefined, shared: boolean): Promise<WebAssembly.Module> {
  const name = `${build} ${shared}`
  const known = compiled.get(name)
  if (known) return known
  const module = compile(build, shared)
  compiled.set(name, module)
  // A file that could not be loaded may be there the next time.
  module.catch(() => compiled.delete(name))
  return module
}

async function compile(build: Build | undefined, shared: boolean): Promise<WebAssembly.Module> {
  let bytes = await bytesOf(build ?? 'simd')
  if (!WebAssembly.validate(bytes)) {
    if (build === 'relaxed')
      throw new InputError(
        'is relaxed, but this engine has no relaxed SIMD (Node 22 and newer, Chrome and Firefox do), use double',
        { code: 'bad-option', argument: 'precision' },
      )
    bytes = await bytesOf('scalar')
  }
  return WebAssembly.compile(shared ? importShared(bytes) : bytes)
}

/** Only the SIMD build is part of the library's main file; the others are loaded by those who need them. */
async function bytesOf(build: Build): Promise<Uint8Array<ArrayBuffer>> {
  if (build === 'scalar') return decode((await import('./built/scalar-bytes.ts')).bytes)
  if (build === 'relaxed') return decode((await import('./built/relaxed-bytes.ts')).bytes)
  return decode(simdBytes)
}

interface NodeZlib {
  inflateRawSync(bytes: Uint8Array): Uint8Array
}

interface NodeBuffer {
  Buffer: { from(text: string, encoding: 'base64'): Uint8Array }
}

/** Bytes that were packed and written as base64. Node unpacks them at once: its streams take five times the processor time. */
async function decode(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = nodeModule<NodeZlib>('node:zlib')
  const buffer = nodeModule<NodeBuffer>('node:buffer')
  if (zlib && buffer) return new Uint8Array(zlib.inflateRawSync(buffer.Buffer.from(base64, 'base64')))
  const text = atob(base64)
  const packed = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i)
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let part = await unpacked.read(); !part.done; part = await unpacked.read())
    parts.push(new Uint8Array(part.value))
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
