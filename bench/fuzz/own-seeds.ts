// Files of our own that people may get damaged: models, records, manifests, settings and checkpoints, each with what reads it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cluster } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import {
  clusteringRecord,
  parseManifest,
  parseRecord,
  readModel,
  recordText,
  storedClustering,
  writeModel,
} from '@manyview/formats'
import { FileCheckpoints } from 'manyview/node'
import { sha256 } from '../../packages/formats/src/bytes/sha256.ts'
import type { Seed } from '../../packages/formats/test/mutate.ts'
import { someModels, someViews } from '../../packages/formats/test/results/models.ts'
import { manifestText } from '../../packages/manyview/src/checkpoint/manifest.ts'
import { readSettings } from '../../packages/manyview/src/settings/settings-file.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const digestLength = 32

const manifest = {
  views: {
    image: { file: 'table.csv', columns: 'img_', id: 'name' },
    text: { file: 'table.csv', columns: ['t1', 't2'], weight: 2, kind: 'counts' },
    sound: 'sound.csv',
  },
  labels: { file: 'table.csv', name: 'class' },
}
const settings = { clusters: 5, method: 'consensus', seed: 3, columns: { image: 'img_' }, set: { effort: 'fast' } }

/** Seeds with readers of their own. */
export async function ownSeeds(): Promise<Seed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manyview-fuzz-own-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const models = Object.entries(await someModels()).map(([way, model]) => ({
    name: `${way}.mvm`,
    bytes: writeModel(model),
  }))
  return [
    ...models.flatMap(({ name, bytes }) => [
      { name, bytes, read: (damaged: Uint8Array) => readModel(damaged, name) },
      { name: `signed-${name}`, bytes, pack: signed, read: (damaged: Uint8Array) => readModel(damaged, name) },
    ]),
    {
      name: 'clustering.json',
      bytes: encoder.encode(await record()),
      read: (bytes) => storedClustering(parseRecord(decoder.decode(bytes))),
    },
    {
      name: 'views.json',
      bytes: encoder.encode(JSON.stringify(manifest, null, 1)),
      read: (bytes) => parseManifest('views.json', decoder.decode(bytes)),
    },
    {
      name: 'manyview.json',
      bytes: encoder.encode(JSON.stringify(settings, null, 1)),
      read: (bytes) => {
        const path = join(folder, 'manyview.json')
        writeFileSync(path, bytes)
        return readSettings(path)
      },
    },
    ...checkpointSeeds(join(folder, 'checkpoint')),
  ]
}

async function record(): Promise<string> {
  const views = someViews(45, 1)
  const clustering = await cluster(views, { clusters: 3, method: 'kmeans', runtime: { threads: 1 } })
  const summary = Object.keys(views).map((name) => ({ name, features: name === 'words' ? 24 : 5, sparse: false }))
  const run = { versions: {}, inputs: [], reading: {}, views: summary, scores: null, warnings: [] }
  return recordText(clusteringRecord(clustering, run))
}

/** A model file with the length and the checksum that its bytes have. */
function signed(damaged: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(damaged)
  if (bytes.length < 24 + digestLength) return bytes
  const view = new DataView(bytes.buffer)
  view.setUint32(16, bytes.length, true)
  view.setUint32(20, 0, true)
  bytes.set(sha256(bytes.subarray(0, bytes.length - digestLength)), bytes.length - digestLength)
  return bytes
}

/** One seed per file of a checkpoint, and its list of files with a checksum that fits. */
function checkpointSeeds(parent: string): Seed[] {
  const saved = {
    iteration: 4,
    shared: { weights: Float64Array.of(1, 2), errors: Float64Array.of(3) },
    rows: matrix(3, 2, Float64Array.of(1, 2, 3, 4, 5, 6)),
  }
  new FileCheckpoints(parent, { minutes: 0 }).save('task', saved)
  const folder = join(parent, 'manyview-checkpoint')
  const whole = new Map(readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]))
  const load = (name: string) => (bytes: Uint8Array) => {
    for (const [other, content] of whole) writeFileSync(join(folder, other), other === name ? bytes : content)
    return new FileCheckpoints(parent).load('task', 3)
  }
  const list = whole.get('checkpoint.json')!
  const { manifest: named } = JSON.parse(decoder.decode(list))
  return [
    ...[...whole].map(([name, bytes]) => ({ name, bytes, read: load(name) })),
    {
      name: 'signed-checkpoint.json',
      bytes: encoder.encode(JSON.stringify(named, null, 1)),
      pack: resigned,
      read: load('checkpoint.json'),
    },
  ]
}

function resigned(damaged: Uint8Array): Uint8Array {
  try {
    return encoder.encode(manifestText(JSON.parse(decoder.decode(damaged))))
  } catch {
    return damaged
  }
}
