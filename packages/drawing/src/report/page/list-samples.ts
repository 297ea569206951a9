import type { PageData } from './page-data.ts'

/** A sample to be gone to: a button with its id and a few words. */
export function sampleButton({ ids }: PageData, sample: number, words: string, go: (sample: number) => void) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'found'
  button.textContent = ids ? ids[sample] : `sample ${sample}`
  const fact = document.createElement('span')
  fact.className = 'fact'
  fact.textContent = words
  button.append(' ', fact)
  button.addEventListener('click', () => go(sample))
  item.append(button)
  return item
}
