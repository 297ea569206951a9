import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { smallData } from './small-data.ts'
import { choose, cluster, hasBrowser, Studio } from './studio-page.ts'

/** A browser with the built page for one file of tests: it starts before them and ends after them. */
export function startedStudio(options?: Parameters<Studio['start']>[0]): Studio {
  const studio = new Studio()
  beforeAll(async () => {
    if (hasBrowser) await studio.start(options)
  })
  afterAll(() => studio.end())
  return studio
}

/** The small data as files of a studio, and pages that have it open, or clustered. */
export function smallFiles(studio: Studio) {
  const { first, second } = smallData()
  const paths = [studio.file('first.csv', first), studio.file('second.csv', second)]
  const opened = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await studio.page(options)
    await choose(page, ...paths)
    await page.getByText('seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    return page
  }
  const fitted = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await opened(options)
    await cluster(page)
    return page
  }
  return { paths, opened, fitted }
}
