import { record } from '../../packages/formats/src/results/record.ts'
import { jsonSchema } from '../../packages/manyview/src/json/json-schema.ts'
import { printedSchemas, printedVersion } from '../../packages/manyview/src/json/schemas.ts'

const intro = `# JSON for programs

Every command with \`--json\` prints one object on stdout, and nothing else. \`format\` says which one it is and \`version\` which fields it has:

\`\`\`json
{ "format": "manyview fit", "version": ${printedVersion}, "method": "consensus", "samples": 150, "clusters": 3, … }
\`\`\`

Each object has a JSON Schema (draft 2020-12). Fields may be added within a version, so a program should pass over those that it does not know. A change of meaning raises the version. An error prints nothing on stdout: the exit status is 1, and stderr has one line, \`manyview: …\`.

| command | schema |
|---|---|
`

const notes = `
\`demo --json\` prints what \`fit --json\` does. \`fit --json labels\` adds \`ids\` and \`labels\`. \`report --json\` prints [clustering.json](../clustering-json.md). \`MANYVIEW_PROGRESS=json\` prints progress on stderr, one object per line with \`stage\`, \`iteration\` and \`total\`.
`

type Schema = Record<string, unknown>

/** By file name the JSON Schema of what each command prints, and of clustering.json. */
export function schemaFiles(): Record<string, Schema> {
  const commands = Object.entries(printedSchemas).map(([command, schema]) => {
    const title = `manyview ${command} --json, version ${printedVersion}`
    return [`${command}-${printedVersion}.json`, titled(title, jsonSchema(schema))]
  })
  const clustering = titled('clustering.json, version 1', jsonSchema(record))
  return { ...Object.fromEntries(commands), 'clustering-1.json': clustering }
}

/** The page that lists the schemas and the fields of each. */
export function jsonPage(): string {
  const files = Object.entries(schemaFiles())
  const nameOf = (file: string) => (file.startsWith('clustering') ? 'clustering.json' : `${file.split('-')[0]} --json`)
  const rows = files.map(([file]) => `| \`${nameOf(file)}\` | <a href="../schema/${file}" target="_self">${file}</a> |`)
  const sections = files.map(([file, schema]) => `## ${nameOf(file)}\n\n${fieldTable(schema)}`)
  return `${intro}${rows.join('\n')}\n${notes}\n${sections.join('\n\n')}\n`
}

function titled(title: string, { $schema, ...schema }: Schema): Schema {
  return { $schema: $schema ?? 'https://json-schema.org/draft/2020-12/schema', title, ...schema }
}

/** One row per field; of an object in several parts or forms the fields of all. */
function fieldTable(schema: Schema): string {
  const parts = (schema.allOf ?? schema.anyOf ?? [schema]) as { properties: Schema; required?: string[] }[]
  const fields = new Map<string, string>()
  for (const { properties, required = [] } of parts)
    for (const [name, field] of Object.entries(properties)) {
      const always = parts.every((part) => schema.allOf || part.required?.includes(name))
      const note = required.includes(name) && always ? '' : ', not always there'
      fields.set(name, `| \`${name}\` | ${kindOf(field as Schema)}${note} |`)
    }
  return ['| field | value |', '|---|---|', ...fields.values()].join('\n')
}

/** What a value is, in a word or two. */
function kindOf(schema: Schema): string {
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return (schema.enum as unknown[]).map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  const forms = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (forms) return [...new Set(forms.map(kindOf))].join(' or ')
  if (schema.type === 'array') return `list of ${kindOf(schema.items as Schema)}`
  return String(schema.type ?? 'anything')
}
