/** Operations that are asked for at once in the beginning, at the least and at the most: a processor that stands in for a card takes about a second for the first, a large card a tenth of a second for the last. */
const FIRST = 1e9
const LEAST = 1e8
const MOST = 2e12
/** Seconds that a card should work between two reports: so Cancel is heard in time, and no system takes the card for hung. */
const WANTED = 0.3
/** How much more is asked for at the most than before. */
const GROWTH = 4

/** How much a card is asked for at once, by how long it took before. Results do not depend on it. */
export class Pace {
  /** Operations between two reports. */
  operations = FIRST
  private asked = 0
  private since = 0

  /** `now`: milliseconds of any clock. */
  constructor(private readonly now = () => performance.now()) {}

  /** Counts what was asked for; true where it is time to wait for it. */
  ask(operations: number): boolean {
    if (this.asked === 0) this.since = this.now()
    this.asked += operations
    return this.asked >= this.operations
  }

  /** All that was asked for is done. */
  done(): void {
    const seconds = (this.now() - this.since) / 1000
    if (this.asked >= this.operations) {
      const target = Math.min((this.asked * WANTED) / seconds, GROWTH * this.operations)
      this.operations = Math.min(Math.max(target, LEAST), MOST)
    }
    this.asked = 0
  }
}
