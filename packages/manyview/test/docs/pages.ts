import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A page that people read, by its path from the root of the repository. */
export interface Page {
  path: string
  text: string
}

/** A block of code in a page. */
export interface CodeBlock {
  path: string
  language: string
  code: string
}

/** All pages but those that are made when the site is built. */
export function pages(): Page[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) =>
    `docs/${path}`.replaceAll('\\', '/'),
  )
  const paths = [
    ...docs.filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference/')),
    ...['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
    ...['clients/python/README.md', 'clients/r/README.md'],
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  ]
  return paths.map((path) => ({
    path,
    text: existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '',
  }))
}

export function codeBlocks({ path, text }: Page): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)[^\n]*\n(.*?)^```/gms)].map(([, language, code]) => ({ path, language, code }))
}

/** The text of a page without its code. */
export const prose = ({ text }: Page): string =>
  text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''))
