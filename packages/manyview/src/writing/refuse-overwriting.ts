import { stat } from 'node:fs/promises'
import { InputError } from '@manyview/core'

/** Refuses outputs that are also inputs, by whatever name or link. Paths that do not exist pass. */
export async function refuseOverwriting(inputs: readonly string[], outputs: readonly string[]): Promise<void> {
  const inputsByIdentity = new Map<string, string>()
  for (const input of inputs) {
    const identity = await identityOf(input)
    if (identity) inputsByIdentity.set(identity, input)
  }
  for (const output of outputs) {
    const identity = await identityOf(output)
    const input = identity && inputsByIdentity.get(identity)
    if (input)
      throw new InputError(`would replace the input ${input}, choose another place`, { code: 'file', argument: output })
  }
}

/** What a file is under all of its names; null where there is none, and for devices and pipes, which are never replaced. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino, isFile } = await stat(path, { bigint: true }).then((found) => ({
      dev: found.dev,
      ino: found.ino,
      isFile: found.isFile(),
    }))
    return isFile ? `${dev}:${ino}` : null
  } catch {
    return null
  }
}
