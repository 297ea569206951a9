import { type Canvas, draw } from '@manyview/drawing'
import type { Audit, AuditedOrder } from '../audit.ts'

const words: Record<AuditedOrder['order'], string> = {
  stored: 'as stored',
  sorted: 'sorted by class',
  shuffled: 'shuffled',
}

/** Each fit as a dot, one line an order, with the mean as a bar: accuracy, or, without labels, the agreement of each pair of fits. */
export function auditFigure({ orders }: Audit, title: string, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const labelled = orders.some(({ accuracy }) => accuracy)
  const shown = orders.map((order) => ({
    name: words[order.order],
    values: labelled ? order.accuracies : (order.agreement?.pairs ?? []),
    colour: order.order === 'shuffled' ? theme.accent : theme.warm,
  }))
  const dots = shown.flatMap(({ name, values, colour }) => values.map((value) => ({ name, value, colour })))
  const means = shown
    .filter(({ values }) => values.length > 0)
    .map(({ name, values, colour }) => ({
      name,
      value: values.reduce((sum, value) => sum + value, 0) / values.length,
      colour,
    }))
  const least = Math.min(0, ...dots.map(({ value }) => value))
  return draw(canvas, title, (plot) => ({
    height: 76 + 44 * shown.length,
    marginTop: 34,
    marginLeft: 112,
    marginRight: 30,
    marginBottom: 40,
    x: {
      domain: [least, 1],
      label: labelled ? 'accuracy' : 'adjusted Rand index of two fits',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickSize: 0,
      tickFormat: (value: number) => value.toFixed(1),
    },
    y: { type: 'band', domain: shown.map(({ name }) => name), label: null, tickSize: 0 },
    color: { type: 'identity' },
    marks: [
      plot.gridX({ stroke: theme.line, strokeOpacity: 1 }),
      plot.text([title], { frameAnchor: 'top-left', dx: -106, dy: -26, fontWeight: 600, textAnchor: 'start' }),
      plot.tickX(means, { x: 'value', y: 'name', stroke: 'colour', strokeWidth: 2, insetTop: 7, insetBottom: 7 }),
      plot.dot(dots, { x: 'value', y: 'name', fill: 'colour', fillOpacity: 0.55, r: 5 }),
      plot.text(means, {
        x: 'value',
        y: 'name',
        text: ({ value }: { value: number }) => value.toFixed(2),
        dy: -17,
        fill: theme.muted,
        fontSize: 11,
      }),
    ],
  }))
}
