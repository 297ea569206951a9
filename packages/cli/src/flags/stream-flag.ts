import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { type BlockedView, InputError, type Method } from '@manyview/core'
import { type BlockedDataset, type ByteSource, type ReadOptions, readBlocked } from '@manyview/formats'
import { type BlockedNpy, blockedNpy, FileScratch } from '@manyview/node'
import { openSources } from '../input/open-sources.ts'
import type { FitSettings } from './fit-settings.ts'

/** Views of `--stream` and the files that they are read from, until `close`. */
export interface BlockedInput {
  dataset: BlockedDataset
  sources: ByteSource[]
}

/** The files that `--stream` keeps open and makes, all given back by `close`. */
export class StreamFiles {
  readonly scratch: FileScratch
  private readonly open: BlockedNpy[] = []

  /** Scratch files go to the folder of the results, else to that for temporary files. */
  constructor({ out = tmpdir() }: FitSettings) {
    this.scratch = new FileScratch(out)
  }

  async read(paths: readonly string[], options: ReadOptions, signal: AbortSignal): Promise<BlockedInput> {
    const other = paths.find((path) => !isPlainFile(path))
    if (other !== undefined)
      throw new InputError(`${JSON.stringify(other)} cannot be read in blocks, name the files`, {
        code: 'stream',
        argument: '--stream',
      })
    const sources = await openSources(paths, signal)
    const openNpy = (path: string, axis: 'rows' | 'columns'): BlockedView => {
      const view = blockedNpy(path, axis)
      this.open.push(view)
      return view
    }
    return { dataset: await readBlocked(sources, options, { scratch: this.scratch, openNpy }), sources }
  }

  close(): void {
    for (const view of this.open) view.close()
    this.scratch.close()
  }
}

/** Refuses what cannot be done with views that are read in blocks, before anything is read. */
export function checkStream(settings: FitSettings, method: Method, processes: number): void {
  const fail = (argument: string, problem: string): never => {
    throw new InputError(problem, { code: 'stream', argument })
  }
  if (!method.stream) fail('--stream', `${method.name} needs its views in memory, use --method consensus or dstl`)
  const refused: Record<string, unknown> = {
    '--missing': settings.missing,
    '--leave-one-out': settings.leaveOneOut || undefined,
    '--model': settings.model,
    '--shuffle': settings.shuffle,
    '--join outer': settings.join === 'outer' || undefined,
    '--precision single': settings.precision === 'single' || undefined,
  }
  for (const [flag, value] of Object.entries(refused))
    if (value !== undefined) fail(flag, 'cannot be used with --stream, leave one of them out')
  if (processes > 1) fail('--stream', `cannot be used over ${processes} ranks, which hold their samples in memory`)
}

/** A folder, a manifest and stdin are for the reader of whole files. */
function isPlainFile(path: string): boolean {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return path !== '-' && basename(path) !== 'views.json' && !folder
}
