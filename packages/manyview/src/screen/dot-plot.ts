import { type Audit, orderName } from '../experiments/audit.ts'
import type { Screen } from './screen.ts'

/** The fits of an audit as dots on a line from 0 to 1, one line per order; `●` where several fall together. */
export function dotPlot({ orders }: Audit, screen: Screen): string[] {
  const room = Math.min(60, screen.width - 22)
  const labelled = orders.some(({ accuracy }) => accuracy)
  const lines = orders.map((order) => {
    const counts = new Array<number>(room).fill(0)
    for (const value of labelled ? order.accuracies : order.withStored)
      counts[Math.round(Math.min(1, Math.max(0, value)) * (room - 1))]++
    const dots = counts.map((count) => (count === 0 ? '·' : count === 1 ? '○' : '●')).join('')
    return `${orderName(order).padEnd(16)}${dots.replaceAll(/·+/g, (gap) => screen.colours.dim(gap))}`
  })
  const scale = `0${'1'.padStart(room - 1)}`
  return [...lines, `${(labelled ? 'accuracy' : 'with stored').padEnd(16)}${scale}`]
}
