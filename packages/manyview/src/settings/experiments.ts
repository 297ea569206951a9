import { common, computing, grouping, input, output, perProcess } from './setting.ts'
import { folder, reading, shared } from './shared.ts'
import * as value from './values.ts'

const { json, missing, quiet, set } = shared

/** What experiments take: several fits on one data set. */
// biome-ignore format: a setting takes one line or two.
const experiment = {
  clusters: grouping('-k, --clusters <k>', value.whole(1), 'number of clusters', common),
  ...reading,
  missing,
  seed: grouping('--seed <n>', value.whole(),
    'seed of the first run; the others add 1, 2, … (default 0)', { ...common, default: 0 }),
}
// biome-ignore format: a setting takes one line or two.
const limits = {
  threads: computing('--threads <n>', value.whole(1),
    'runs at the same time (default one per core)', { ...common, ...perProcess }),
  memory: computing('--memory <bytes>', value.bytes,
    'most memory for all runs together (default 60 % of the free memory)', perProcess),
  timeLimit: computing('--time-limit <minutes>', value.minutes, 'stop a run that takes longer (default 30)'),
}
const resume = output('--resume', value.yes, 'continue with the finished runs in --out')

// biome-ignore format: a setting takes one line or two.
export const compare = {
  ...experiment,
  methods: grouping('-m, --methods <names>', value.names,
    'methods, separated by commas (default all); dstl:variant=S sets an option', common),
  repetitions: grouping('-r, --repetitions <r>', value.whole(1),
    'runs of each method in each order (default 10)', { ...common, default: 10 }),
  tune: grouping('--tune <none|labels|unsupervised>', value.choice('none', 'labels', 'unsupervised'),
    'use the published settings (none, default), or the best of a grid', { ...common, default: 'none' as const }),
  byLabels: grouping('--by-labels', value.yes,
    'also show what choosing settings and runs by the true labels would add', common),
  format: output('-f, --format <format>', value.choice('terminal', 'markdown', 'csv', 'latex', 'html'),
    'terminal (default), markdown, csv, latex or html', { ...common, default: 'terminal' as const }),
  out: folder('write the table to this folder in all formats, and keep finished runs there'),
  resume,
  json,
  quiet: { ...quiet, help: 'print the table only' },
  ...limits,
}

// biome-ignore format: a setting takes one line or two.
export const audit = {
  ...experiment,
  method: grouping('-m, --method <names>', value.text,
    'method, several separated by commas, or all ("manyview methods" lists them); dstl:variant=S sets an option', common),
  set: { ...set, help: 'option of the one method; can be repeated' },
  permutations: grouping('-n, --permutations <n>', value.whole(1),
    'number of random orders (default 10)', { ...common, default: 10 }),
  out: folder('write audit.md, audit.json, audit.svg and audit.png to this folder, and keep finished fits there'),
  resume,
  json,
  quiet: { ...quiet, help: 'print the verdict only' },
  ...limits,
}

// biome-ignore format: a setting takes one line or two.
export const reproduce = {
  data: input('-d, --data <folder>', value.text, 'folder with the data sets (default .)', { ...common, default: '.' }),
  sets: input('--sets <names>', value.names, 'data sets, separated by commas (default all)', common),
  only: grouping('--only <parts>', value.names,
    'parts, separated by commas (default all): tables, times, sensitivity, convergence, tsne, ablation', common),
  missing: grouping('--missing', value.yes, 'in place of these: accuracy with 10 to 70 % of the views taken away', common),
  repetitions: grouping('-r, --repetitions <r>', value.whole(1),
    'runs of each method in each order (default 10)', common),
  tuneRivals: grouping('--tune-rivals', value.yes, 'also tune the rival methods with the labels (takes long)', common),
  quick: grouping('--quick', value.yes, 'two repetitions and coarse grids, to see that it works', common),
  out: output('-o, --out <folder>', value.path,
    'write report.html, CSV and SVG files to this folder (default manyview-reproduce)', { ...common, default: 'manyview-reproduce' }),
  quiet,
  ...limits,
}
