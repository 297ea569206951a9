import type { DefaultTheme } from 'vitepress'

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link: `/${link}` })

/** All pages by what a reader wants to do. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      page('Getting started', 'getting-started'),
      page('A walk through a real case', 'walk-through'),
      page('Gallery', 'gallery'),
      page('The studio, in a page', 'studio'),
    ],
  },
  {
    text: 'You have …',
    items: [
      page('Embeddings', 'guides/embeddings'),
      page('Omics or single cells', 'guides/omics'),
      page('A paper to check', 'guides/papers'),
      page('A program to write', 'guides/library'),
      page('Several machines', 'cluster'),
      page('Python', 'reference/python'),
      page('R', 'reference/r'),
    ],
  },
  {
    text: 'You want to …',
    items: [
      page('Cluster photos and texts', 'pictures-and-texts'),
      page('Choose how many clusters', 'number-of-clusters'),
      page('Choose a method', 'choosing-a-method'),
      page('Keep samples that lack views', 'missing-data'),
      page('See how sure, and why', 'explanations'),
      page('Find outliers and copies', 'outliers'),
      page('Place new samples', 'new-samples'),
      page('Go from coarse to fine', 'trees'),
      page('Relate clusters to age or survival', 'metadata-and-survival'),
      page('Share a report or a figure', 'report'),
      page('Cluster a million samples', 'performance'),
      page('Use a graphics card', 'gpu'),
    ],
  },
  {
    text: 'Methods under test',
    items: [
      page('Why 100 % becomes 75 %', 'order'),
      page('Audit a method', 'audit'),
      page('Compare methods', 'compare'),
      page('Repeat a paper', 'reproduce'),
      page('How the default works', 'research/order-free'),
      page('Missing views: what was tried', 'research/missing-views'),
      page('Speed, and what was tried', 'research/speed'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('The command', 'reference/command'),
      page('Methods and options', 'reference/methods'),
      page('The library', 'reference/library/index'),
      page('Errors by code', 'reference/errors'),
      page('File formats', 'formats'),
      page('Kinds of views', 'kinds-of-views'),
      page('clustering.json', 'clustering-json'),
    ],
  },
  {
    text: 'Results',
    items: [
      page('Overview', 'results/README'),
      page('Cells and patients', 'results/biology'),
      page('Missing views', 'results/missing-views'),
      page('New samples', 'results/new-samples'),
      page('Number of clusters', 'results/number-of-clusters'),
      page('Confidence', 'results/confidence'),
      page('Audits', 'results/audits'),
      page('Accuracy of the numerics', 'accuracy'),
      page('Reliability', 'reliability'),
    ],
  },
  {
    text: 'Project',
    items: [
      page('How to cite', 'cite'),
      page('Changes', 'reference/changes'),
      page('Architecture', 'reference/architecture'),
      page('Contributing', 'reference/contributing'),
    ],
  },
]
