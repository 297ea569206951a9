import { createProgram } from '../../packages/manyview/src/program.ts'
import { Screen } from '../../packages/manyview/src/screen/screen.ts'

const intro = `# The command

What \`manyview COMMAND --help all\` prints, for every command. [Getting started](../getting-started.md) shows how they go together, the [methods](methods.md) have options of their own.
`

/** The page of the command's help, as the command itself prints it. */
export async function commandPage(): Promise<string> {
  let printed = ''
  const screen = new Screen({ columns: 90, write: (text) => (printed += text) }, { write: () => undefined })
  const program = await createProgram(screen, new AbortController().signal, ['--help', 'all'])
  const helpOf = (command: typeof program) => {
    printed = ''
    command.outputHelp()
    return `\`\`\`text\n${printed.trimEnd()}\n\`\`\`\n`
  }
  const sections = program.commands.map(
    (command) => `## manyview ${command.name()}\n\n${sentence(command.description())}\n\n${helpOf(command)}`,
  )
  return [intro, helpOf(program), ...sections].join('\n')
}

const sentence = (text: string) => `${text[0].toUpperCase()}${text.slice(1)}.`
