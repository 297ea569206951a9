import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the public multi-view files are. */
export const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** False where tests that need them have to be skipped. */
export const present = existsSync(`${folder}/NGs.mat`)

/** File, samples, clusters, features of each view and label variable. */
export const publicFiles: [string, number, number, number[], string][] = [
  ['NGs', 500, 5, [2000, 2000, 2000], 'Y'],
  ['BBCSport', 544, 5, [3183, 3203], 'Y'],
  ['HW', 2000, 10, [240, 76, 216, 47, 64, 6], 'Y'],
  ['CCV', 6773, 20, [20, 20, 20], 'Y'],
  ['Scene-15', 4485, 15, [20, 59, 40], 'Y'],
  ['MSRC-v1', 210, 7, [24, 576, 512, 256, 254], 'gt'],
  ['3Sources', 169, 6, [3560, 3631, 3068], 'truelabel'],
  ['COIL20', 1440, 20, [30, 19, 30], 'Y'],
  ['100Leaves', 1600, 100, [64, 64, 64], 'truelabel'],
  ['LandUse-21', 2100, 21, [20, 59, 40], 'Y'],
  ['BDGP', 2500, 5, [1000, 500], 'truelabel'],
  ['Hdigit', 10000, 10, [784, 256], 'gt'],
  ['Wikipedia', 2866, 10, [128, 10], 'y'],
  ['WebKB', 1051, 2, [1840, 3000], 'y'],
  ['Reuters-1200', 1200, 6, [2000, 2000, 2000, 2000, 2000], 'y'],
]
