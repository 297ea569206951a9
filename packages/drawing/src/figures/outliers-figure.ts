import { outlierLimit } from '@manyview/core/methods'
import { counted, grouped, readable } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'

const BARS = 48

/** How many samples have which outlier score; those past the limit of `auto`, or set aside, stand out. Heights go by the root, so that a single sample can be seen. */
export function outliersFigure(
  { outlierScores, outliers }: Pick<StoredClustering, 'outlierScores' | 'outliers'>,
  canvas: Canvas,
): Promise<string> {
  const { theme } = canvas
  const scores = outlierScores!
  const limit = beginning(scores, outliers)
  const low = scores.reduce((least, score) => Math.min(least, score), 0)
  const high = scores.reduce((most, score) => Math.max(most, score), outlierLimit + 1)
  const width = (high - low) / BARS
  const bars = Array.from({ length: BARS }, (_, b) => ({
    from: low + b * width,
    to: low + (b + 1) * width,
    usual: 0,
    odd: 0,
  }))
  scores.forEach((score, i) => {
    const bar = bars[Math.min(BARS - 1, Math.floor((score - low) / width))]
    if (outliers ? outliers[i] === 1 : score > limit) bar.odd++
    else bar.usual++
  })
  const odd = bars.reduce((sum, bar) => sum + bar.odd, 0)
  const parts = bars.flatMap(({ from, to, usual, odd }) => [
    { from, to, base: 0, top: usual, count: usual, fill: theme.accent },
    { from, to, base: usual, top: usual + odd, count: odd, fill: theme.warm },
  ])
  const how = outliers ? 'set aside' : `past ${readable(outlierLimit)}`
  const said = odd === 0 ? `none ${how}` : `${counted(odd, 'sample')} ${how}`
  const atRight = limit > (low + high) / 2
  return draw(canvas, 'Outlier scores of the samples', (plot) => ({
    height: 220,
    marginTop: 28,
    marginLeft: 48,
    marginRight: 14,
    marginBottom: 36,
    x: {
      label: 'outlier score, in deviations from the median',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickSize: 0,
      ticks: 8,
      domain: [low, high],
    },
    y: { type: 'sqrt', label: 'samples (root scale)', labelArrow: 'none', ticks: 4, tickSize: 0, tickFormat: grouped },
    color: { type: 'identity' },
    marks: [
      plot.gridY({ ticks: 4, stroke: theme.line, strokeOpacity: 1 }),
      plot.rect(
        parts.filter(({ count }) => count > 0),
        {
          ...{ x1: 'from', x2: 'to', y1: 'base', y2: 'top', fill: 'fill', inset: 0.5 },
          title: ({ from, to, count }) => `${readable(from)} to ${readable(to)}: ${counted(count, 'sample')}`,
        },
      ),
      plot.ruleX([limit], { stroke: theme.warm, strokeDasharray: '3,3' }),
      plot.text([said], {
        x: limit,
        frameAnchor: 'top',
        dx: atRight ? 4 : -4,
        dy: -16,
        textAnchor: atRight ? 'end' : 'start',
        text: (text) => text,
        fill: theme.warm,
      }),
    ],
  }))
}

/** Where outliers begin: at the limit of `auto` where it tells the same, else at the least score of those set aside. */
function beginning(scores: Float64Array, outliers: Uint8Array | null): number {
  if (!outliers || scores.every((score, i) => score > outlierLimit === (outliers[i] === 1))) return outlierLimit
  const marked = scores.filter((_, i) => outliers[i] === 1)
  return marked.length > 0 ? marked.reduce((least, score) => Math.min(least, score)) : outlierLimit
}
