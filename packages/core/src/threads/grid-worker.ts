import type { PreparedViews } from '../data/prepare-views.ts'
import { InputError } from '../input-error.ts'
import { findMethod } from '../methods/index.ts'
import type { OptionValues } from '../methods/method.ts'
import { GridFitter, type GridResult, type GridTask } from '../select/grid-fitter.ts'
import { onMessage, postBack } from './host.ts'

/** The first message: the samples, and what all fits have in common. */
export interface GridStart {
  input: PreparedViews
  method: string
  task: GridTask
}

/** Every further message: the settings of one fit, by number. */
export interface GridOrder {
  number: number
  options: OptionValues
}

/** The answer to an order. An `InputError` would not be one behind a message, so its parts are sent. */
export interface GridAnswer extends Partial<GridResult> {
  number: number
  refused?: Pick<InputError, 'message' | 'code' | 'argument' | 'details'>
  failed?: unknown
}

// The program of a thread that does whole fits, one order after the other.
let fitter: Promise<GridFitter>
let last: Promise<unknown> = Promise.resolve()
onMessage((data) => {
  const message = data as GridStart | GridOrder
  if ('input' in message) fitter = GridFitter.load(message.input, findMethod(message.method), message.task, 1)
  else last = last.then(() => answer(message))
})

async function answer({ number, options }: GridOrder): Promise<void> {
  try {
    postBack({ number, ...(await (await fitter).fit(options, {})) } satisfies GridAnswer)
  } catch (error) {
    if (!(error instanceof InputError)) postBack({ number, failed: error } satisfies GridAnswer)
    else {
      const { message, code, argument, details } = error
      postBack({ number, refused: { message, code, argument, details } } satisfies GridAnswer)
    }
  }
}
