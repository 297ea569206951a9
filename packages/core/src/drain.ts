/** What a generator returns in the end, its pauses passed over. */
export function drain<T>(run: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = run.next()
    if (done) return value as T
  }
}
