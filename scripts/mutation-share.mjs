// A plugin for Stryker: mutates only a share of the statements and conditions, drawn by a seed, so that large folders are measured in the time there is.
// MUTATION_SHARE=0.1 MUTATION_SEED=7 npm run mutation -- --mutate 'packages/formats/src/table/*.ts'

import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const share = Number(process.env.MUTATION_SHARE ?? 1)
const seed = process.env.MUTATION_SEED ?? '0'
const statements = new Set(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'ThrowStatement'])

/** A number from 0 to 1 that depends on the seed and on the code and its place. */
function draw({ node, hub }) {
  const code = hub?.file?.code?.slice(node.start, node.end) ?? ''
  const digest = createHash('sha256').update(`${seed} ${node.start} ${code}`).digest()
  return digest.readUInt32LE(0) / 2 ** 32
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'share', {
    shouldIgnore(path) {
      if (share >= 1 || !(statements.has(path.node.type) || path.key === 'test' || path.key === 'update')) return
      // A declaration that holds functions is passed over: what stands in them is drawn by itself.
      if (
        path.node.type === 'VariableDeclaration' &&
        path.node.declarations.some(({ init }) => /Function/.test(init?.type))
      )
        return
      return draw(path) < share ? undefined : 'not drawn'
    },
  }),
]
