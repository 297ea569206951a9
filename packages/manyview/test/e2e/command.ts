import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built command. */
export const command = fileURLToPath(new URL('../../bin/manyview.js', import.meta.url))

/** How a run of the built command ended. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A folder of its own for a test, in which the command runs. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'manyview-'))

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Writes a file; gives back its name. */
  file(name: string, content: string | Uint8Array): string {
    writeFileSync(this.path(name), content)
    return name
  }

  /** Runs `manyview` with these arguments to its end. */
  run(...args: string[]): Promise<Ended> {
    return this.start(args).ended
  }

  /** Starts it, with `input` on its stdin and its stdout kept, or written to the file of that path. */
  start(
    args: readonly string[],
    {
      input,
      environment = {},
      stdout: path,
    }: { input?: string | Uint8Array; environment?: Record<string, string>; stdout?: string } = {},
  ): { child: ChildProcess; ended: Promise<Ended> } {
    const { FORCE_COLOR: _, ...inherited } = process.env
    const out = path === undefined ? 'pipe' : openSync(path, 'w')
    const child = spawn(process.execPath, [command, ...args], {
      cwd: this.folder,
      env: { ...inherited, ...environment },
      stdio: ['pipe', out, 'pipe'],
    })
    if (out !== 'pipe') closeSync(out)
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.stdin!.on('error', () => undefined)
    child.stdin!.end(input)
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, stdout, stderr }))
    })
    return { child, ended }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
