import { afterAll } from 'vitest'
import { Workplace } from './command.ts'

/** A folder for the tests of a file, which is removed after the last of them. */
export function workplace(): Workplace {
  const place = new Workplace()
  afterAll(() => place.remove())
  return place
}
