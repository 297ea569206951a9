import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startStudioServer } from '../src/studio-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const outside = temporaryFolder()
const folder = join(outside, 'page')
mkdirSync(join(folder, 'assets'), { recursive: true })
writeFileSync(join(outside, 'secret.txt'), 'secret')
writeFileSync(join(folder, 'index.html'), '<!doctype html>the page')
writeFileSync(join(folder, 'assets/app.js'), 'the script')

/** Sends a path as it stands, which fetch would tidy up. */
function get(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, body, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('startStudioServer', () => {
  it('serves the page and its files, isolated and with a strict policy', async () => {
    const { url, close } = await startStudioServer(folder)
    const page = await get(url, '/')
    expect(page).toMatchObject({ status: 200, body: '<!doctype html>the page' })
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(page.headers['cross-origin-embedder-policy']).toBe('require-corp')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe-inline|'unsafe-eval'/)
    const script = await get(url, '/assets/app.js?v=1')
    expect(script).toMatchObject({ status: 200, body: 'the script' })
    expect(script.headers['content-type']).toContain('javascript')
    await close()
  })

  it('listens on 127.0.0.1 only', async () => {
    const { url, close } = await startStudioServer(folder)
    const elsewhere = url.replace('127.0.0.1', '127.0.0.2')
    await expect(get(elsewhere, '/', { host: new URL(url).host })).rejects.toThrow()
    await close()
  })

  it('refuses other hosts, so that no page elsewhere can point its name here', async () => {
    const { url, close } = await startStudioServer(folder)
    const { port } = new URL(url)
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`])
      expect((await get(url, '/', { host })).status, host).toBe(403)
    expect((await get(url, '/', { host: `localhost:${port}` })).status).toBe(200)
    await close()
  })

  it('finds nothing outside its folder', async () => {
    const { url, close } = await startStudioServer(folder)
    const ways = [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '//secret.txt',
    ]
    for (const way of [...ways, '/assets', '/assets/', '/\\..\\secret.txt', `/${outside}/secret.txt`])
      expect((await get(url, way)).status, way).toBe(404)
    await close()
  })

  it('answers to GET and HEAD only', async () => {
    const { url, close } = await startStudioServer(folder)
    expect(await get(url, '/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get(url, '/', {}, method)).status, method).toBe(405)
    await close()
  })

  it('says that a port is taken, and that the page was not built', async () => {
    const { url, close } = await startStudioServer(folder)
    await expect(startStudioServer(folder, Number(new URL(url).port))).rejects.toThrow('--port: ')
    await expect(startStudioServer(join(outside, 'nothing'))).rejects.toThrow('not built')
    await close()
  })
})
