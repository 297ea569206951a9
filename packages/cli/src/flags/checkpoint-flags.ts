import { type Communicator, InputError, type Method } from '@manyview/core'
import { FileCheckpoints } from '@manyview/node'
import type { Command } from 'commander'

/** How a long fit is kept safe, as flags or settings say it. */
export interface CheckpointSettings {
  checkpoint?: string
  checkpointMinutes?: number
  resume?: boolean
}

/** Adds the flags that keep the state of a long fit. */
export function addCheckpointFlags(command: Command): Command {
  return command
    .option('--checkpoint <folder>', 'keep the state of a long fit there, so that it can go on if it is killed')
    .option(
      '--checkpoint-minutes <n>',
      'minutes between two checkpoints (default 10; 0: after every iteration or stage)',
      Number,
    )
    .option('--resume', 'go on from the checkpoint, on any number of processes')
}

/** The checkpoints that were asked for; undefined without. */
export function openCheckpoints(
  { checkpoint, checkpointMinutes, resume }: CheckpointSettings,
  method: Method,
  communicator: Communicator,
): FileCheckpoints | undefined {
  const fail = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  if (checkpoint === undefined) {
    if (resume) fail('--resume', 'needs the folder of the checkpoint, give --checkpoint FOLDER, too')
    return undefined
  }
  if (!method.resumable) fail('--checkpoint', `${method.name} cannot go on from a checkpoint, leave it out`)
  if (checkpointMinutes !== undefined && !(checkpointMinutes >= 0))
    fail('--checkpoint-minutes', `is ${checkpointMinutes}, give a number of at least 0`)
  return new FileCheckpoints(checkpoint, { minutes: checkpointMinutes, resume, communicator })
}
