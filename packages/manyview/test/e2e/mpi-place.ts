import { readFileSync } from 'node:fs'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { blobs, csv, npy } from './blobs.ts'
import { type Ended, Workplace } from './command.ts'
import { startRanks } from './mpirun.ts'

/** Flags of a short fit by DSTL. */
export const dstl = [
  '-k',
  '3',
  '--method',
  'dstl',
  '--set',
  'lambda1=0.01',
  '--set',
  'lambda2=0.1',
  '--threads',
  '1',
  '--write',
  'none',
  '--quiet',
]

/** A folder with two views of 201 samples, sorted by class, in several formats: `a.npy`, `a.csv`, `b.npy`, `b.parquet`, `b.json`, and `broken.npy`, whose last sample has a missing value. */
export class MpiPlace extends Workplace {
  constructor() {
    super()
    const { first, second, labels } = blobs(201, 3, 6)
    const sorted = labels.map((label, i) => ({ label, i })).sort((a, b) => a.label - b.label)
    // Around zero, so that samples of different clusters point in different directions.
    const inOrder = (rows: number[][]) => sorted.map(({ i }) => rows[i].map((value) => value - 30))
    const [a, b] = [inOrder(first), inOrder(second)]
    this.file('a.npy', npy(a))
    this.file('b.npy', npy(b))
    this.file('broken.npy', npy(b.map((row, i) => (i === 200 ? [Number.NaN, ...row.slice(1)] : row))))
    const names = a[0].map((_, j) => `feature ${j}`)
    // Notes with line breaks within quotes: a rank's share of the bytes may begin inside one.
    const notes = a.map((_, i) => `"note ${i},\nwith ""two"" lines"`)
    this.file('a.csv', csv([[...names, 'note'], ...a.map((row, i) => [...row, notes[i]])]))
    const columns = names.map((name, j) => ({ name, data: b.map((row) => row[j]), type: 'DOUBLE' as const }))
    this.file('b.parquet', new Uint8Array(parquetWriteBuffer({ columnData: columns, rowGroupSize: 40 })))
    this.file('b.json', JSON.stringify(b.map((row) => Object.fromEntries(row.map((value, j) => [names[j], value])))))
  }

  /** Runs the command on so many ranks. */
  over(ranks: number, args: readonly string[]): Promise<Ended> {
    return startRanks(ranks, args, { folder: this.folder }).ended
  }

  labelsIn(folder: string): string {
    return readFileSync(this.path(`${folder}/labels.csv`), 'utf8')
  }
}

/** What `ranks-program.mjs` says on so many ranks where everything is right, factors aside. */
export function rightOn(size: number) {
  const each = Array.from({ length: size }, (_, rank) => rank)
  return {
    size,
    broadcast: [7, 7, 7, 7, 7],
    sums: [1, 1, 1],
    gathered: each.flatMap((rank) => Array.from({ length: rank + 1 }, () => rank)),
    allGathered: each,
    allToAll: each.map((rank) => 10 * rank),
    sameLabels: true,
  }
}
