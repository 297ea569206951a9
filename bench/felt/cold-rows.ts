import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isSparse, toDense } from '@manyview/core/numerics'
import { dataFolder, readBenchmark } from '../quality/benchmark-files.ts'
import { writeUnitViews, writeView } from '../speed/npy.ts'
import { Peer, python } from '../speed/peer.ts'
import { real } from '../speed/shapes.ts'

/** Wall and processor seconds. */
export type Times = [wall: number, processor: number]

/** Two programs that do the same job, each in a fresh process at every call (which fits twice before where it is to be warm), and the ratio of their times that is wanted. */
export interface ColdRow {
  name: string
  what: string
  target: number
  ours(): Times | Promise<Times>
  peer(): Times | Promise<Times>
  end(): void
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const command = here('../../packages/manyview/bin/manyview.js')

/** The rows; those without their file or without scikit-learn are left out. */
export async function coldRows(names: readonly string[]): Promise<ColdRow[]> {
  const isNamed = (name: string) => (names.length === 0 || names.includes(name)) && existsSync(pathOf(name))
  const { status } = spawnSync(python, ['-c', 'import sklearn'])
  if (status !== 0) throw new Error(`${python} has no scikit-learn, give another Python as PYTHON`)
  const labels = [
    labelRow('BBCSport', 5, [], 1.5),
    labelRow('BBCSport', 5, ['--set', 'effort=fast'], 2.4),
    labelRow('HW', 10, [], 0.9),
    labelRow('HW', 10, ['--set', 'effort=fast'], 1.4),
    labelRow('HW', 10, ['--out'], 0.55),
    labelRow('CCV', 20, [], 9),
    labelRow('CCV', 20, ['--set', 'effort=fast'], 17),
    labelRow('Hdigit', 10, [], 4),
    labelRow('Hdigit', 10, ['--set', 'effort=fast'], 8),
  ]
  const rows = labels.filter(({ name }) => isNamed(name))
  const warm: [string, number, number][] = [
    ['BBCSport', 5, 0.5],
    ['HW', 10, 0.35],
  ]
  for (const [name, clusters, ratio] of warm) if (isNamed(name)) rows.push(await warmRow(name, clusters, ratio))
  const settings = { BBCSport: [1, 5, 3], NGs: [1, 5, 2.5], HW: [5e-4, 5e-2, 1.6], CCV: [1e-2, 5, 2.5] }
  for (const [name, [lambda1, lambda2, ratio]] of Object.entries(settings))
    if (isNamed(name)) rows.push(await dstlRow(name, lambda1, lambda2, ratio))
  return rows
}

function pathOf(name: string): string {
  return `${dataFolder}/${name}.mat`
}

/** `manyview fit` from Enter to labels, against the script that people would write; `--out` stands for results with explanations and a report. */
function labelRow(name: string, clusters: number, flags: readonly string[], target: number): ColdRow {
  const folder = mkdtempSync(`${tmpdir()}/manyview-felt-`)
  const output = flags[0] === '--out' ? ['--out', `${folder}/run`] : [...flags, '--out', `${folder}/labels.csv`]
  const fit = ['fit', pathOf(name), '-k', String(clusters), '-q', ...output]
  const script = [here('../peers/spectral_script.py'), pathOf(name), String(clusters), `${folder}/theirs.csv`]
  return {
    name,
    what: flags.join(' ') || 'labels',
    target: target,
    ours: () => timed([process.execPath, command, ...fit]),
    peer: () => timed([python, ...script]),
    end: () => rmSync(folder, { recursive: true }),
  }
}

/** The fit alone in a process that has fitted twice before, without starts and reading. */
async function warmRow(name: string, clusters: number, target: number): Promise<ColdRow> {
  const { input } = (await readBenchmark(name))!
  const folder = mkdtempSync(`${tmpdir()}/manyview-felt-`)
  const views = input.views.map(({ data }, v) => writeView(folder, String(v), isSparse(data) ? toDense(data) : data))
  return {
    name,
    what: 'warm, the fit alone',
    target,
    ours: () =>
      execFileSync(process.execPath, [here('./warm-fit.mjs'), pathOf(name), String(clusters)], { encoding: 'utf8' })
        .split(' ')
        .map(Number) as Times,
    async peer() {
      const script = Peer.start('spectral_sklearn.py', ['sklearn'])!
      await script.ask({ load: views })
      const run = () => script.ask({ run: { clusters, seed: 0 } })
      await run()
      await run()
      const { seconds, processor } = await run()
      script.stop()
      return [seconds, processor]
    },
    end: () => rmSync(folder, { recursive: true }),
  }
}

/** The first 21 iterations of DSTL in a process, against the first in numpy; reading and k-means are left out on both sides. */
async function dstlRow(name: string, lambda1: number, lambda2: number, target: number): Promise<ColdRow> {
  const work = (await real(name, lambda1, lambda2))!
  const folder = mkdtempSync(`${tmpdir()}/manyview-felt-`)
  const views = writeUnitViews(folder, work.views)
  const words = [here('./first-fit.mjs'), pathOf(name), ...[work.k, lambda1, lambda2].map(String)]
  return {
    name,
    what: 'DSTL, first fit',
    target: target,
    ours: () => execFileSync(process.execPath, words, { encoding: 'utf8' }).split(' ').map(Number) as Times,
    async peer() {
      const numpy = Peer.start('dstl_numpy.py', ['numpy', 'scipy.sparse'])!
      await numpy.ask({ load: views })
      const { seconds, processor } = await numpy.ask({ run: { lambda: work.lambda, k: work.k, iterations: 21 } })
      numpy.stop()
      return [seconds, processor]
    },
    end: () => rmSync(folder, { recursive: true }),
  }
}

/** Times a program from its start to its end, its threads and children included. */
function timed(words: readonly string[]): Times {
  const { stderr, status } = spawnSync('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...words], {
    encoding: 'utf8',
    // Where this names certificates, Node 20 reads them at every start, whatever the program does.
    env: { ...process.env, PYTHONWARNINGS: 'ignore', NODE_EXTRA_CA_CERTS: undefined },
  })
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
  const [wall, user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return [wall, user + system]
}
