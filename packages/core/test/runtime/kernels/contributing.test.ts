import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

it('CONTRIBUTING.md shows kernel code that is in the file it names', () => {
  const section = read('CONTRIBUTING.md').split('## Adding a kernel')[1].split('\n## ')[0]
  const examples = [...section.matchAll(/`(packages\/\S+\.ts)`:\n\n {3}```ts\n(.*?)\n {3}```/gs)]
  expect(examples.length).toBe(3)
  for (const [, path, text] of examples) expect(read(path), path).toContain(text.replace(/^ {3}/gm, '').trim())
})
