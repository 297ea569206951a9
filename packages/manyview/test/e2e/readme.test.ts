import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { Workplace } from './command.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const path = join(root, 'README.md')
/** Pages whose first program runs as it stands there. */
const withPrograms = [
  'README.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  'docs/library.md',
]
const data = resolve(root, process.env.MANYVIEW_DATA ?? '../shared/data')
const command = join(root, 'packages/manyview/bin/manyview.js')
const readme = readFileSync(path, 'utf8')

/** What holds for this machine and this moment only. */
const masked = (text: string) => text.replace(/\b[\d.]+ (ms|s)\b/g, '… s').trim()

const node = (cwd: string, ...args: string[]) => execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })

/** Compares the output at the end of a block with what really comes, or with UPDATE_README=1 writes that into the page. */
function check(page: string, block: string, said: string, really: string): void {
  if (!process.env.UPDATE_README) expect(masked(said)).toBe(masked(really))
  else if (masked(said) !== masked(really)) {
    const fresh = `${block.slice(0, block.length - said.length - 3)}${really.trimEnd()}\n\`\`\``
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(block, () => fresh),
    )
  }
}

describe('a page with a program', () => {
  it.each(withPrograms)('shows what the program really prints: %s', (name) => {
    const page = join(root, name)
    const [program] = [...readFileSync(page, 'utf8').matchAll(/```js\n(.*?)```\n+```text\n(.*?)```/gs)]
    expect(program, `${name} has no program with its output`).toBeDefined()
    check(page, program[0], program[2], node(root, '--input-type=module', '--eval', program[1]))
  })
})

describe('the README', () => {
  const sessions = [...readme.matchAll(/```console\n\$ npx manyview (.*?)\n(.*?)```/gs)]

  it('has a session', () => expect(sessions.length).toBeGreaterThan(0))

  for (const [block, line, output] of sessions) {
    const [file] = line.match(/\S+\.mat/) ?? []
    const present = file !== undefined && existsSync(join(data, file))
    it.skipIf(!present)(`shows what "manyview ${line}" really prints (needs ${file} in MANYVIEW_DATA)`, () => {
      check(path, block, output, node(data, command, ...line.split(' ')))
    })
  }
})

describe('the first fits of docs/getting-started.md', () => {
  const page = readFileSync(join(root, 'docs/getting-started.md'), 'utf8')
  const sessions = [...page.matchAll(/```console\n\$ npx manyview (.*?)\n(.*?)```/gs)]
  const place = new Workplace()
  afterAll(() => place.remove())
  execFileSync(process.execPath, [join(root, 'examples/first-fits.mjs'), place.path('first')], { cwd: root })

  it('are three', () => expect(sessions.length).toBe(3))

  it.each(sessions.map(([, line, output]) => ({ line, output })))(
    'show lines that "$line" prints',
    ({ line, output }) => {
      const args = line.split(' ').map((word) => (word.startsWith('examples/') ? join(root, word) : word))
      const printed = node(place.folder, command, ...args).split('\n')
      for (const shown of output.split('\n')) if (shown.trim() !== '') expect(printed).toContain(shown)
    },
  )
})
