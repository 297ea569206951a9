import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { dataFolder } from '../quality/benchmark-files.ts'
import { writeUnitViews } from '../speed/npy.ts'
import { Peer, python } from '../speed/peer.ts'
import { real } from '../speed/shapes.ts'

/** Wall and processor seconds. */
export type Times = [wall: number, processor: number]

/** Two programs that do the same job, each in a fresh process at every call, and the ratio of their times that is wanted. */
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
    labelRow('BBCSport', 5, [], 1.1),
    labelRow('BBCSport', 5, ['--set', 'effort=fast'], 2),
    labelRow('HW', 10, [], 0.6),
    labelRow('HW', 10, ['--set', 'effort=fast'], 1.05),
    labelRow('HW', 10, ['--out'], 0.37),
    labelRow('CCV', 20, [], 4.8),
    labelRow('CCV', 20, ['--set', 'effort=fast'], 16),
    labelRow('Hdigit', 10, [], 2.4),
    labelRow('Hdigit', 10, ['--set', 'effort=fast'], 4.7),
  ]
  const rows = labels.filter(({ name }) => isNamed(name))
  const settings = { BBCSport: [1, 5, 5], NGs: [1, 5, 4], HW: [5e-4, 5e-2, 2], CCV: [1e-2, 5, 4] }
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
