import type { Method } from '@manyview/core'
import { findMethod as findAmong, methods } from '@manyview/core/methods'
import { ascr } from './methods/ascr.ts'
import { awmvc } from './methods/awmvc.ts'
import { coreg } from './methods/coreg.ts'
import { etlmsc } from './methods/etlmsc.ts'
import { fdagf } from './methods/fdagf.ts'
import { fsmsc } from './methods/fsmsc.ts'
import { kmeansBestView } from './methods/kmeans-best-view.ts'
import { kmeansMeanView } from './methods/kmeans-mean-view.ts'
import { ltbpl } from './methods/ltbpl.ts'
import { seFtmc } from './methods/se-ftmc.ts'
import { snf } from './methods/snf.ts'
import { tSvdMsc } from './methods/t-svd-msc.ts'
import { tbgl } from './methods/tbgl.ts'
import { udbgl } from './methods/udbgl.ts'

/** The methods that the core does not have, in the order in which they are listed. */
export const rivals: readonly Method[] = [
  awmvc,
  fdagf,
  fsmsc,
  udbgl,
  tSvdMsc,
  etlmsc,
  tbgl,
  ltbpl,
  ascr,
  seFtmc,
  kmeansBestView,
  kmeansMeanView,
  snf,
  coreg,
]

/** Every method: those of the core, then the rivals. */
export const allMethods: readonly Method[] = [...methods, ...rivals]

/** The method of that name, in any case, among all. */
export function findMethod(name: string): Method {
  return findAmong(name, allMethods)
}
