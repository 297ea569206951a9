import { afterAll, describe, expect, it } from 'vitest'
import { Workplace } from './command.ts'

const place = new Workplace()
afterAll(() => place.remove())

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
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    await expect(fetch(url)).rejects.toThrow()
  })

  it('refuses a port that there is not', async () => {
    const { code, stderr } = await place.run('studio', '--no-open', '--port', '70000')
    expect(code).toBe(1)
    expect(stderr).toContain('--port: is 70000')
  })
})
