import type { Method } from '@manyview/core'
import type { OptionSpec } from '@manyview/core/methods'
import { defaultMethod } from '@manyview/core/methods'
import { allMethods } from '@manyview/rivals'
import type { Command } from 'commander'
import { printedJson } from '../json/printed.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import { addFlags } from '../settings/flags.ts'
import { methodChoice } from '../settings/method-choice.ts'

const examples = `
Examples:
  $ manyview methods           all methods
  $ manyview methods dstl      one method with its options, for --set option=value
  $ manyview methods --json    everything, for programs
`

/** `manyview methods`: what there is to choose from. */
export function addMethods(program: Command, screen: Screen): void {
  addFlags(
    program
      .command('methods')
      .description('list the methods, or the options of one')
      .argument('[method]', 'show this method with its options'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action((name: string | undefined, { json }: { json?: boolean }) => {
      const listed = name === undefined ? allMethods : [methodChoice(name).method]
      if (json)
        screen.line(printedJson('methods', { defaultMethod, methods: listed.map(({ run: _, ...facts }) => facts) }))
      else if (name === undefined) printAll(screen)
      else printOne(listed[0], screen)
    })
}

function printAll(screen: Screen): void {
  const { bold, dim } = screen.colours
  const column = Math.max(...allMethods.map(({ name }) => name.length)) + 2
  for (const { name, title, orderFree, missingViews } of allMethods) {
    const marks = [
      name === defaultMethod ? 'default' : '',
      missingViews ? 'samples may lack views' : '',
      orderFree ? '' : 'depends on the order of the samples',
    ]
    const text = [title, ...marks.filter((mark) => mark !== '').map((mark) => `(${mark})`)].join(' ')
    screen.line(`${bold(name.padEnd(column))}${wrap(text, screen.width - column, column)}`)
  }
  screen.line()
  screen.line(dim('"manyview methods NAME" shows the options of a method.'))
}

function printOne(method: Method, screen: Screen): void {
  const { bold, dim } = screen.colours
  const fact = (name: string, text: string) =>
    screen.line(`  ${dim(name.padEnd(8))}${wrap(text, screen.width - 10, 10)}`)
  screen.line(`${bold(method.name)}  ${method.title}`)
  screen.line()
  screen.line(`  ${wrap(method.description, screen.width - 2, 2)}`)
  screen.line()
  fact('cost', method.cost)
  fact('source', method.source)
  fact('views', method.missingViews ? 'samples may lack some of the views' : 'every sample needs every view')
  fact('order', method.orderFree ? 'the order of the samples does not matter' : 'the order of the samples matters')
  if (method.options.length === 0) return
  screen.line()
  screen.line('  Options (--set option=value):')
  const column = Math.max(...method.options.map(({ name }) => name.length)) + 4
  for (const option of method.options)
    screen.line(`  ${bold(option.name.padEnd(column))}${wrap(describe(option), screen.width - column - 2, column + 2)}`)
}

function describe(option: OptionSpec): string {
  const preset = option.default === null ? '' : `; default ${option.default}`
  return `${option.description} (${possibleValues(option)}${preset})`
}

/** What an option may be, in words. */
export function possibleValues({ kind, choices, minimum, maximum }: OptionSpec): string {
  if (kind === 'choice') return choices!.join(' | ')
  if (kind === 'boolean') return 'true | false'
  if (kind === 'weights' || kind === 'kinds') return `view=${kind === 'weights' ? 'weight' : choices!.join('|')},…`
  return `${kind === 'integer' ? 'whole number' : 'number'}${limits(minimum, maximum)}`
}

function limits(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}
