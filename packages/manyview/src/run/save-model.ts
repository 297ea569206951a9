import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Clustering, trainModel } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { type Dataset, describeModel, featureNames, writeModel } from '@manyview/formats'
import { privacyWords } from '../print/model-words.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import { writeAtomically } from '../writing/write-atomically.ts'

/**
 * Makes the model of a clustering and writes it to `path`, for `manyview assign`; says on the screen whether it holds training data. Ranks of the `ranks` have their own samples each; the
 * first has the clustering of all and the `names` of its clusters, and writes. `scratch` is for views that are read in blocks.
 */
export async function saveModel(
  { ranks, scratch }: { ranks: Ranks; scratch?: Scratch },
  path: string,
  dataset: Dataset<ShapedView>,
  clustering: Clustering,
  names: readonly string[] | undefined,
  screen: Screen,
  { talk, quiet }: { talk: boolean; quiet: boolean },
  signal: AbortSignal,
): Promise<void> {
  // Rows are matched already, and the model keeps no ids.
  const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  const ids = clustering.ids.map((_, i) => String(i))
  const options = { featureNames: featureNames(dataset), ranks, scratch, signal }
  const model = await ProgressDisplay.of(screen, quiet, (onProgress) =>
    trainModel(views, { ...clustering, ids }, { ...options, onProgress }),
  )
  if (!model) return
  await mkdir(dirname(path), { recursive: true })
  await writeAtomically(path, writeModel(describeModel(model, dataset, names)))
  if (!talk) return
  screen.line()
  screen.line(`  ${screen.colours.bold('model')}    ${wrap(`${path} ${privacyWords(model)}`, screen.width - 11, 11)}`)
}
