import type { PageData } from './page-data.ts'
import { showMap } from './show-map.ts'

const root = document.documentElement
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches)
const byId = (id: string) => document.getElementById(id)
const themed: (() => void)[] = []

byId('theme')?.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  for (const change of themed) change()
})
prefersDark.addEventListener('change', () => {
  for (const change of themed) change()
})

// On paper the clusters are unfolded and everything is light, the map too; long lists stay folded. Afterwards the page is as it was.
let before: string | undefined
let opened: HTMLDetailsElement[] = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll<HTMLDetailsElement>('details.card:not([open])')]
  for (const part of opened) part.open = true
  before = root.dataset.theme
  root.dataset.theme = 'light'
  for (const change of themed) change()
})
addEventListener('afterprint', () => {
  for (const part of opened) part.open = false
  if (before === undefined) delete root.dataset.theme
  else root.dataset.theme = before
  for (const change of themed) change()
})

const frame = byId('map')
if (frame) themed.push(showMap(frame, JSON.parse(byId('data')!.textContent!) as PageData, isDark))

// What is wider than the page can be scrolled by the keyboard, too.
function letKeysScroll(): void {
  for (const part of document.querySelectorAll<HTMLElement>('.scroll, .view')) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
    else part.removeAttribute('tabindex')
  }
}
addEventListener('resize', letKeysScroll)
letKeysScroll()
