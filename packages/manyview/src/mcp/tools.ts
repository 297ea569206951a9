import { resolve } from 'node:path'
import type * as v from 'valibot'
import { readClusteringRecord, recordPath } from '../files/read-clustering-record.ts'
import { jsonSchema } from '../json/json-schema.ts'
import { printedSchemas } from '../json/schemas.ts'
import { settingsOf } from '../settings/table.ts'
import type { JsonSchema } from '../settings/values.ts'
import { explainResult, explanationSchema, samplesOf, samplesSchema } from './explain-result.ts'
import { type ResultFile, resultFiles } from './results.ts'
import { runCommand, type Watch } from './run-command.ts'
import { flagWords, numberIn, pathsIn, toolSchema } from './tool-input.ts'

type Arguments = Readonly<Record<string, unknown>>

/** What a tool gives back. */
interface Answer {
  content: unknown
  /** What was written, to be read as resources. */
  files: ResultFile[]
}

/** Something that an agent can ask for. */
export interface Tool {
  name: string
  title: string
  description: string
  /** True where nothing is written. */
  readOnly: boolean
  input: JsonSchema & { type: 'object' }
  output: JsonSchema & { type: 'object' }
  call(args: Arguments, watch: Watch): Promise<Answer>
}

const MOST_SAMPLES = 1000

const files = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  description: 'one file with all views, or one file per view; a folder; a views.json',
}
const result = { type: 'string', description: 'the folder that fit wrote, or its clustering.json' }
const out = (what: string) => ({ type: 'string', description: what })
const whole = (description: string, preset: number, most: number) => ({
  type: 'integer',
  minimum: 0,
  maximum: most,
  default: preset,
  description,
})

/** A command as a tool: its arguments are positions and flags, its answer the JSON that it prints. */
function commandTool(
  name: keyof typeof printedSchemas,
  {
    positions,
    own = {},
    required = [],
    ...about
  }: Pick<Tool, 'title' | 'description' | 'readOnly'> & {
    positions: Readonly<Record<string, JsonSchema>>
    own?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  },
): Tool {
  const places = Object.keys(positions)
  return {
    name,
    ...about,
    input: toolSchema(name, { ...positions, ...own }, [...places, ...required]),
    output: outputSchema(printedSchemas[name]),
    async call(args, watch) {
      const paths = places.flatMap((place) => pathsIn(args, place))
      const settings = Object.fromEntries(Object.entries(args).filter(([key]) => !places.includes(key)))
      // Descriptions of pictures would be kept outside the folder.
      const own = Object.hasOwn(settingsOf(name), 'cache') ? ['--cache=none'] : []
      const words = [name, ...flagWords(name, settings), ...own, '--json', '--', ...paths]
      const content = await runCommand(words, watch)
      return { content, files: typeof args.out === 'string' ? resultFiles(inFolder(args.out)) : [] }
    },
  }
}

/** Everything that an agent can ask for. */
export const tools: readonly Tool[] = [
  commandTool('inspect', {
    title: 'Look at data',
    description:
      'Reads files and says which views, ids, labels and missing values they hold, and how large a fit is. Call it before fit.',
    readOnly: true,
    positions: { files },
  }),
  commandTool('fit', {
    title: 'Cluster samples',
    description:
      'Clusters samples that several views describe and writes the result to the folder `out`. explain and samples_of read it. Without `clusters` the number is chosen. Labels are used for scores only.',
    readOnly: false,
    positions: { files },
    own: { out: out('folder for the result') },
    required: ['out'],
  }),
  {
    name: 'explain',
    title: 'Explain a result',
    description:
      'Says what sets each cluster apart, how sure it is, which views support it, which samples are typical or in doubt, and on which samples views differ.',
    readOnly: true,
    input: {
      type: 'object',
      properties: {
        result,
        views: {
          ...files,
          description: 'the files that were clustered, where the result was written without a report',
        },
        features: whole('features per cluster at most', 10, 100),
      },
      required: ['result'],
      additionalProperties: false,
    },
    output: outputSchema(explanationSchema),
    async call(args, watch) {
      const path = recordPath(inFolder(pathsIn(args, 'result')[0]))
      const views = args.views === undefined ? [] : pathsIn(args, 'views').map((file) => `--views=${file}`)
      const most = numberIn(args, 'features', { preset: 10, most: 100 })
      if (views.length === 0) return { content: explainResult(await readClusteringRecord(path), most), files: [] }
      const record = await runCommand(['report', ...views, '--json', '--', path], watch)
      const { storedClustering } = await import('@manyview/formats')
      return { content: explainResult(storedClustering(record as never, path), most), files: [] }
    },
  },
  commandTool('cut', {
    title: 'Change the number of clusters',
    description: 'Gives another number of clusters from the tree of a result, without a second fit.',
    readOnly: false,
    positions: { result },
    own: { out: out('folder for the new result') },
    required: ['clusters'],
  }),
  commandTool('assign', {
    title: 'Place new samples',
    description: 'Places new samples among the clusters of a model that fit saved with its argument `model`.',
    readOnly: false,
    positions: { model: { type: 'string', description: 'the model that fit saved' }, files },
    own: { out: out('folder for labels.csv and memberships.csv') },
  }),
  commandTool('compare', {
    title: 'Compare methods',
    description: 'Runs several methods on the same data, as stored and shuffled. It takes as many fits.',
    readOnly: false,
    positions: { files },
    own: { out: out('folder for the tables') },
  }),
  {
    name: 'samples_of',
    title: 'List the samples of a cluster',
    description: 'Lists the samples of a cluster, the most typical first, with what else is known of each.',
    readOnly: true,
    input: {
      type: 'object',
      properties: {
        result,
        cluster: { type: 'integer', minimum: 0, description: 'number of the cluster, from 0' },
        offset: whole('samples to pass over', 0, Number.MAX_SAFE_INTEGER),
        limit: whole('samples to list at most', 50, MOST_SAMPLES),
      },
      required: ['result', 'cluster'],
      additionalProperties: false,
    },
    output: outputSchema(samplesSchema),
    async call(args) {
      const stored = await readClusteringRecord(recordPath(inFolder(pathsIn(args, 'result')[0])))
      const content = samplesOf(stored, {
        cluster: numberIn(args, 'cluster'),
        offset: numberIn(args, 'offset', { preset: 0 }),
        limit: numberIn(args, 'limit', { preset: 50, most: MOST_SAMPLES }),
      })
      return { content, files: [] }
    },
  },
]

/** What the protocol asks of a schema: an object at its top. */
function outputSchema(schema: v.GenericSchema): JsonSchema & { type: 'object' } {
  return { ...jsonSchema(schema), type: 'object' }
}

const inFolder = (path: string) => resolve(process.env.MANYVIEW_FOLDER!, path)
