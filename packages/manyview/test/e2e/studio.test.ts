import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const isRoot = process.getuid?.() === 0
/** Root without the right to low ports, who still reads whatever root reads. */
const unprivileged = ['setpriv', '--bounding-set', '-net_bind_service']

describe('manyview studio', () => {
  it('serves the page until it is interrupted', async () => {
    const { child, ended } = place.start(['studio', '--no-open'])
    const url = await new Promise<string>((resolve) => {
      child.stdout!.on('data', (text: string) => {
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(text)
        if (found) resolve(found[0])
      })
    })
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Manyview Studio</title>')
    // The licences of what is bundled go where the page goes.
    expect(await (await fetch(`${url}THIRD-PARTY.md`)).text()).toContain('## preact ')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    await expect(fetch(url)).rejects.toThrow()
  })

  it('refuses a port that there is not', async () => {
    const { code, stderr } = await place.run('studio', '--no-open', '--port', '70000')
    expect(code).toBe(1)
    expect(stderr).toContain('--port: is 70000')
  })

  it('refuses a port that somebody else uses', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    const { code, stderr } = await place.run('studio', '--no-open', '--port', String(port))
    other.close()
    expect(stderr).toBe(`manyview: --port: ${port} is taken, give another or leave it out\n`)
    expect(code).toBe(1)
  })

  const guarded = portsAreGuarded()
  it.skipIf(!guarded)(
    `refuses --port 80 where that needs more rights${guarded ? '' : ' (skipped: here whoever runs the tests may have port 80)'}`,
    () => {
      const run = [process.execPath, command, 'studio', '--no-open', '--port', '80']
      const [program, ...args] = isRoot ? [...unprivileged, ...run] : run
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: '/', encoding: 'utf8' })
      expect(stderr).toBe('manyview: --port: 80 needs more rights, give one from 1024 on\n')
      expect(stdout).toBe('')
      expect(status).toBe(1)
    },
  )
})

/** Whether ports below 1024 are for the administrator only, whose right can be taken away where the tests have it. */
function portsAreGuarded(): boolean {
  try {
    if (isRoot && spawnSync(unprivileged[0], [...unprivileged.slice(1), 'true']).status !== 0) return false
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) > 80
  } catch {
    return false
  }
}
