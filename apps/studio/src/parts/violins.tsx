import { violinsFigure } from '@manyview/drawing'
import { Figure } from '../figures/figure.tsx'
import type { Colouring } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { runColours } from '../state/run-colours.ts'
import { data } from '../state/session.ts'
import { dark } from '../state/theme.ts'

interface ViolinsProps {
  run: Run
  colouring: Extract<Colouring, { by: 'feature' }>
  /** One per sample. */
  values: Float32Array
}

/** How the feature that colours the map lies in each cluster; nothing for features without names. */
export function Violins({ run, colouring: { view, feature }, values }: ViolinsProps) {
  const name = data.value?.understood.featureNames[view]?.[feature]
  if (name === undefined) return null
  const colours = runColours(run, dark.value)
  const clusters = run.stored.record.sizes.map((_, cluster) => clusterName(run, cluster))
  return (
    <Figure
      title={`${name} by cluster`}
      file={`violins-${name}`}
      of={[run, values]}
      draw={(canvas) =>
        violinsFigure(
          values,
          run.stored.labels,
          { feature: name, clusters },
          { ...canvas, theme: { ...canvas.theme, cluster: (cluster) => colours[cluster] } },
        )
      }
    />
  )
}
