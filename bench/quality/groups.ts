import { benchmarkNames, namesOf } from './benchmark-files.ts'
import { disturbedName, filesUpTo, gapName, gapShares } from './benchmark-sources.ts'
import { disturbances } from './disturbed.ts'
import { drawsOf } from './first-tries.ts'
import { bestPerSet, gapLoss, type Measure, meanOf, numberOf, secondsOf } from './measures.ts'
import { groupTables, lineTables, noisyTables, unevenTables } from './plain-tables.ts'
import { batteries, isPointFit, pointSources } from './point-sources.ts'
import type { Row, Score } from './rows.ts'
import { smallBlobs, wholeNumbers } from './small-groups.ts'

/** One line of the table. */
export interface Line {
  measure: string
  value: Measure
  floor?: number
  goal?: number
  /** Less is better. */
  less?: boolean
  digits?: number
}

/** Files that are measured together. */
export interface Group {
  name: string
  files: readonly string[]
  lines: readonly Line[]
}

const points = Object.keys(pointSources)
const fewNames = ['nutrimouse', 'NCI60', 'SNARE-seq', 'multidrug']

/** Lists all groups with their floors and goals, in the order of the table. With `auto` the method also chooses the number of clusters of the point sets. */
export function groupsOf(auto: boolean): Group[] {
  const small = filesUpTo(2100)
  return [
    {
      name: 'shared',
      files: benchmarkNames,
      lines: [nmi('NMI', benchmarkNames, 75, 76), { measure: 'processor seconds', value: secondsOf(benchmarkNames) }],
    },
    {
      name: 'cuts',
      files: namesOf('uneven'),
      lines: [
        nmi('NMI', namesOf('uneven'), 83, 86),
        nmi(
          'NMI without WebKBu1',
          namesOf('uneven').filter((name) => name !== 'WebKBu1'),
          85,
        ),
      ],
    },
    {
      name: 'cells',
      files: namesOf('cells'),
      lines: [nmi('PBMC, NMI', ['pbmc-cite'], 92, 93), nmi('in-house, NMI', ['inhouse-cite'], 93, 95)],
    },
    { name: 'bdgp', files: ['BDGP-1750'], lines: [nmi('BDGP-1750, NMI', ['BDGP-1750'], 95, 96)] },
    {
      name: 'gaps',
      files: [...benchmarkNames, ...gapShares.flatMap((share) => benchmarkNames.map((file) => gapName(file, share)))],
      lines: gapShares.map((share, s) => ({
        measure: `NMI lost at ${100 * share} %`,
        value: gapLoss(benchmarkNames, share),
        floor: [2.6, 7.4, 12.3][s],
        goal: [2, 6, 11][s],
        less: true,
      })),
    },
    {
      name: 'points',
      files: points.filter((name) => auto || isPointFit(name)),
      lines: [
        { measure: 'ARI × 100', value: bestPerSet(points.filter(isPointFit)), floor: 86, goal: 92 },
        ...batteries.map((battery) => ({
          measure: `ARI × 100, ${battery}`,
          value: bestPerSet(points.filter((name) => isPointFit(name) && name.startsWith(battery))),
        })),
        ...(auto ? [{ measure: 'right numbers chosen', value: numberOf((row) => row.right === true) }] : []),
      ],
    },
    {
      name: 'tries',
      files: [...['moons', 'circles', 'five blobs', 'uneven blobs'].flatMap(drawsOf), 'wine', 'iris', 'digits'],
      lines: [
        ...['moons', 'circles', 'five blobs', 'uneven blobs'].map((shape) =>
          ari(`${shape}, ARI`, drawsOf(shape), 0.95),
        ),
        ari('wine, ARI', ['wine'], 0.88),
        ari('iris, ARI', ['iris'], 0.57, 0.75),
        ari('digits, ARI', ['digits'], 0.76, 0.85),
      ],
    },
    { name: 'small', files: Object.keys(smallBlobs), lines: [ari('ARI', Object.keys(smallBlobs), 0.88, 0.95)] },
    { name: 'whole', files: Object.keys(wholeNumbers), lines: [ari('ARI', Object.keys(wholeNumbers), 0.9, 0.95)] },
    {
      name: 'tables',
      files: [lineTables, groupTables, unevenTables, noisyTables].flatMap(Object.keys),
      lines: [
        ari('groups along a line, ARI', Object.keys(lineTables), 0.9),
        ari('groups anywhere, ARI', Object.keys(groupTables), 0.98),
        ari('uneven groups, ARI', Object.keys(unevenTables), 0.95),
        ari('two columns of many, ARI', Object.keys(noisyTables), 0.97),
      ],
    },
    {
      name: 'few',
      files: [...fewNames, 'nutrimouse diet'],
      lines: [
        ...fewNames.map((name, i) => nmi(`${name}, NMI`, [name], [60, 82, 88, 54][i], [90, 88, 92, 62][i])),
        nmi('nutrimouse by diet, NMI', ['nutrimouse diet']),
      ],
    },
    {
      name: 'robust',
      files: [...small, ...Object.keys(disturbances).flatMap((name) => small.map((file) => disturbedName(file, name)))],
      lines: Object.keys(disturbances).map((name) => ({
        measure: `NMI change, ${name}`,
        value: changeBy(small, name),
        floor: -0.5,
      })),
    },
    {
      name: 'warnings',
      files: [],
      lines: [
        less('points: fits with a warning about support', numberOf(isPointDoubt), 1),
        less('few: fits with a warning about support', numberOf(isFewDoubt), 0),
        less('points: confidence over 0.6, ARI under 0.4', numberOf(isWronglySure), 3),
      ],
    },
    {
      name: 'lacking',
      files: namesOf('lacking'),
      lines: namesOf('lacking').map((name) => nmi(`${name}, NMI`, [name])),
    },
  ]
}

/** The groups of a run that does not name any. */
export const usualGroups = 'shared,cuts,cells,bdgp,gaps,points,tries,small,whole,tables,few,robust,warnings'

/** The score that a file is compared by, in % where it is NMI. */
export function scoreOf(file: string, groups: readonly Group[]): Score {
  const group = groups.find(({ files }) => files.includes(file))
  return group && ['points', 'tries', 'small', 'whole', 'tables'].includes(group.name) ? 'ari' : 'nmi'
}

function nmi(measure: string, files: readonly string[], floor?: number, goal?: number): Line {
  return { measure, value: meanOf(files, 'nmi', 100), floor, goal }
}

function ari(measure: string, files: readonly string[], floor?: number, goal?: number): Line {
  return { measure, value: meanOf(files, 'ari', 1), floor, goal, digits: 3 }
}

function less(measure: string, value: Measure, floor: number): Line {
  return { measure, value, floor, less: true }
}

function changeBy(files: readonly string[], disturbance: string): Measure {
  return (rows) => {
    const whole = files.filter((file) => [file, disturbedName(file, disturbance)].every((name) => hasRow(rows, name)))
    const after = meanOf(
      whole.map((file) => disturbedName(file, disturbance)),
      'nmi',
      100,
    )
    return after(rows) - meanOf(whole, 'nmi', 100)(rows)
  }
}

function hasRow(rows: readonly Row[], file: string): boolean {
  return rows.some((row) => row.file === file)
}

function doubtsSupport({ warnings }: Row): boolean {
  return warnings.some((warning) => /support/.test(warning))
}

function isPointDoubt(row: Row): boolean {
  return isPointFit(row.file) && doubtsSupport(row)
}

function isFewDoubt(row: Row): boolean {
  return fewNames.includes(row.file) && doubtsSupport(row)
}

function isWronglySure(row: Row): boolean {
  return isPointFit(row.file) && (row.confidence ?? 0) > 0.6 && row.ari < 0.4
}
