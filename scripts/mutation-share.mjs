// Plugins for Stryker that measure large folders in the time there is. A seed draws:
// MUTATION_SHARE: the share of the functions, methods and other statements of a file that are mutated
// MUTATION_PICK: the share of their mutations that are tried, so that a few hundred come from many functions; the others count as "errors"
// MUTATION_SHARE=0.2 MUTATION_PICK=0.1 MUTATION_SEED=7 npm run mutation -- --mutate 'packages/formats/src/table/*.ts'

import { createHash } from 'node:crypto'
import { CheckStatus } from '@stryker-mutator/api/check'
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const share = Number(process.env.MUTATION_SHARE ?? 1)
const pick = Number(process.env.MUTATION_PICK ?? 1)
const seed = process.env.MUTATION_SEED ?? '0'

/** A number from 0 to 1 that depends on the seed and on what is drawn. */
const draw = (what) => createHash('sha256').update(`${seed} ${what}`).digest().readUInt32LE(0) / 2 ** 32

const codeOf = ({ node, hub }) => hub?.file?.code?.slice(node.start, node.end) ?? ''

/** Classes are not drawn as a whole: each of their members is. */
const isClass = ({ node }) => /Class/.test(node.declaration?.type ?? node.type)

class Picked {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map(({ id, fileName, location: { start }, mutatorName, replacement }) => [
        id,
        draw(`${fileName.replace(/.*packages/, '')} ${start.line} ${start.column} ${mutatorName} ${replacement}`) < pick
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: 'not picked' },
      ]),
    )
  }
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'share', {
    shouldIgnore(path) {
      const drawn = path.parent?.type === 'ClassBody' || (path.parent?.type === 'Program' && !isClass(path))
      return share < 1 && drawn && draw(`${path.node.start} ${codeOf(path)}`) >= share ? 'not drawn' : undefined
    },
  }),
  declareClassPlugin(PluginKind.Checker, 'pick', Picked),
]
