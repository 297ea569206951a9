// A plugin for Stryker: mutates only a share of the functions, methods and other statements of a file, drawn by a seed, so that large folders are measured in the time there is.
// MUTATION_SHARE=0.1 MUTATION_SEED=7 npm run mutation -- --mutate 'packages/formats/src/table/*.ts'

import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const share = Number(process.env.MUTATION_SHARE ?? 1)
const seed = process.env.MUTATION_SEED ?? '0'

/** A number from 0 to 1 that depends on the seed and on the code and its place. */
function draw({ node, hub }) {
  const code = hub?.file?.code?.slice(node.start, node.end) ?? ''
  const digest = createHash('sha256').update(`${seed} ${node.start} ${code}`).digest()
  return digest.readUInt32LE(0) / 2 ** 32
}

/** Classes are not drawn as a whole: each of their members is. */
const isClass = ({ node }) => /Class/.test(node.declaration?.type ?? node.type)

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'share', {
    shouldIgnore(path) {
      const drawn = path.parent?.type === 'ClassBody' || (path.parent?.type === 'Program' && !isClass(path))
      return share < 1 && drawn && draw(path) >= share ? 'not drawn' : undefined
    },
  }),
]
