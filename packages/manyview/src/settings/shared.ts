import { client, common, computing, flagOnly, grouping, input, output, perProcess } from './setting.ts'
import * as value from './values.ts'

/** Settings that several commands have. */
// biome-ignore format: a setting takes one line or two.
export const shared = {
  quiet: output('-q, --quiet', value.yes, 'print errors only', { ...flagOnly, ...perProcess }),
  json: output('--json', value.yes,
    'print one JSON object and nothing else on stdout', { ...flagOnly, ...perProcess }),
  threads: computing('--threads <n>', value.whole(1),
    'threads to use (default all); results do not depend on it', { ...common, ...perProcess, ...client('threads') }),
  seed: grouping('--seed <n>', value.whole(),
    'whole number that fixes every random choice (default 0)', { ...common, ...client('random_state', 'seed') }),
  method: grouping('-m, --method <name>', value.text,
    'method ("manyview methods" lists them)', { ...common, ...client('method') }),
  set: grouping('--set <option=value>', value.record<string | number | boolean>('--set maxIterations=50', () => true, undefined, { type: ['string', 'number', 'boolean'] }),
    'option of the method; can be repeated', { ...common, ...client('options') }),
  views: input('--views <file...>', value.paths,
    'the files that were clustered, to compute the explanation again', common),
  missing: input('--missing <mean|lowrank>', value.choice('mean', 'lowrank'),
    'fill in missing values (NaN) inside a view; without this flag they are refused', { ...common, ...client('missing') }),
  cache: computing('--cache <folder|none>', value.folderOrNone,
    'where descriptions of pictures are kept for the next run (default: your cache folder)', perProcess),
  stream: computing('--stream', value.yes, 'read the views in blocks, for data larger than memory', common),
}

/** What says how files are read. */
// biome-ignore format: a setting takes one line or two.
export const reading = {
  labels: input('-l, --labels <variable|file|auto>', value.text,
    'true labels, used only to print scores; auto takes those found in the file', common),
  views: input('--views <names>', value.names, 'variables or files to use as views, separated by commas; text=new_text calls new_text "text"', common),
  kind: input('--kind <name=kind>', value.record('--kind words=counts', (kind) => value.kinds.includes(kind as string), `NAME=KIND with the kind ${value.list(value.kinds)}`, { enum: value.kinds }),
    `kind of a view (${value.list(value.kindsOfViews)}) or of a column (${value.list(value.kindsOfColumns)}), where the guess is wrong`, { ...common, ...client('kinds') }),
  join: input('--join <inner|outer|same>', value.choice('inner', 'outer', 'same'),
    'views with ids: keep the samples that all views have (inner, default) or any view has (outer), or refuse to drop any (same)', { ...common, ...client('join') }),
  samples: input('--samples <rows|columns>', value.choice('rows', 'columns'),
    'where the samples are, if the guess is wrong'),
  id: input('--id <column>', value.text, 'column that holds the ids of the samples'),
  columns: input('--columns <view=names>', value.record('--columns image=img_'),
    'make a view of some columns of a table: a prefix, or names separated by commas'),
  categories: input('--categories <use|ignore>', value.categories,
    'text columns that repeat: ignore (default) lists them as metadata, use makes a view of them, use=COLUMN,… of some'),
  embed: input('--embed <folder>', value.paths,
    'one more view by a model that you have: a folder with model.onnx, for texts or pictures; can be repeated'),
  skipBroken: input('--skip-broken', value.yes,
    'leave out texts and pictures that cannot be read; by default they are refused'),
}

/** The flag of a folder, of a file, or of either. */
export const places = '-o, --out <place>'

export const folder = (help: string) => output('-o, --out <folder>', value.path, help, common)
export const file = (help: string) => output('-o, --out <file>', value.path, help, common)
