import type { Run } from './run.ts'

/** A program for Node that clusters the same files in the same way and writes labels.csv; null with what stands in the way. */
export function repeatScript({ stored: { record } }: Run): string | null {
  const { inputs, reading, method, clusters, seed, options, views } = record
  if (record.stopped || reading.byHand || reading.selected || reading.demo || inputs.length === 0) return null
  const { samples, kinds, categories, join, missing, outliers } = reading
  const chosen = Array.isArray(reading.views) ? reading.views : []
  const pairs = chosen.filter((view) => view.includes('=')).map((view) => view.split(/=(.*)/s).slice(0, 2))
  const viewNames = pairs.length > 0 ? Object.fromEntries(pairs) : undefined
  const read = { samples, kinds, viewNames, categories, join }
  const chosenOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
  const text = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
  return `// Clusters the same files in the same way: npm install manyview @manyview/formats, then node repeat.mjs
${imported('writeFileSync', 'node:fs')}
${imported('readDataset, writeLabelsCsv', '@manyview/formats')}
${imported('fileSource', 'manyview/node')}
${imported('cluster', 'manyview')}

const files = ${JSON.stringify(inputs.map(({ name }) => name))}
const dataset = await readDataset(
  files.map((file) => fileSource(file)),
  ${text(read)},
)
const wanted = ${JSON.stringify(views.map(({ name }) => name))}
const views = Object.fromEntries(
  dataset.views.filter(({ name }) => wanted.includes(name)).map(({ name, view }) => [name, { ...view, ids: undefined }]),
)
const found = await cluster(views, ${text({ method, clusters, seed, ...chosenOptions, ...(missing ? { missing } : {}), ...(outliers ? { outliers } : {}) })})
writeFileSync('labels.csv', writeLabelsCsv({ ...found, ids: dataset.ids ?? found.ids }))
`
}

function imported(names: string, source: string): string {
  return `import { ${names} } from ${JSON.stringify(source)}`
}
