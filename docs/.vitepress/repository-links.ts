import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

/** Pages of the site that stand elsewhere in the repository, as paths from its root. */
export const pagesFromElsewhere: Readonly<Record<string, string>> = {
  'reference/python.md': 'clients/python/README.md',
  'reference/r.md': 'clients/r/README.md',
  'reference/changes.md': 'CHANGELOG.md',
  'reference/architecture.md': 'ARCHITECTURE.md',
  'reference/contributing.md': 'CONTRIBUTING.md',
  'reference/security.md': 'SECURITY.md',
}

/** Where a relative link of a page leads on the site: pages are linked as in the repository, and what is no page is shown there. */
export function siteLink(page: string, link: string, repository: string): string {
  const [path, anchor = ''] = link.split(/(?=#)/)
  if (path.startsWith('#') || /^([a-z]+:|\/)/i.test(path)) return link
  const target = posix.join(posix.dirname(pagesFromElsewhere[page] ?? `docs/${page}`), path)
  const moved = Object.entries(pagesFromElsewhere).find(([, source]) => source === target)?.[0]
  if (moved) return `/${moved}${anchor}`
  if (target === 'README.md') return '/'
  if (target.startsWith('docs/') && target.endsWith('.md')) return `/${target.slice('docs/'.length)}${anchor}`
  return `${repository}/blob/main/${target}${anchor}`
}

/** Makes the links of every page lead to where `siteLink` says. */
export function repositoryLinks(repository: string): (markdown: MarkdownRenderer) => void {
  return (markdown) => {
    const render = markdown.renderer.rules.link_open
    markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
      const link = tokens[index].attrGet('href')
      if (link) tokens[index].attrSet('href', siteLink(env.relativePath, decodeURI(link), repository))
      return render ? render(tokens, index, options, env, self) : self.renderToken(tokens, index, options)
    }
  }
}
