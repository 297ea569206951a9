import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headingAnchor } from '../../../../docs/.vitepress/heading-anchor.ts'
import { siteLink } from '../../../../docs/.vitepress/repository-links.ts'
import { sidebar } from '../../../../docs/.vitepress/sidebar.ts'
import { type Page, pages, prose, root } from './pages.ts'

/** Pages that `npm run docs:build` makes; its own check of links has them. */
const isMade = (link: string) => /^\/(reference|studio)\//.test(link)

const anchorsOf = (text: string) =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => headingAnchor(heading))

/** The links of a page that lead nowhere. */
function deadLinks(page: Page): string[] {
  const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => decodeURI(link))
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link) || isMade(link)) return false
    const [path, anchor] = link.split('#')
    const target = path === '' ? page.path : posix.join(dirname(page.path), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor)
  })
}

describe('links between pages', () => {
  const all = pages()

  it('lead to files and headings that are there', () => {
    expect(all.length).toBeGreaterThan(30)
    expect(all.flatMap((page) => deadLinks(page).map((link) => `${page.path}: ${link}`))).toEqual([])
  })

  it('are seen when they are dead', () => {
    const page = { path: 'docs/results.md', text: '[a](nowhere.md) [b](compare.md#nothing) [c](#none) [d](compare.md)' }
    expect(deadLinks(page)).toEqual(['nowhere.md', 'compare.md#nothing', '#none'])
  })

  it('lead to the same places on the site', () => {
    const repository = 'https://host/us'
    expect(siteLink('results.md', 'compare.md#grid', repository)).toBe('/compare.md#grid')
    expect(siteLink('research/speed.md', '../gpu.md', repository)).toBe('/gpu.md')
    expect(siteLink('getting-started.md', '../clients/r/README.md', repository)).toBe('/reference/r.md')
    expect(siteLink('reference/contributing.md', 'ARCHITECTURE.md', repository)).toBe('/reference/architecture.md')
    expect(siteLink('cluster.md', 'cluster/fit.sbatch', repository)).toBe(
      `${repository}/blob/main/docs/cluster/fit.sbatch`,
    )
    expect(siteLink('results.md', '#grid', repository)).toBe('#grid')
    expect(siteLink('results.md', 'https://elsewhere', repository)).toBe('https://elsewhere')
  })
})

describe('the sidebar of the site', () => {
  const listed = sidebar.flatMap(({ items = [] }) => items.map(({ link }) => link!))

  it('names pages that are there', () => {
    const missing = listed.filter((link) => !isMade(link) && !existsSync(join(root, 'docs', `${link}.md`)))
    expect(missing).toEqual([])
  })

  it('or a page that it names links to every page', () => {
    const text = pages()
      .map((page) => prose(page))
      .join('\n')
    const lost = pages()
      .map(({ path }) => path)
      .filter((path) => path.startsWith('docs/') && path !== 'docs/index.md')
      .filter((path) => !listed.includes(`/${path.slice(5, -3)}`) && !text.includes(posix.basename(path)))
    expect(lost).toEqual([])
  })
})
