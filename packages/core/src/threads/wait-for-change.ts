/** Milliseconds that a thread sleeps at most, and that one which must not sleep looks again and again. */
const SLEEP = 20
const SPIN = 4

/** Comes back when another thread has changed a number that threads share, or after some milliseconds. The main thread of a page must not sleep: it looks again instead, and not for long. */
export function waitForChange(shared: Int32Array, index: number): void {
  const before = Atomics.load(shared, index)
  try {
    Atomics.wait(shared, index, before, SLEEP)
  } catch {
    const end = performance.now() + SPIN
    while (Atomics.load(shared, index) === before && performance.now() < end);
  }
}
