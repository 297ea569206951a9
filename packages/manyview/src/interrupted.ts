/** Why a run ended when the user pressed Ctrl-C; its message says what was kept. */
export class Interrupted extends Error {
  constructor(kept = 'nothing was written') {
    super(`interrupted, ${kept}`)
    this.name = 'Interrupted'
  }
}
