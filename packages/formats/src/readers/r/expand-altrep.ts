import { badFile } from '../../bytes/bad-file.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import { noAttributes, numbersOf, type RValue } from './r-value.ts'

/** The plain vector that R stores in a short form: a sequence such as 1:n, numbers that are shown as text, or a vector with a wrapper around it. */
export function expandAltrep(file: string, info: RValue, state: RValue, budget: MemoryBudget): RValue {
  const kind = info.type === 'list' && info.items[0]?.type === 'texts' ? (info.items[0].values[0] ?? '') : ''
  const attributes = noAttributes
  if (kind === 'compact_intseq' || kind === 'compact_realseq') {
    const [count, first, step] = numbersOf(state)
    if (!(Number.isInteger(count) && count >= 0 && count <= 2 ** 31))
      throw badFile(file, `has a sequence of ${count} numbers, get the file again`)
    budget.claim(8 * count, `a sequence of ${count} numbers`)
    return {
      type: 'numbers',
      data: Float64Array.from({ length: count }, (_, i) => first + i * step),
      logical: false,
      attributes,
    }
  }
  const inner = state.type === 'list' ? state.items[0] : undefined
  if (kind === 'deferred_string' && inner?.type === 'numbers')
    return {
      type: 'texts',
      values: Array.from(inner.data, (value) => (Number.isNaN(value) ? null : String(value))),
      attributes,
    }
  if (/^wrap_/.test(kind) && inner) return inner
  return { type: 'other', what: `something R calls ${kind.slice(0, 40)}`, attributes }
}
