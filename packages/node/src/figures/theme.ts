import { clusterColours } from '@manyview/formats'

/** The colours and letters of a figure. */
export interface Theme {
  paper: string
  ink: string
  /** Words beside the data. */
  muted: string
  /** Thin lines. */
  line: string
  /** Bars, curves and full cells. */
  accent: string
  /** What is below, or doubtful. */
  warm: string
  font: string
  cluster(cluster: number): string
}

const font = 'Open Sans, sans-serif'

/** Colours of a figure of its own. */
export function theme(dark: boolean, clusters: number): Theme {
  const colours = clusterColours(clusters, dark)
  const cluster = (index: number) => colours[index]
  return dark ? { ...darkPage, font, cluster } : { ...lightPage, font, cluster }
}

/** Colours of a figure inside the report: variables, which the page sets for light and dark. */
export const pageTheme: Theme = {
  paper: 'var(--paper)',
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  warm: 'var(--warm)',
  font: 'inherit',
  cluster: (index) => `var(--c${index})`,
}

export const lightPage = {
  paper: '#ffffff',
  ink: '#1d2129',
  muted: '#5d6673',
  line: '#dfe3e8',
  accent: '#2f6db3',
  warm: '#c8553d',
}

export const darkPage = {
  paper: '#14171c',
  ink: '#e8eaed',
  muted: '#9aa3af',
  line: '#2e343d',
  accent: '#78aee8',
  warm: '#ec8a6f',
}
