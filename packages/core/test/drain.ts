/** Runs a generator to its end and gives what it returns. */
export function drain<T>(generator: Generator<unknown, T>): T {
  for (;;) {
    const step = generator.next()
    if (step.done) return step.value
  }
}
