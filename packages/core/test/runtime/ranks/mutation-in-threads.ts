/** What the mutation testing of `npm run mutation` keeps in every thread: which mutation is tried, by which test, and which ones a test comes across. */
export interface Mutation {
  activeMutant?: string
  currentTestId?: string
  mutantCoverage?: Coverage
}

interface Coverage {
  static: Record<string, number>
  perTest: Record<string, Record<string, number>>
}

const here = globalThis as { __stryker__?: Mutation }

/** The mutation that is tried in this thread, to be told to another one; undefined where none is. */
export function triedMutation(): Mutation | undefined {
  const { activeMutant, currentTestId } = here.__stryker__ ?? {}
  return here.__stryker__ && { activeMutant, currentTestId }
}

/** Tries the mutation of another thread in this one; to be called before the code is loaded. */
export function tryMutation(mutation: Mutation | undefined): void {
  if (mutation) here.__stryker__ = mutation
}

/** The mutations that the tests of this thread came across. */
export const seenMutations = (): Coverage | undefined => here.__stryker__?.mutantCoverage

/** Adds those of another thread. */
export function addSeenMutations(seen: Coverage | undefined): void {
  if (!seen || !here.__stryker__) return
  here.__stryker__.mutantCoverage ??= { static: {}, perTest: {} }
  const { perTest } = here.__stryker__.mutantCoverage
  for (const [test, mutations] of Object.entries(seen.perTest)) perTest[test] = { ...mutations, ...perTest[test] }
}
