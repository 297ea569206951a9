import { benchmarkSources } from './benchmark-sources.ts'
import type { Sources } from './data-set.ts'
import { firstTries } from './first-tries.ts'
import { groupTables, lineTables, noisyTables, unevenTables } from './plain-tables.ts'
import { pointSources } from './point-sources.ts'
import { smallBlobs, wholeNumbers } from './small-groups.ts'

/** Everything that can be clustered, by name. */
export const sources: Sources = {
  ...benchmarkSources,
  ...pointSources,
  ...firstTries,
  ...smallBlobs,
  ...wholeNumbers,
  ...lineTables,
  ...groupTables,
  ...unevenTables,
  ...noisyTables,
}
