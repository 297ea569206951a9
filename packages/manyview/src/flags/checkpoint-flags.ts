import { InputError, type Method } from '@manyview/core'
import type { Ranks } from '@manyview/core/runtime'
import type { Command } from 'commander'
import { FileCheckpoints } from '../checkpoint/file-checkpoints.ts'

/** How a long fit is kept safe, as flags or settings say it. */
export interface CheckpointSettings {
  checkpoint?: string
  checkpointMinutes?: number
  resume?: boolean
}

/** Adds the flags that keep the state of a long fit. */
export function addCheckpointFlags(command: Command): Command {
  return command
    .option(
      '--checkpoint <folder>',
      'save the state of a long fit in this folder, so that it can continue if it is killed',
    )
    .option(
      '--checkpoint-minutes <n>',
      'minutes between two checkpoints (default 10; 0: after every iteration or stage)',
      Number,
    )
    .option('--resume', 'continue from the checkpoint, on any number of processes')
}

/** The checkpoints that were asked for; undefined without. */
export function openCheckpoints(
  { checkpoint, checkpointMinutes, resume }: CheckpointSettings,
  method: Method,
  ranks: Ranks,
): FileCheckpoints | undefined {
  const fail = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  if (checkpoint === undefined) {
    if (resume) fail('--resume', 'needs the folder of the checkpoint, add --checkpoint FOLDER')
    return undefined
  }
  if (!method.resumable) fail('--checkpoint', `${method.name} cannot continue from a checkpoint, leave the flag out`)
  if (checkpointMinutes !== undefined && !(checkpointMinutes >= 0))
    fail('--checkpoint-minutes', `is ${checkpointMinutes}, give a number of at least 0`)
  return new FileCheckpoints(checkpoint, { minutes: checkpointMinutes, resume, ranks })
}
