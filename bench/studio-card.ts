// Compares the built studio with and without its switch `Graphics card`: both must find one partition. Needs a build.
// npm run bench studio-card -- [SAMPLES] [--pictures FOLDER]   headless Chromium with SwiftShader, in software; 100,000 samples take most of an hour
// --only fit,processor,loss,cancel --effort fast               only these parts; with little effort
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { adjustedRandIndex } from '@manyview/core/metrics'
import { normal, Random } from '@manyview/core/numerics'
import { duration, grouped } from '@manyview/core/words'
import { writeNpy } from '@manyview/formats'
import type { Page } from 'playwright-core'
import { drop, loseCard, Studio, saved } from '../apps/studio/test/studio-page.ts'

const CLUSTERS = 10
const FEATURES = 32
/** How far centres lie apart in each feature, against noise of 1. */
const SPREAD = 1.2

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pictures: { type: 'string' },
    only: { type: 'string', default: 'fit,processor,loss,cancel' },
    effort: { type: 'string', default: 'full' },
  },
})
const only = flags.only.split(',')
const samples = Number(positionals[0] ?? 100_000)
const { views, truth } = clearViews()
const studio = new Studio()
await studio.start({ webgpu: true })
try {
  const page = await studio.page({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(0)
  const adapter = await page.evaluate(async () => (await navigator.gpu?.requestAdapter())?.info.architecture)
  if (!adapter) throw new Error('this Chromium has no adapter for WebGPU')
  await drop(page, ...views.map((view, v) => studio.file(`view-${v + 1}.npy`, writeNpy(view, [samples, FEATURES]))))
  await page.getByText(`seen from ${views.length} sides`).waitFor()
  console.log(`${grouped(samples)} samples × ${views.length} views × ${FEATURES}, adapter ${adapter}`)
  await page.getByLabel('Clusters', { exact: true }).fill(String(CLUSTERS))
  await page.getByText('More', { exact: true }).first().click()
  await page.getByLabel('Effort').selectOption(flags.effort)
  const onCard = only.includes('fit') ? await fitted(page, true) : null
  const plain = only.includes('processor') ? await fitted(page, false) : null
  if (onCard && plain) console.log(`the two agree: ARI ${adjustedRandIndex(onCard, plain).toFixed(4)}`)
  if (only.includes('loss')) await lost(page)
  if (only.includes('cancel')) await cancelled(page)
  for (const failure of studio.failures) console.log(`unseen in the page: ${failure}`)
} finally {
  await studio.end()
}

/** Two views of uneven clusters, the largest ten times the smallest, that lie well apart. */
function clearViews() {
  const random = new Random(3)
  const total = (CLUSTERS * (CLUSTERS + 1)) / 2
  const truth = Int32Array.from({ length: samples }, () => {
    let [at, cluster] = [random.uniform() * total, 0]
    while (cluster < CLUSTERS - 1 && at > cluster + 1) at -= ++cluster
    return cluster
  })
  const view = () => {
    const centres = Float64Array.from({ length: CLUSTERS * FEATURES }, () => SPREAD * normal(random))
    const place = (p: number) => truth[Math.floor(p / FEATURES)] * FEATURES + (p % FEATURES)
    return Float32Array.from({ length: samples * FEATURES }, (_, p) => centres[place(p)] + normal(random))
  }
  return { views: [view(), view()], truth }
}

/** Presses Cluster. */
async function begin(page: Page, card: boolean): Promise<void> {
  await page.getByLabel('Graphics card').setChecked(card)
  await page.getByRole('button', { name: 'Cluster', exact: true }).click()
  await page.locator('.progress').waitFor()
}

/** The labels that the page finds, with what its progress said on the way. */
async function fitted(page: Page, card: boolean): Promise<Int32Array> {
  const name = card ? 'card' : 'processor'
  await begin(page, card)
  const { clustered, whole } = await followed(page, `${name}-working`)
  await page.getByRole('tab', { name: 'Map', exact: true }).click()
  await picture(page, name)
  await page.getByRole('tab', { name: 'Export' }).click()
  const { text } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
  const record = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
  const labels = Int32Array.from(text.trim().split('\n').slice(1), (line) => Number(line.split(',')[1]))
  const { device = 'the processor' } = JSON.parse(record.text) as { device?: string }
  const times = `${duration(clustered)}, with map and explanations ${duration(whole)}`
  console.log(`on ${device}: ${times}, ARI ${adjustedRandIndex(truth, labels).toFixed(4)} against the truth`)
  return labels
}

/** Watches the progress to its end and tells each new step; seconds until the clusters were there, and in all. */
async function followed(page: Page, shot: string): Promise<{ clustered: number; whole: number }> {
  const began = performance.now()
  const spent = () => (performance.now() - began) / 1000
  const panel = page.locator('.progress')
  let [before, step, changed, still, percent, clustered, isShot] = ['', '', 0, 0, -1, 0, false]
  const told: [at: number, percent: number][] = []
  while ((await panel.count()) > 0) {
    const lines = (await panel.allInnerTexts())
      .join('')
      .split('\n')
      .filter((line) => line.trim() !== '')
    const text = lines.join(' · ')
    const at = spent()
    if (text !== before) [before, changed] = [text, at]
    still = Math.max(still, at - changed)
    const now = Number(/(\d+) %/.exec(text)?.[1] ?? -1)
    if (now < percent && text !== '') throw new Error(`progress fell from ${percent} to ${now} %`)
    if (now > percent) told.push([at, now])
    percent = Math.max(percent, now)
    // The second line is what is being done, after the title.
    const named = lines.find((line) => !/^(Clustering|Cancel)/.test(line)) ?? step
    if (named !== step) console.log(`  ${duration(at).padStart(9)}  ${now} %  ${named}`)
    step = named
    if (clustered === 0 && (await page.getByRole('tablist').count()) > 0 && now >= 65) clustered = at
    if (!isShot && now > 5) {
      await picture(page, shot)
      isShot = true
    }
    await page.waitForTimeout(500)
  }
  const whole = spent()
  const announced = [0.25, 0.5, 0.75].map((share) => `${told.findLast(([at]) => at <= share * whole)?.[1] ?? 0} %`)
  console.log(`  after a quarter, a half and three quarters of the time: ${announced.join(', ')}`)
  console.log(`  longest time without a change on the screen: ${duration(still)}`)
  return { clustered, whole }
}

/** Begins a fit and waits until the card works: with many samples it embeds them, with few it compares them. */
async function working(page: Page): Promise<void> {
  await begin(page, true)
  const step = samples > 50_000 ? 'Embedding the samples' : 'Comparing the samples'
  await page.locator('.progress').getByText(step).first().waitFor()
  await page.waitForTimeout(5000)
}

/** Cancels a fit in the middle of the card's work. */
async function cancelled(page: Page): Promise<void> {
  await working(page)
  // From within the page: what presses the button from outside has to wait for its turn.
  const seconds = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const pressed = performance.now()
        const watch = new MutationObserver(() => {
          if (document.querySelector('.progress')) return
          watch.disconnect()
          resolve((performance.now() - pressed) / 1000)
        })
        watch.observe(document.body, { childList: true, subtree: true })
        document.querySelector<HTMLButtonElement>('.progress button')!.click()
      }),
  )
  const text = await page.locator('.message p').allInnerTexts()
  console.log(`cancelled after ${duration(seconds)}: ${text.join(' | ')}`)
}

/** Takes the card away in the middle of its work. */
async function lost(page: Page): Promise<void> {
  await loseCard(page, 5000)
  await begin(page, true)
  await page.locator('.progress').waitFor({ state: 'detached' })
  console.log(`the card lost: ${(await page.locator('.message p').allInnerTexts()).join(' | ')}`)
  await picture(page, 'lost')
}

async function picture(page: Page, name: string): Promise<void> {
  if (flags.pictures === undefined) return
  mkdirSync(flags.pictures, { recursive: true })
  await page.screenshot({ path: join(flags.pictures, `${name}.png`) })
}
