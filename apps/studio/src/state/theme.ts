import { signal } from '@preact/signals'

/** How the page looks: as the machine is set, or one of the two whatever it is set to. */
export type Theme = 'auto' | 'light' | 'dark'

const key = 'manyview-theme'
const query = matchMedia('(prefers-color-scheme: dark)')

/** The look that was chosen. */
export const theme = signal<Theme>(storedTheme())
/** Whether the page is dark now. */
export const dark = signal(false)

function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : 'auto'
  } catch {
    // Private windows may have no storage.
    return 'auto'
  }
}

function apply(): void {
  dark.value = theme.value === 'auto' ? query.matches : theme.value === 'dark'
  document.documentElement.dataset.theme = dark.value ? 'dark' : 'light'
}

/** Takes the next look: as the machine, light, dark. */
export function nextTheme(): void {
  theme.value = theme.value === 'auto' ? 'light' : theme.value === 'light' ? 'dark' : 'auto'
  try {
    localStorage.setItem(key, theme.value)
  } catch {
    // It then lasts until the page is closed.
  }
  apply()
}

query.addEventListener('change', apply)
apply()
