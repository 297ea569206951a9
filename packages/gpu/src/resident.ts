/** One buffer that stays on the card. */
interface Kept {
  buffer: GPUBuffer
  bytes: number
  /** Pieces of work that use it just now. */
  uses: number
}

/** Arrays of the host that are on the card already and need not travel again. What was not used for longest goes first where there is no room. Arrays in here must not change. */
export class Resident {
  private readonly entries = new Map<object, Kept>()
  private readonly most: number
  private bytes = 0

  /** Keeps up to `most` bytes. */
  constructor(most: number) {
    this.most = most
  }

  /** The buffer of an array, in use until `release`; undefined where it is not here. */
  use(values: object): GPUBuffer | undefined {
    const entry = this.entries.get(values)
    if (!entry) return undefined
    this.entries.delete(values)
    this.entries.set(values, entry)
    entry.uses++
    return entry.buffer
  }

  /** Takes over the buffer of an array, in use until `release`. */
  keep(values: object, buffer: GPUBuffer): void {
    this.entries.set(values, { buffer, bytes: buffer.size, uses: 1 })
    this.bytes += buffer.size
    for (const [other, { bytes, uses }] of this.entries) {
      if (this.bytes <= this.most) return
      if (uses > 0) continue
      this.entries.get(other)!.buffer.destroy()
      this.entries.delete(other)
      this.bytes -= bytes
    }
  }

  release(values: object): void {
    const entry = this.entries.get(values)
    if (entry) entry.uses--
  }
}
