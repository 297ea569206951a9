import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, npy } from './blobs.ts'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const place = workplace()
place.file('a.npy', npy(blobs(3000, 3, 12).first))
mkdirSync(place.path('disk'))

/** Runs a line of shell with a small file system of its own on `disk`; what is on it afterwards is printed last. */
const onDisk = (options: string, line: string) =>
  spawnSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o ${options} none disk && { ${line}; echo "status $?"; cd disk && find . -type f | sort; }`,
    ],
    { cwd: place.folder, encoding: 'utf8' },
  )
const trial = onDisk('size=64k', 'true')
const mounts = trial.status === 0
const why = mounts
  ? ''
  : ` (skipped: no disk of its own can be mounted here, ${trial.error?.message ?? trial.stderr.trim()})`
const manyview = `'${process.execPath}' '${command}'`
const fit = `${manyview} fit a.npy -k 3 -q --threads 1`

describe.runIf(mounts)(`a disk that is full or cannot be written${why}`, () => {
  it.each([
    ['the results', '--method kmeans --out disk/results', /^manyview: disk\/results\/[\w.]+: [^\n]*full[^\n]*\n$/],
    ['a model', '--method spectral --model disk/a.model', /^manyview: disk\/a\.model: [^\n]*full[^\n]*\n$/],
    ['the labels', '--method kmeans --out disk/labels.csv', /^manyview: disk\/labels\.csv: [^\n]*full[^\n]*\n$/],
    [
      'a checkpoint',
      '--method dstl --set lambda1=0.01 --set lambda2=0.01 --set maxIterations=3 --checkpoint disk/kept,0',
      /^manyview: disk\/kept: [^\n]*full[^\n]*\n$/,
    ],
  ])('full while it takes %s: one line, and nothing half-written is left', (_, flags, message) => {
    const { stdout, stderr } = onDisk('size=8k', `${fit} ${flags}`)
    expect(stderr).toMatch(message)
    expect(stdout).toBe('status 1\n')
  })

  it('full while results replace those of an earlier run: the earlier ones stay, whole', () => {
    const again = `${fit} --method kmeans --write none --out disk/results && sha256sum disk/results/* > before`
    const full = `head -c 1G /dev/zero > disk/filler 2>&-; ${fit} --method kmeans --write none --seed 2 --out disk/results`
    const { stdout, stderr } = onDisk('size=2m', `${again}; ${full}; sha256sum -c --quiet before`)
    expect(stderr).toMatch(/^manyview: disk\/results\/[\w.]+: [^\n]*full[^\n]*\n$/)
    expect(stdout).toBe(
      'status 0\n./filler\n./results/clustering.json\n./results/labels.csv\n./results/tree.json\n./results/tree.nwk\n',
    )
    expect(readFileSync(place.path('before'), 'utf8').trim().split('\n').length).toBe(4)
  })

  it('full while standard output is written: one line', () => {
    const { stdout, stderr } = onDisk('size=64k', `${fit} --method kmeans --json > /dev/full`)
    expect(stderr).toMatch(/^manyview: stdout: cannot be written \(ENOSPC[^\n]*\n$/)
    expect(stdout).toMatch(/^status 1\n/)
  })

  it('read-only: refused before the fit, for every output', () => {
    for (const flags of [
      '--out disk/results',
      '--model disk/a.model',
      '--out disk/labels.csv',
      '--checkpoint disk/kept',
    ]) {
      const { stdout, stderr } = onDisk('size=64k,ro', `${fit} ${flags}`)
      expect(stderr, flags).toMatch(/^manyview: disk[^\n]* the disk is read-only[^\n]*\n$/)
      expect(stdout, flags).toBe('status 1\n')
    }
  })
})
