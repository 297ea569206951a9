import { audit, compare, reproduce } from './experiments.ts'
import { client, common, computing, flagOnly, grouping, input, output, perProcess, type Setting } from './setting.ts'
import { file, folder, places, reading, shared } from './shared.ts'
import * as value from './values.ts'

const { cache, json, method, missing, quiet, seed, set, stream, threads, views } = shared

/** Everything that every command can be told. Flags, their help and completion, manyview.json, the agreement between processes and the arguments of the clients come from here. */
// biome-ignore format: a setting takes one line or two.
export const settings = {
  fit: {
    ...reading,
    missing,
    metadata: input('--metadata <file>', value.paths,
      'what else is known of the samples, joined by id: tested against the clusters, never clustered; can be repeated', common),
    sets: input('--sets <file.gmt>', value.paths,
      'sets of features, such as the genes of pathways, tested against each cluster; can be repeated'),
    clusters: grouping('-k, --clusters <k|from..to|auto>', value.clusters,
      'number of clusters, or how to choose it (default auto)', { ...common, ...client('n_clusters', 'k') }),
    method,
    set,
    seed,
    weight: grouping('--weight <view=number>', value.record<string | number>('--weight words=2', (weight) => ['string', 'number'].includes(typeof weight), undefined, { type: ['string', 'number'] }),
      'how much a view counts (default 1), if the method has weights', { ...common, ...client('weights') }),
    outliers: grouping('--outliers <auto|share>', value.outliers,
      'set samples that are unlike all others aside, with the label -1: those past a limit, or a share such as 2%', { ...common, ...client('outliers') }),
    shuffle: grouping('--shuffle <seed>', value.whole(),
      'cluster the samples in a random order; results keep the order of the file'),
    names: grouping('--names <file>', value.path,
      'names of the clusters, one per line in the order of the clusters (default: what sets them apart)'),
    leaveOneOut: grouping('--leave-one-out', value.yes,
      'fit again without each view and show what changes: one more fit per view', client('leave_one_out')),
    out: output(places, value.places,
      'folder for labels, explanations (CSV), clustering.json and report.html; FILE.csv for the labels alone, - for stdout; can be repeated', common),
    model: output('--model <file>', value.path,
      'save a model to this file, so that "manyview assign" can place new samples', common),
    write: output('--write <parts>', value.writtenParts,
      'what goes to the folder besides labels and clustering.json, separated by commas: report (default), npy or parquet (memberships and embedding), or none'),
    json: output('--json [labels]', value.text,
      'print one JSON object and nothing else on stdout, with the seconds of every stage; "--json labels" adds labels and ids', { ...flagOnly, ...perProcess }),
    quiet,
    settings: output('--settings <file>', value.path,
      'read settings from this file instead of manyview.json', { flagOnly: true, perProcess: true }),
    threads,
    stream,
    memory: computing('--memory <bytes>', value.bytes,
      'most memory for the method, such as 8GB (default 60 % of the free memory)', { ...perProcess, ...client('memory') }),
    device: computing('--device <cpu|gpu|auto>', value.choice('cpu', 'gpu', 'auto'),
      'cpu (default), gpu (a graphics card takes over the heavy steps) or auto (a card where it pays)'),
    precision: computing('--precision <name>', value.choice('double', 'relaxed', 'single'),
      'double (default), relaxed (faster, the last digits differ) or single (faster, fewer digits, dstl only)'),
    checkpoint: computing('--checkpoint <folder[,minutes]>', value.checkpoint,
      'save the state of a long fit in this folder every 10 minutes (0: after every iteration), and continue from it after an interruption, on any number of processes'),
    cache,
  },
  assign: {
    ...reading,
    join: {
      ...reading.join,
      help: 'views with ids: keep the samples that any view has (outer, default) or that all views have (inner)',
    },
    missing: input('--missing <mean>', value.choice('mean'),
      'replace missing values (NaN) by the mean of the training samples', common),
    out: output(places, value.places,
      'folder for labels.csv and memberships.csv; FILE.csv for the labels alone, - for stdout; can be repeated', common),
    json,
    quiet,
    stream,
    cache,
  },
  inspect: { ...reading, json, cache },
  cut: {
    views: { ...views, help: 'the files that were clustered, for the map, the features and --exact' },
    clusters: grouping('-k, --clusters <k>', value.whole(1), 'number of clusters', common),
    exact: grouping('--exact', value.yes, 'fit the files of --views again: the clusters that "manyview fit" gives', common),
    out: output(places, value.places,
      'folder for the files that "manyview fit --out" writes; FILE.csv for the labels alone, - for stdout; can be repeated', common),
    json,
    quiet,
  },
  report: {
    views,
    out: file('file to write (default report.html in the same folder), or a folder for it and the tables (CSV)'),
    json: { ...json, help: 'print the clustering.json with its explanation; a page is written only with --out' },
    quiet,
  },
  plot: {
    views,
    figure: output('-f, --figure <name>', value.text, 'which figure (default map)', common),
    cluster: output('--cluster <c>', value.whole(0), 'which cluster, for the figure of features (default 0)', common),
    out: file('where to write: FILE.svg or FILE.png'),
    width: output('--width <pixels>', value.whole(1),
      'width from 200 to 4000 (default 720; a PNG has twice as many pixels)', common),
    dark: output('--dark', value.yes, 'draw on a dark background', common),
    quiet,
  },
  score: { json },
  methods: { json },
  demo: {
    method,
    set,
    seed,
    out: folder('write labels.csv, clustering.json and report.html to this folder'),
    json,
    quiet,
    threads,
  },
  studio: {
    port: computing('--port <n>', value.whole(), 'port to serve on (default: any free one)', common),
    open: computing('--no-open', value.yes, 'do not open the browser', common),
  },
  mcp: {
    largest: computing('--largest <bytes>', value.bytes, 'largest file that may be read (default 1GB)', common),
    timeLimit: computing('--time-limit <minutes>', value.minutes, 'stop a tool that takes longer (default 30)', common),
  },
  compare,
  audit,
  reproduce,
}

type CommandName = keyof typeof settings

type ValueOf<S> = S extends { value: value.Value<infer T> } ? T : never
type Table<C extends CommandName> = (typeof settings)[C]
type WithDefault<C extends CommandName> = {
  [N in keyof Table<C>]: Table<C>[N] extends { default: unknown } ? N : never
}[keyof Table<C>]

/** What a command was told; what is not there was not said. */
export type Settings<C extends CommandName> = {
  [N in keyof Table<C>]?: ValueOf<Table<C>[N]>
} & { [N in WithDefault<C>]: ValueOf<Table<C>[N]> }

/** The settings of a command by name, without the types of their values. */
export function settingsOf(command: string): Readonly<Record<string, Setting>> {
  return Object.hasOwn(settings, command) ? (settings[command as CommandName] as Record<string, Setting>) : {}
}

/** The long flag of a setting: `--clusters`. */
export function longFlag({ flag }: Pick<Setting, 'flag'>): string {
  return /--[\w-]+/.exec(flag)![0]
}
