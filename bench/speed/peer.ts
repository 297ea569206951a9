import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's Python, which has numpy, scipy and scikit-learn as packages; another by PYTHON. */
export const python = process.env.PYTHON ?? '/usr/bin/python3'

/** A script of bench/peers that stays alive: one JSON command a line, one JSON answer a line. */
export class Peer {
  private readonly child: ChildProcess
  private readonly answers: AsyncIterator<string>

  private constructor(script: string) {
    const path = fileURLToPath(new URL(`../peers/${script}`, import.meta.url))
    this.child = spawn(python, [path], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.answers = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]()
  }

  /** The script, or null where Python or one of the modules is missing. */
  static start(script: string, modules: readonly string[]): Peer | null {
    const imports = spawnSync(python, ['-c', modules.map((name) => `import ${name}`).join(';')])
    return imports.status === 0 ? new Peer(script) : null
  }

  async ask(command: object): Promise<{ seconds: number; processor: number; bytes: number }> {
    this.child.stdin!.write(`${JSON.stringify(command)}\n`)
    const { value, done } = await this.answers.next()
    if (done) throw new Error('the peer ended before it answered')
    return JSON.parse(value)
  }

  stop(): void {
    this.child.stdin!.end()
  }
}
