import { clusterColours } from '../colour/cluster-colours.ts'

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
  muted: '#5b6471',
  line: '#dfe3e8',
  accent: '#2a65a8',
  warm: '#b8472f',
}

export const darkPage = {
  paper: '#171a20',
  ink: '#e8eaed',
  muted: '#a3acb8',
  line: '#2b313a',
  accent: '#7ab0ea',
  warm: '#f0957c',
}
