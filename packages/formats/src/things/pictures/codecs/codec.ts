/** The functions of a codec that was compiled to WebAssembly; it has either of them. */
export interface CodecFunctions {
  decode(
    bytes: Uint8Array,
    ...turnUpright: boolean[]
  ): { width: number; height: number; data: Uint8ClampedArray } | null
  encode(pixels: Uint8Array, width: number, height: number, options: object): Uint8Array
}

/** Starts a codec, as the code around its WebAssembly wants it. */
export type StartCodec = (options: object) => Promise<CodecFunctions>

/** A codec that is loaded when it is first used: the code around it and its bytes, packed (deflate) and written as base64. */
type LoadCodec = () => Promise<{ default: StartCodec; bytes: string }>

/** Memory of an instance from which on it is not kept for the next picture, since it never shrinks. */
const MOST_KEPT = 2 ** 27

/** One codec. After a failure it starts afresh, since its memory may then be in any state. */
export class Codec {
  private readonly load: LoadCodec
  private module: Promise<WebAssembly.Module> | undefined
  private running: Promise<CodecFunctions> | undefined
  private memory: WebAssembly.Memory | undefined
  private complaints: string[] = []

  constructor(load: LoadCodec) {
    this.load = load
  }

  /** What `use` gives, and what the codec complained about meanwhile. A failure is thrown as an error that says what the codec said. */
  async run<T>(use: (functions: CodecFunctions) => T): Promise<{ result: T; complaints: string[] }> {
    this.running ??= this.start()
    const functions = await this.running
    this.complaints = []
    try {
      const result = use(functions)
      if (this.memory && this.memory.buffer.byteLength > MOST_KEPT) this.running = undefined
      return { result, complaints: this.complaints }
    } catch {
      this.running = undefined
      throw new Error(this.complaints[0] ?? 'the decoder gave up')
    }
  }

  private async start(): Promise<CodecFunctions> {
    const { default: start, bytes } = await this.load()
    this.module ??= unpack(bytes).then(WebAssembly.compile)
    const module = await this.module
    const complain = (line: string) => this.complaints.push(line)
    return start({
      noInitialRun: true,
      print: complain,
      printErr: complain,
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(module, imports)
        this.memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
        done(instance)
        return instance.exports
      },
    })
  }
}

async function unpack(base64: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(unpacked).arrayBuffer()
}
