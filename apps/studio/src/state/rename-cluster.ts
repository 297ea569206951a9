import { clusterName, type Run } from './run.ts'
import { changeRun, message, runs } from './session.ts'

/** Calls a cluster by another name; '' gives it back the one it had. It can be undone from the message that says so. False, with a message, where another cluster is called so. */
export function renameCluster(run: Run, cluster: number, given: string): boolean {
  const name = given.trim()
  const taken = run.names.findIndex((_, other) => other !== cluster && clusterName(run, other) === name)
  if (taken >= 0) {
    message.value = {
      kind: 'problem',
      text: `Cluster ${taken} is called "${name}" already.`,
      advice: 'Choose another name, or export the two under one label.',
    }
    return false
  }
  const before = run.names[cluster]
  const call = (to: string) => {
    const { names } = runs.value.find(({ id }) => id === run.id) ?? run
    changeRun(run.id, { names: names.map((old, other) => (other === cluster ? to : old)) })
  }
  call(name)
  const undo = () => {
    call(before)
    message.value = null
  }
  message.value = {
    kind: 'note',
    text: `Renamed: ${clusterName(run, cluster)} is now called ${clusterName({ ...run, names: run.names.map((old, other) => (other === cluster ? name : old)) }, cluster)}.`,
    action: { text: 'Undo', run: undo },
  }
  return true
}
