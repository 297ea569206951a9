import { tmpdir } from 'node:os'
import type { BlockedView } from '@manyview/core'
import type { BlockedReading } from '@manyview/formats'
import { type BlockedNpy, blockedNpy } from './blocked-npy.ts'
import { FileScratch } from './file-scratch.ts'

/** The files that `--stream` keeps open and makes, all given back by `close`. */
export class StreamFiles implements BlockedReading {
  readonly scratch: FileScratch
  private readonly open: BlockedNpy[] = []

  /** Scratch files go to the folder of the results, else to that for temporary files. */
  constructor(folder = tmpdir()) {
    this.scratch = new FileScratch(folder)
  }

  openNpy(path: string, axis: 'rows' | 'columns'): BlockedView {
    const view = blockedNpy(path, axis)
    this.open.push(view)
    return view
  }

  close(): void {
    for (const view of this.open) view.close()
    this.scratch.close()
  }
}

/** Runs `work` with the files of `--stream` where it is asked for (`folder`: where scratch files go), and gives them back however it ends. */
export async function withStream<T>(
  stream: boolean | undefined,
  folder: string | undefined,
  work: (blocks: StreamFiles | undefined) => Promise<T>,
): Promise<T> {
  const files = stream ? new StreamFiles(folder) : undefined
  try {
    return await work(files)
  } finally {
    files?.close()
  }
}
