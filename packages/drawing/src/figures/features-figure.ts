import { fixed } from '@manyview/core/words'
import { featureName, type StoredClustering } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'

/** The features that set one cluster apart: a bar to the right where they are larger inside, to the left where they are smaller. */
export function featuresFigure(
  { record, explanation }: StoredClustering,
  cluster: number,
  canvas: Canvas,
): Promise<string> {
  const { theme, width } = canvas
  const longest = Math.floor(width / 24)
  const bars = explanation!.clusters[cluster].features.flatMap((features, view) =>
    features.map((feature, rank) => ({
      effect: feature.effect,
      place: `${view} ${rank}`,
      title: `${record.views[view].name}, ${featureName(feature)}: effect ${fixed(feature.effect, 2)}`,
      name: shorten(`${record.views[view].name} · ${featureName(feature)}`, longest),
    })),
  )
  const names = new Map(bars.map(({ place, name }) => [place, name]))
  return draw(canvas, `Features that set cluster ${cluster} apart`, (plot) => ({
    height: 20 * bars.length + 52,
    marginTop: 40,
    marginBottom: 8,
    marginLeft: 14 + 7.2 * Math.max(1, ...bars.map(({ name }) => name.length)),
    marginRight: 12,
    x: {
      domain: [-1, 1],
      axis: 'top',
      ticks: [-1, -0.5, 0, 0.5, 1],
      tickSize: 0,
      tickFormat: (x: number) => String(x).replace('-', '−'),
      label: null,
    },
    y: {
      type: 'band',
      padding: 0.3,
      domain: bars.map(({ place }) => place),
      tickFormat: (place: string) => names.get(place)!,
      tickSize: 0,
      label: null,
    },
    color: { type: 'identity' },
    marks: [
      plot.text([`cluster ${cluster}: smaller inside ← effect → larger inside`], {
        frameAnchor: 'top',
        dy: -32,
        fill: theme.muted,
      }),
      plot.gridX([-1, -0.5, 0.5, 1], { stroke: theme.line, strokeOpacity: 1 }),
      plot.barX(bars, {
        x: 'effect',
        y: 'place',
        fill: ({ effect }: { effect: number }) => (effect < 0 ? theme.warm : theme.accent),
        rx: 1.5,
        title: 'title',
      }),
      plot.ruleX([0], { stroke: theme.muted }),
    ],
  }))
}

function shorten(name: string, longest: number): string {
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name
}
