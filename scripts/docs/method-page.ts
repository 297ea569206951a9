import type { Method } from '@manyview/core'
import type { OptionSpec } from '@manyview/core/methods'
import { defaultMethod } from '@manyview/core/methods'
import { allMethods } from '@manyview/rivals'
import { possibleValues } from '../../packages/manyview/src/commands/methods.ts'

const intro = `# Methods and their options

[Choosing a method](../choosing-a-method.md) says which to take. On the command line options are given as \`--set option=value\`, in a program beside \`clusters\`, in Python as \`options={...}\`.
`

/** The page of all methods with the options that they declare. */
export function methodPage(): string {
  return [intro, overview(), ...allMethods.map(section)].join('\n')
}

function overview(): string {
  const rows = allMethods.map(
    ({ name, title, orderFree, missingViews }) =>
      `| [\`${name}\`](#${name}) | ${cell(title)}${name === defaultMethod ? ' (default)' : ''} | ${orderFree ? 'any order' : 'reads the order'} | ${missingViews ? 'may be missing' : 'all needed'} |`,
  )
  return `| method | | order of the samples | views of a sample |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function section({ name, title, description, cost, source, options }: Method): string {
  const facts = `## ${name}\n\n**${cell(title)}.** ${cell(description)}\n\nCost: ${cell(cost)}. Source: ${cell(source)}.\n`
  if (options.length === 0) return `${facts}\nIt has no options.\n`
  return `${facts}\n| option | values | default | meaning |\n|---|---|---|---|\n${options.map(row).join('\n')}\n`
}

function row(option: OptionSpec): string {
  const preset = option.default === null ? 'by the data' : `\`${option.default}\``
  return `| \`${option.name}\` | ${cell(possibleValues(option))} | ${preset} | ${cell(option.description)} |`
}

/** A text that neither ends a table's cell nor opens a tag. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\.$/, '')
