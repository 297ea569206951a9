import type { Block, Kernels } from '../kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { radices } from './smooth-length.ts'

interface Stage {
  radix: number
  /** Butterflies with different twiddles. */
  count: number
  /** Butterflies that share a twiddle. */
  stride: number
  twiddles: Block
  /** cos and sin of 2πj/radix, for the radices without a kernel of their own. */
  roots: Block
}

/**
 * The complex transform Σ_j x(j)·e^(−2πi·jf/length) of pairs of sequences in WebAssembly memory, mixed radix (Stockham), for lengths whose
 * prime factors are small (see `radices`). Its tables live on the stack of `kernels`. O(length·log length).
 */
export class ComplexFft {
  /** Complex numbers that a work buffer must hold for each pair. */
  readonly size: number
  private readonly kernels: Kernels
  private readonly stages: Stage[]
  private readonly scratch: Block

  constructor(kernels: Kernels, length: number) {
    this.kernels = kernels
    this.size = length
    const order = radices(length) ?? []
    this.scratch = kernels.allocate(4 * Math.max(1, ...order))
    let rest = length
    let stride = 1
    this.stages = order.map((radix) => {
      const size = rest
      const stage = {
        radix,
        count: size / radix,
        stride,
        twiddles: kernels.copyIn(cachedTable(kernels, `twiddles ${size} ${radix}`, () => twiddles(size, radix))),
        roots: kernels.copyIn(radix > 5 ? roots(radix, radix) : []),
      }
      rest = stage.count
      stride *= radix
      return stage
    })
  }

  /** Transforms `pairs` interleaved pairs at `data`; both buffers are overwritten, the address of the one with the result is returned. */
  run(data: number, work: number, pairs: number): number {
    const call = this.kernels.call
    let from = data
    let to = work
    for (const { radix, count, stride, twiddles, roots } of this.stages) {
      const table = twiddles.pointer
      if (radix === 4) call.radix4(from, to, table, count, stride * pairs)
      else if (radix === 2) call.radix2(from, to, table, count, stride * pairs)
      else if (radix === 3) call.radix3(from, to, table, count, stride * pairs)
      else if (radix === 5) call.radix5(from, to, table, count, stride * pairs)
      else call.radixOdd(from, to, table, count, stride * pairs, radix, roots.pointer, this.scratch.pointer)
      ;[from, to] = [to, from]
    }
    return from
  }
}

/** e^(−2πi·p·k/size) for p < size/radix and 0 < k < radix, k fastest. */
function twiddles(size: number, radix: number): Float64Array {
  const result = new Float64Array((size / radix) * (radix - 1) * 2)
  let place = 0
  for (let p = 0; p < size / radix; p++)
    for (let k = 1; k < radix; k++) {
      const { cosine, sine } = rootOfUnity(p * k, size)
      result[place++] = cosine
      result[place++] = -sine
    }
  return result
}

/** cos and sin of 2πj/order for j < count. */
function roots(order: number, count: number): Float64Array {
  const result = new Float64Array(2 * count)
  for (let j = 0; j < count; j++) {
    const { cosine, sine } = rootOfUnity(j, order)
    result[2 * j] = cosine
    result[2 * j + 1] = sine
  }
  return result
}
