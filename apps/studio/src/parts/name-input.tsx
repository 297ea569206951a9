import { useEffect, useRef } from 'preact/hooks'
import { renameCluster } from '../state/rename-cluster.ts'
import { clusterName, type Run } from '../state/run.ts'

/** A field for the name of a cluster, where the name stands: Enter takes it, Escape leaves the old one, nothing gives back the name that was found. */
export function NameInput({ run, cluster, end }: { run: Run; cluster: number; end(): void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  // A field that goes loses the focus, which must not take the name again.
  const isDone = useRef(false)
  const finish = () => {
    isDone.current = true
    end()
  }
  const take = (typed: string) => {
    const name = typed.trim()
    if (isDone.current) return
    if (name === clusterName(run, cluster) || renameCluster(run, cluster, name)) finish()
  }
  return (
    <input
      ref={input}
      type="text"
      class="name-input"
      aria-label={`New name of ${clusterName(run, cluster)}`}
      defaultValue={clusterName(run, cluster)}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value)
        else if (event.key === 'Escape') finish()
        else return event.stopPropagation()
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
