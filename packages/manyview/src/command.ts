import { buildName } from './version.ts'

/** Runs the command line and sets the exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  // To say which version this is nothing else need be loaded. Launchers of ranks set such variables: of several processes only one may print.
  const isSingleProcess = !Object.keys(process.env).some((name) => name.endsWith('_RANK'))
  if (isSingleProcess && argv.length === 3 && ['-V', '--version'].includes(argv[2]))
    process.stdout.write(`${buildName()}\n`)
  else await (await import('./main.ts')).main(argv)
}
