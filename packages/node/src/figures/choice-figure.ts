import type { ClusteringRecord } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'

/** The score of every number of clusters that was tried, with the chosen one marked, and in thin lines the stability and the agreement behind it. */
export function choiceFigure(choice: NonNullable<ClusteringRecord['choice']>, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const candidates = [...choice.candidates].sort((a, b) => a.clusters - b.clusters)
  const chosen = candidates.filter(({ clusters }) => clusters === choice.clusters)
  const last = candidates.slice(-1)
  return draw(canvas, 'Score of each number of clusters', (plot) => {
    const thin = (name: 'stability' | 'agreement', dash: string) => [
      plot.line(candidates, { x: 'clusters', y: name, stroke: theme.muted, strokeWidth: 1, strokeDasharray: dash }),
      plot.text(last, { x: 'clusters', y: name, text: [name], dx: 6, textAnchor: 'start', fill: theme.muted }),
    ]
    return {
      height: 260,
      marginTop: 26,
      marginLeft: 40,
      marginRight: 80,
      marginBottom: 36,
      x: { label: 'clusters', labelAnchor: 'center', labelArrow: 'none', tickSize: 0, tickFormat: 'd' },
      y: {
        domain: [0, Math.max(1, ...candidates.map(({ score }) => score))],
        label: null,
        ticks: 4,
        tickSize: 0,
      },
      marks: [
        plot.gridY({ ticks: 4, stroke: theme.line, strokeOpacity: 1 }),
        ...thin('stability', '4 3'),
        ...thin('agreement', '1 3'),
        plot.line(candidates, { x: 'clusters', y: 'score', stroke: theme.accent, strokeWidth: 2 }),
        plot.text(last, { x: 'clusters', y: 'score', text: ['score'], dx: 6, textAnchor: 'start', fill: theme.accent }),
        plot.dot(chosen, { x: 'clusters', y: 'score', r: 4.5, fill: theme.accent }),
        plot.text(chosen, {
          x: 'clusters',
          y: 'score',
          text: [String(choice.clusters)],
          dy: -14,
          fontWeight: 600,
          fill: theme.ink,
        }),
      ],
    }
  })
}
