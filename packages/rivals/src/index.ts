export { allMethods, findMethod, rivals } from './all-methods.ts'

// Published rivals
export { ascr } from './methods/ascr.ts'
export { awmvc } from './methods/awmvc.ts'
// Simple references
export { coreg } from './methods/coreg.ts'
export { etlmsc } from './methods/etlmsc.ts'
export { fdagf } from './methods/fdagf.ts'
export { fsmsc } from './methods/fsmsc.ts'
export { kmeansBestView } from './methods/kmeans-best-view.ts'
export { kmeansMeanView } from './methods/kmeans-mean-view.ts'
export { ltbpl } from './methods/ltbpl.ts'
export { seFtmc } from './methods/se-ftmc.ts'
export { snf } from './methods/snf.ts'
export { tSvdMsc } from './methods/t-svd-msc.ts'
export { tbgl } from './methods/tbgl.ts'
export { udbgl } from './methods/udbgl.ts'
