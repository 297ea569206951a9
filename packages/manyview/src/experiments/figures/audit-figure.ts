import { type Canvas, draw } from '@manyview/drawing'
import { type Audit, type AuditedOrder, type NamedAudit, orderName } from '../audit.ts'
import { spread } from '../spread.ts'

/** An audit drawn: of one method its dots by order, or without labels its agreement by the length of blocks; of several methods a line each. */
export function auditFigure(audits: readonly NamedAudit[], title: string, canvas: Canvas): Promise<string> {
  if (audits.length > 1) return methodsFigure(audits, title, canvas)
  return isLabelled(audits[0]) ? dotsFigure(audits[0], title, canvas) : blocksFigure(audits[0], title, canvas)
}

const isLabelled = ({ orders }: Audit) => orders.some(({ accuracy }) => accuracy)
const mean = (values: readonly number[]) => spread(values).mean

/** What the figures share: a line of 0 to 1 below, words to the left. */
function frame(labelled: boolean, least: number) {
  return {
    domain: [Math.min(0, least), 1],
    label: labelled ? 'accuracy' : 'adjusted Rand index with the result as stored',
    labelAnchor: 'center' as const,
    labelArrow: 'none' as const,
    tickSize: 0,
    tickFormat: (value: number) => value.toFixed(1),
  }
}

/** Each fit as a dot, one line an order, with the mean as a bar. */
function dotsFigure({ orders }: Audit, title: string, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const shown = orders.map((order) => ({
    name: orderName(order),
    values: order.accuracies,
    colour: order.order === 'shuffled' ? theme.accent : theme.warm,
  }))
  const dots = shown.flatMap(({ name, values, colour }) => values.map((value) => ({ name, value, colour })))
  const means = shown
    .filter(({ values }) => values.length > 0)
    .map(({ name, values, colour }) => ({ name, value: mean(values), colour }))
  return draw(canvas, title, (plot) => ({
    height: 76 + 44 * shown.length,
    marginTop: 34,
    marginLeft: 112,
    marginRight: 30,
    marginBottom: 40,
    x: frame(true, 0),
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

/** Agreement with the result as stored by the length of the blocks that were shuffled: single samples on the left, the whole file on the right. */
function blocksFigure({ orders }: Audit, title: string, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const shown = orders.filter(({ withStored }) => withStored.length > 0).toReversed()
  const name = (order: AuditedOrder) =>
    order.order === 'blocks' ? String(order.block) : order.order === 'shuffled' ? 'single samples' : 'whole file'
  const dots = shown.flatMap((order) => order.withStored.map((value) => ({ name: name(order), value })))
  const means = shown.map((order) => ({ name: name(order), value: mean(order.withStored) }))
  const { domain, label, ...axis } = frame(false, Math.min(...dots.map(({ value }) => value)))
  return draw(canvas, title, (plot) => ({
    height: 260,
    marginTop: 58,
    marginLeft: 40,
    marginRight: 30,
    marginBottom: 40,
    x: {
      type: 'point',
      domain: shown.map(name),
      label: 'samples per shuffled block',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickSize: 0,
      padding: 0.4,
    },
    y: { domain, label: null, tickSize: 0, ticks: 5, tickFormat: axis.tickFormat },
    marks: [
      plot.gridY({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
      plot.text([title], { frameAnchor: 'top-left', dx: -34, dy: -50, fontWeight: 600, textAnchor: 'start' }),
      plot.text([label], { frameAnchor: 'top-left', dx: -34, dy: -30, fill: theme.muted, textAnchor: 'start' }),
      plot.line(means, { x: 'name', y: 'value', stroke: theme.accent, strokeWidth: 2 }),
      plot.dot(dots, { x: 'name', y: 'value', fill: theme.accent, fillOpacity: 0.55, r: 4 }),
      plot.text(means, {
        x: 'name',
        y: 'value',
        text: ({ value }: { value: number }) => value.toFixed(2),
        dx: 9,
        textAnchor: 'start',
        fill: theme.muted,
        fontSize: 11,
      }),
    ],
  }))
}

/** One line per method: its mean in each kind of order as a dot, full ones as stored and shuffled, rings between them. */
function methodsFigure(audits: readonly NamedAudit[], title: string, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const labelled = audits.some(isLabelled)
  const colours = {
    stored: theme.warm,
    sorted: theme.warm,
    within: theme.ink,
    blocks: theme.muted,
    shuffled: theme.accent,
  }
  const dots = audits.flatMap(({ name, orders }) =>
    orders.flatMap((order) => {
      const values = labelled ? order.accuracies : order.withStored
      const full = order.order === 'stored' || order.order === 'shuffled'
      const kind = orderName(order)
      return values.length === 0
        ? []
        : [
            {
              name,
              kind,
              value: mean(values),
              colour: colours[order.order],
              fill: full ? colours[order.order] : 'none',
            },
          ]
    }),
  )
  const kinds = audits[0].orders.map((order) => ({ word: orderName(order), ...order }))
  const places = kinds.map(
    (_, i) => -126 + kinds.slice(0, i).reduce((sum, { word }) => sum + 28 + 6.4 * word.length, 0),
  )
  const fills = kinds.map(({ order }) => (order === 'stored' || order === 'shuffled' ? colours[order] : 'none'))
  return draw(canvas, title, (plot) => ({
    height: 106 + 24 * audits.length,
    marginTop: 58,
    marginLeft: 132,
    marginRight: 24,
    marginBottom: 40,
    x: frame(labelled, Math.min(...dots.map(({ value }) => value))),
    y: { type: 'band', domain: audits.map(({ name }) => name), label: null, tickSize: 0 },
    color: { type: 'identity' },
    marks: [
      plot.gridX({ stroke: theme.line, strokeOpacity: 1 }),
      plot.text([title], { frameAnchor: 'top-left', dx: -126, dy: -50, fontWeight: 600, textAnchor: 'start' }),
      ...kinds.flatMap(({ word, order }, i) => [
        plot.dot([0], {
          frameAnchor: 'top-left',
          dx: places[i] + 4,
          dy: -22,
          r: 4.5,
          stroke: colours[order],
          fill: fills[i],
        }),
        plot.text([word], {
          frameAnchor: 'top-left',
          dx: places[i] + 13,
          dy: -28,
          textAnchor: 'start',
          fill: theme.muted,
        }),
      ]),
      plot.ruleY(
        dots,
        plot.groupY(
          { x1: 'min', x2: 'max' },
          { x1: 'value', x2: 'value', y: 'name', stroke: theme.line, strokeWidth: 3 },
        ),
      ),
      plot.dot(dots, { x: 'value', y: 'name', stroke: 'colour', fill: 'fill', r: 4.5, strokeWidth: 1.5 }),
    ],
  }))
}
