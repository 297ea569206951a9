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
      time(ours),
      time(peer),
      `${ratio.toFixed(2)} (${spread.map((value) => value.toFixed(2)).join('–')})`,
      target === null ? '' : `≥ ${target} ${ratio >= target ? 'reached' : 'not reached'}`,
      memory ? memory.map((bytes) => `${Math.round(bytes / 1048576)} MiB`).join(', ') : '',
      difference === null ? '' : difference.toExponential(0),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [...head, ...lines].join('\n')
}

function time(seconds: number): string {
  return seconds < 1 ? `${(1000 * seconds).toPrecision(3)} ms` : `${seconds.toPrecision(3)} s`
}
