import { InputError } from '../input-error.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Device } from './device/device.ts'
import type { Precision } from './kernels/precision.ts'
import type { Ranks } from './ranks/ranks.ts'
import type { Scratch } from './scratch.ts'

/** What a fit is computed with, the setting `runtime`. Only a device or a lower precision may change last digits; the result names them. */
export interface RuntimeOptions {
  /** Threads that the fit may use, default all there are. Results do not depend on it. */
  threads?: number
  /** Most bytes that a method may take for its own matrices, default no limit: past it the fit is refused as `out-of-memory`. */
  memory?: number
  /** A graphics card for the heavy steps (`openDevice` of `@manyview/gpu`), in single precision; none by default. Recorded in the result. */
  device?: Device
  /**
   * Processes that share the fit, default this one alone. All call `cluster` alike; with a method whose `ranks` is `rows`, rank r gives samples
   * `share(total, size, r)` and gets the result for those.
   */
  ranks?: Ranks
  /** Where a fit of blocked views keeps what it would otherwise compute again at every reading: faster, the same result. Nowhere by default. */
  scratch?: Scratch
  /** Where the fit keeps its state now and then, and goes on from; only for methods that are `resumable`. */
  checkpoints?: Checkpoints
  /** `double` (default), `single` or `relaxed`: see `Precision`. Recorded in the result unless it is double. */
  precision?: Precision
}

const settings = ['threads', 'memory', 'device', 'ranks', 'scratch', 'checkpoints', 'precision'] as const

/** Refuses settings of the computer that stand beside `runtime`, where they were before version 0.2, and settings that it does not have. */
export function checkRuntimeOptions(options: object): void {
  const refuse = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  for (const name of Object.keys(options)) {
    const setting = name === 'memoryLimit' ? 'memory' : settings.find((each) => each === name)
    if (setting) refuse(name, `is now a setting of runtime, give runtime: { ${setting} }`)
  }
  const { runtime = {} } = options as { runtime?: unknown }
  if (typeof runtime !== 'object' || runtime === null)
    throw new InputError(`is ${runtime}, give { threads: 4 }`, { code: 'bad-option', argument: 'runtime' })
  for (const name of Object.keys(runtime))
    if (!settings.some((each) => each === name))
      refuse('runtime', `has no setting "${name}", give some of ${settings.join(', ')}`)
}
