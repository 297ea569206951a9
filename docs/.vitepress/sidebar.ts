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
      page('Host it yourself', 'host'),
    ],
  },
  {
    text: 'You have …',
    items: [
      page('Embeddings, omics, other kinds of views', 'kinds-of-views'),
      page('Photos and texts', 'pictures-and-texts'),
      page('A paper to check', 'compare'),
      page('A program to write', 'library'),
      page('An agent to help', 'agents'),
      page('Several machines', 'cluster'),
      page('A container', 'container'),
      page('Python', 'reference/python'),
      page('R', 'reference/r'),
    ],
  },
  {
    text: 'You want to …',
    items: [
      page('Choose a method', 'choosing-a-method'),
      page('Choose how many clusters', 'number-of-clusters'),
      page('Keep samples that lack views', 'missing-data'),
      page('See how sure, and why', 'explanations'),
      page('Find outliers and copies', 'outliers'),
      page('Place new samples', 'new-samples'),
      page('Relate clusters to age or survival', 'metadata-and-survival'),
      page('Share a report or a figure', 'report'),
      page('Put a map into your page', 'map'),
      page('Cluster a million samples', 'performance'),
      page('Use a graphics card', 'gpu'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Glossary', 'glossary'),
      page('The command', 'reference/command'),
      page('Methods and options', 'reference/methods'),
      page('The library', 'reference/library/index'),
      page('Errors by code', 'reference/errors'),
      page('File formats', 'formats'),
      page('JSON for programs', 'reference/json'),
      page('clustering.json', 'clustering-json'),
    ],
  },
  {
    text: 'How it works, and what was learnt',
    items: [
      page('The default method', 'research/order-free'),
      page('What makes it fast', 'research/speed'),
      page('What limits accuracy with missing views', 'research/missing-views'),
      page('Results on the files of a paper', 'results'),
      page('Reliability', 'reliability'),
    ],
  },
  {
    text: 'Project',
    items: [
      page('How to cite', 'cite'),
      page('A short paper', 'paper'),
      page('Changes', 'reference/changes'),
      page('Architecture', 'reference/architecture'),
      page('Contributing', 'reference/contributing'),
      page('Security', 'reference/security'),
    ],
  },
]
