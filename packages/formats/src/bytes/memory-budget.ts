import { byteSize, byteSizes } from '@manyview/core/words'
import { badFile } from './bad-file.ts'
import type { ByteSource } from './byte-source.ts'

const mebibyte = 2 ** 20

/** Counts what reading one file allocates, so that a small file cannot claim a large memory: at most 8 × the file + 64 MiB. */
export class MemoryBudget {
  readonly limit: number
  private readonly source: ByteSource
  private used = 0

  constructor(source: ByteSource) {
    this.source = source
    this.limit = 8 * source.byteLength + 64 * mebibyte
  }

  /** True when `bytes` more stay within the limit. */
  allows(bytes: number): boolean {
    return this.used + bytes <= this.limit
  }

  /** Books `bytes` for `what`; throws an InputError when that passes the limit. */
  claim(bytes: number, what: string): void {
    if (!(bytes >= 0 && this.allows(bytes))) {
      const [needed, most] = byteSizes(bytes, this.limit)
      throw badFile(
        this.source.name,
        `${what} needs ${needed}, more than a file of ${byteSize(this.source.byteLength)} may claim (${most}), check that the file is whole`,
        { bytes, limit: this.limit },
      )
    }
    this.used += bytes
  }
}
