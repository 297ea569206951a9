import { InputError } from '../input-error.ts'
import { awmvc } from './awmvc.ts'
import { consensus } from './consensus.ts'
import { coreg } from './coreg.ts'
import { dstl } from './dstl.ts'
import { etlmsc } from './etlmsc.ts'
import { fdagf } from './fdagf.ts'
import { fsmsc } from './fsmsc.ts'
import { kmeansBestView } from './kmeans-best-view.ts'
import { kmeansMeanView } from './kmeans-mean-view.ts'
import { kmeansMethod } from './kmeans-method.ts'
import { ltbpl } from './ltbpl.ts'
import type { Method } from './method.ts'
import { snf } from './snf.ts'
import { spectral } from './spectral.ts'
import { tSvdMsc } from './t-svd-msc.ts'
import { tbgl } from './tbgl.ts'
import { udbgl } from './udbgl.ts'

/** Every method, in the order in which they are listed. */
export const methods: readonly Method[] = [
  consensus,
  dstl,
  awmvc,
  fdagf,
  fsmsc,
  udbgl,
  tSvdMsc,
  etlmsc,
  tbgl,
  ltbpl,
  kmeansMethod,
  kmeansBestView,
  kmeansMeanView,
  spectral,
  snf,
  coreg,
]

/** The method used when none is named. */
export const defaultMethod = 'consensus'

/** The method of that name, in any case. */
export function findMethod(name: string): Method {
  const method = methods.find((candidate) => candidate.name === name.toLowerCase())
  if (method) return method
  throw new InputError(`there is no method "${name}", choose one of ${methods.map((known) => known.name).join(', ')}`, {
    code: 'unknown-method',
    argument: 'method',
    details: { name },
  })
}
