import { describe, expect, it } from 'vitest'
import { printable } from '../../src/screen/printable.ts'
import { barLine, ProgressDisplay, progressLine } from '../../src/screen/progress-display.ts'
import { Screen } from '../../src/screen/screen.ts'
import { wrap } from '../../src/screen/wrap.ts'

/** A screen that keeps what is written on it. */
function recorder({ terminal = false, environment = {} } = {}) {
  const written = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => ({
    isTTY: terminal,
    columns: 80,
    write: (text: string) => {
      written[name] += text
    },
  })
  return { screen: new Screen(stream('out'), stream('err'), environment), written }
}

describe('Screen', () => {
  it('has colours on a terminal only, and none with NO_COLOR or a dumb terminal', () => {
    const coloured = (options: Parameters<typeof recorder>[0]) => recorder(options).screen.colours.isColorSupported
    expect(coloured({ terminal: true })).toBe(true)
    expect(coloured({ terminal: false })).toBe(false)
    expect(coloured({ terminal: true, environment: { NO_COLOR: '1' } })).toBe(false)
    expect(coloured({ terminal: true, environment: { TERM: 'dumb' } })).toBe(false)
  })

  it('complains on a terminal in lines that break at spaces, and elsewhere in one line', () => {
    const words = 'views: hold different samples, give files whose ids are the same, or join them with --join outer'
    const said = (isTTY: boolean) => {
      let text = ''
      const stream = { isTTY, columns: 40, write: (more: string) => (text += more) }
      new Screen(stream, stream).complain(words)
      return text.trimEnd().split('\n')
    }
    expect(said(false)).toEqual([`manyview: ${words}`])
    expect(said(true).every((line) => line.length <= 40)).toBe(true)
    expect(
      said(true)
        .map((line) => line.trim())
        .join(' '),
    ).toBe(`manyview: ${words}`)
  })

  it('complains in one line on stderr', () => {
    const { screen, written } = recorder()
    screen.complain('first\n  second\u0007')
    expect(written).toEqual({ out: '', err: 'manyview: first second\ufffd\n' })
  })
})

describe('printable(text)', () => {
  it('replaces control characters and leaves everything else', () => {
    expect(printable('a\u001b[31mé\u009b 漢')).toBe('a\ufffd[31mé\ufffd 漢')
  })
})

describe('wrap(text, width, indent)', () => {
  it('breaks at spaces and indents every line but the first', () => {
    expect(wrap('one two three four', 9, 2)).toBe('one two\n  three\n  four')
    expect(wrap('unbreakable', 4)).toBe('unbreakable')
  })
})

describe('ProgressDisplay', () => {
  const step = (iteration: number) => ({ stage: 'iterating', iteration, total: 20 })

  it('prints a line every ten seconds where there is no terminal', () => {
    const { screen, written } = recorder()
    let now = 0
    const display = new ProgressDisplay(screen, false, () => now)
    for (let i = 1; i <= 15; i++) {
      display.show(step(i))
      now += 1000
    }
    expect(written).toEqual({ out: '', err: 'Iterating, 11 of 20, 9 s left\n' })
  })

  it('goes forward only where the parts of the work are known, in words for each part', () => {
    const { screen, written } = recorder()
    let now = 0
    const display = new ProgressDisplay(screen, false, () => now)
    const parts = ['views', 'members', 'members'].map((kind) => ({ kind, stages: [], seconds: 20 }))
    const stages = ['singular vectors', 'neighbours', 'members', 'neighbours', 'members', 'stability']
    stages.forEach((stage, i) => {
      display.show({ stage, iteration: (7 * i) % 5, total: 5, work: { parts, at: Math.floor(i / 2) } })
      now += 10_000
    })
    const lines = written.err.trim().split('\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'Comparing the samples in each view',
      ...new Array(4).fill('Clustering many times'),
    ])
    const shares = lines.map((line) => Number(/ (\d+) %/.exec(line)![1]))
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(new Set(shares).size).toBe(5)
  })

  it('prints nothing when it is told to be quiet', () => {
    const { screen, written } = recorder()
    let now = 0
    const display = new ProgressDisplay(screen, true, () => (now += 60_000))
    for (let i = 1; i <= 5; i++) display.show(step(i))
    expect(written.err).toBe('')
  })

  it('draws a bar that fits into the width', () => {
    expect(barLine(step(10), 3, 80)).toBe(`  iterating ${'█'.repeat(15)}${'░'.repeat(15)} 10 of 20, 3 s left`)
    expect(barLine(step(10), 3, 40).length).toBeLessThanOrEqual(40)
    expect(progressLine(step(1))).toBe('iterating, 1 of 20')
  })
})
