import { InputError } from '@manyview/core'
import { canTestFeatureSets, type FeatureSet } from '@manyview/core/metadata'
import type { ByteSource } from '../bytes/byte-source.ts'
import { readFeatureSets } from '../readers/gmt/read.ts'

/** Names that a message shows. */
const shown = 3

/** The sets of GMT files, refused where none of them can be tested in any view: `names` are those of the views' features. */
export async function gatherFeatureSets(
  sources: readonly ByteSource[],
  names: Readonly<Record<string, readonly string[]>>,
): Promise<FeatureSet[]> {
  const sets = (await Promise.all(sources.map(readFeatureSets))).flat()
  if (canTestFeatureSets(names, sets)) return sets
  const argument = sources.map(({ name }) => name).join(', ')
  const features = Object.values(names).flatMap((each) => each.slice(0, shown))
  if (features.length === 0)
    throw new InputError(
      'cannot be tested, no view has names of its features: give files with a header, or a file of names such as genes.txt beside them',
      { code: 'no-features', argument },
    )
  const members = sets.flatMap((set) => set.members.slice(0, 1))
  throw new InputError(
    `has no set with at least 5 features of a view, and fewer than all: sets hold ${members.slice(0, shown).join(', ')}, features are called ${features.slice(0, shown).join(', ')}; give sets with names of the same kind`,
    { code: 'no-features', argument },
  )
}
