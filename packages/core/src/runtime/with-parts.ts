import type { Progress, WorkPart } from './progress.ts'

/** Adds to every progress which of the parts it belongs to: the present one, or the next if only that has its stage. */
export function withParts(parts: readonly WorkPart[] | undefined): (progress: Progress) => Progress {
  if (!parts) return (progress) => progress
  let at = 0
  return (progress) => {
    const has = (part: WorkPart | undefined) => part?.stages.includes(progress.stage)
    if (!has(parts[at]) && has(parts[at + 1])) at++
    return { ...progress, work: { parts, at } }
  }
}
