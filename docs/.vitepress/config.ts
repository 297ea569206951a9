import { defineConfig } from 'vitepress'
import manifest from '../../package.json' with { type: 'json' }
import { headingAnchor } from './heading-anchor.ts'
import { repositoryLinks } from './repository-links.ts'
import { sidebar } from './sidebar.ts'

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')

export default defineConfig({
  title: 'Manyview',
  description: 'Clusters that all views of your samples support: a command, a library and a page.',
  // The built site works from any path; scripts/docs/build-site.ts sees to it.
  base: process.env.DOCS_BASE ?? '/',
  // Every page says when it was last changed, so that figures have a date.
  lastUpdated: true,
  head: [['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}studio/icon.svg` }]],
  srcExclude: ['public/**'],
  // The studio is no page of VitePress.
  ignoreDeadLinks: [/^\/studio\//],
  markdown: { anchor: { slugify: headingAnchor }, config: repositoryLinks(repository) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Reference', link: '/reference/command' },
      { text: 'Results', link: '/results' },
      { text: 'Studio', link: '/studio/index.html', target: '_self' },
    ],
    sidebar,
    socialLinks: [{ icon: 'github', link: repository }],
    footer: { message: 'MIT licence. Nothing on this site is loaded from elsewhere.' },
  },
})
