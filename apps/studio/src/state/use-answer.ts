import { useEffect, useState } from 'preact/hooks'
import { giveWorkerData } from './open-data.ts'
import { job } from './session.ts'
import { showProblem } from './show-problem.ts'
import { workerHoldsData } from './solver-link.ts'

/** What the worker answers; null until then, and while it is busy or nothing is asked. It is asked again when one of `of` changes. */
export function useAnswer<T>(ask: (() => Promise<T>) | null, of: readonly unknown[]): T | null {
  const [answer, setAnswer] = useState<T | null>(null)
  const busy = job.value !== null
  useEffect(() => {
    let isCurrent = true
    setAnswer(null)
    const find = async () => {
      if (!ask || busy) return
      if (!workerHoldsData()) await giveWorkerData()
      const value = await ask()
      if (isCurrent) setAnswer(value)
    }
    find().catch(showProblem)
    return () => {
      isCurrent = false
    }
  }, [...of, ask === null, busy])
  return answer
}
