import { clusterName, type Run } from './run.ts'
import { changeRun, message } from './session.ts'

/** Calls a cluster by another name; '' gives it back the one it had. False, with a message, where another cluster is called so. */
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
  changeRun(run.id, { names: run.names.map((old, other) => (other === cluster ? name : old)) })
  return true
}
