import { counted, fixed } from '@manyview/core/words'
import type { ClusteringRecord } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'
import { handle } from './handles.ts'

const lines = ['stability', 'agreement', 'score'] as const
/** Room for a word, as a share of the height. */
const WORD = 0.075

/** The score of every number of clusters that was tried, with the chosen one marked, and in thin lines the stability and the agreement behind it. */
export function choiceFigure(choice: NonNullable<ClusteringRecord['choice']>, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const candidates = [...choice.candidates].sort((a, b) => a.clusters - b.clusters)
  const chosen = candidates.filter(({ clusters }) => clusters === choice.clusters)
  const last = candidates.at(-1)!
  const highest = Math.max(1, ...candidates.map(({ score }) => score))
  const places = apart(lines.map((name) => last[name] / highest))
  return draw(canvas, 'Score of each number of clusters', (plot) => {
    const thin = (name: 'stability' | 'agreement', dash: string) =>
      plot.line(candidates, { x: 'clusters', y: name, stroke: theme.muted, strokeWidth: 1, strokeDasharray: dash })
    return {
      height: 260,
      marginTop: 26,
      marginLeft: 40,
      marginRight: 80,
      marginBottom: 36,
      x: { label: 'clusters', labelAnchor: 'center', labelArrow: 'none', tickSize: 0, tickFormat: 'd' },
      y: {
        domain: [0, highest],
        label: null,
        ticks: 4,
        tickSize: 0,
      },
      marks: [
        plot.gridY({ ticks: 4, stroke: theme.line, strokeOpacity: 1 }),
        thin('stability', '4 3'),
        thin('agreement', '1 3'),
        plot.line(candidates, { x: 'clusters', y: 'score', stroke: theme.accent, strokeWidth: 2 }),
        plot.text(lines, {
          x: () => last.clusters,
          y: (_, l) => places[l] * highest,
          text: (name) => name,
          dx: 6,
          textAnchor: 'start',
          fill: (name) => (name === 'score' ? theme.accent : theme.muted),
        }),
        plot.dot(candidates, {
          x: 'clusters',
          y: 'score',
          r: 7,
          fill: theme.accent,
          fillOpacity: 0.001,
          ariaLabel: ({ clusters }) => handle(clusters),
          title: ({ clusters, score, stability, agreement }) =>
            `${counted(clusters, 'cluster')}: score ${fixed(score, 3)}, stability ${fixed(stability, 2)}, agreement ${fixed(agreement, 2)}`,
        }),
        plot.dot(chosen, { x: 'clusters', y: 'score', r: 4.5, fill: theme.accent, pointerEvents: 'none' }),
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

/** Places 0 … 1 moved up as little as it takes for words at them not to touch. */
function apart(places: readonly number[]): number[] {
  const result = places.map((place) => Math.max(place, 0))
  let free = 0
  for (const l of [...result.keys()].sort((a, b) => result[a] - result[b])) {
    result[l] = Math.max(result[l], free)
    free = result[l] + WORD
  }
  return result
}
