import { byteSize, duration } from '@manyview/core/words'
import type { KernelFigure } from './kernel-rows.ts'
import type { Figure } from './measure.ts'

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const head = [
    '| row | against | ours | peer | ratio (spread) | target | memory ours, peer | results differ by |',
    '|---|---|---|---|---|---|---|---|',
  ]
  const lines = figures.map(({ row, what, ours, peer, ratio, spread, target, memory, difference }) =>
    [
      '',
      row,
      what,
      duration(ours),
      duration(peer),
      `${ratio.toFixed(2)} (${spread.map((value) => value.toFixed(2)).join('–')})`,
      target === null ? '' : `≥ ${target} ${ratio >= target ? 'reached' : 'not reached'}`,
      memory ? memory.map((bytes) => byteSize(bytes)).join(', ') : '',
      difference === null ? '' : difference.toExponential(0),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [...head, ...lines].join('\n')
}

/** The kernels as a Markdown table. */
export function kernelTable(kernels: readonly KernelFigure[]): string {
  const lines = kernels.map(({ kernel, reached, unit, target }) => {
    const most = unit !== 'GF/s'
    const met = target === null || (most ? reached <= target : reached >= target)
    const goal =
      target === null ? '' : `${most ? '≤' : '≥'} ${target.toPrecision(3)} ${met ? 'reached' : 'not reached'}`
    return `| ${kernel} | ${reached.toPrecision(3)} ${unit} | ${goal} |`
  })
  return ['| kernel, one thread | measured | target |', '|---|---|---|', ...lines].join('\n')
}
