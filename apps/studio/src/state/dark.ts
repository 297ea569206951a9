import { signal } from '@preact/signals'

const query = matchMedia('(prefers-color-scheme: dark)')

/** Whether the page is dark now. */
export const dark = signal(query.matches)

query.addEventListener('change', () => {
  dark.value = query.matches
})
