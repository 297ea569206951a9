import { createProgram } from '../src/program.ts'
import { Screen } from '../src/screen/screen.ts'

/** Runs the command in this process, on a screen of so many columns; gives what it printed on stdout. */
export async function inThisProcess(words: readonly string[], columns = 80): Promise<string> {
  let printed = ''
  const stdout = { columns, write: (text: string) => (printed += text) }
  const program = await createProgram(new Screen(stdout, { write: () => undefined }), new AbortController().signal)
  await program.parseAsync(['node', 'manyview', ...words])
  return printed
}
